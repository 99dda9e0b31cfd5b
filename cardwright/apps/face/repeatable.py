"""Keep results repeatable: the seeds of matches in a row, and sums of whole numbers.

Python adds floats differently from 3.12 on, so that one seed could choose or report differently.
What plays and what reports adds whole numbers by `total`, whose type takes no floats, and floats by
`math.fsum`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardwright import MOST_SEED


def going_round(seeds: Iterable[int]) -> Iterator[int]:
    """Yield the seeds of matches in a row: 0 follows on the last seed that there is."""
    return (seed & MOST_SEED for seed in seeds)


def total(numbers: Iterable[int]) -> int:
    """Return the sum of whole numbers."""
    return sum(numbers)
