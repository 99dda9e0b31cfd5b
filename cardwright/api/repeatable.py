"""Keep results repeatable: check and draw seeds, add whole numbers.

Python adds floats differently from 3.12 on, so that one seed could choose or report differently.
What plays and what reports adds whole numbers by `total`, whose type takes no floats, and floats by
`math.fsum`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import SystemRandom
from typing import Final

from interpreter.state.chance import MOST_SEED

_DRAWN: Final = 1 << 32
"""What is drawn is below this: short enough to be typed."""


def drawn_seed() -> int:
    """Return a seed that nobody could know."""
    return SystemRandom().randrange(_DRAWN)


def settled_seed(seed: int | None) -> int:
    """Return a seed as it is said, or a new one for None.

    Raises:
        ValueError: There is no such seed.
    """
    if seed is None:
        return drawn_seed()
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise ValueError(f"a seed is a whole number from 0 to {MOST_SEED}, not {seed!r}")
    number = seed.__index__()
    if not 0 <= number <= MOST_SEED:
        raise ValueError(f"a seed is a whole number from 0 to {MOST_SEED}, not {number}")
    return number


def going_round(seeds: Iterable[int]) -> Iterator[int]:
    """Yield the seeds of matches in a row: 0 follows on the last seed that there is."""
    return (seed & MOST_SEED for seed in seeds)


def total(numbers: Iterable[int]) -> int:
    """Return the sum of whole numbers."""
    return sum(numbers)
