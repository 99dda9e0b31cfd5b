"""Set up the process of a command, and keep results repeatable.

Python takes its stack in small pieces from the system and gives each back as soon as it is empty.
Where a loop calls across the end of a piece, every turn takes one and gives it back, which can take
longer than all that the loop does. A frame that is larger than a piece gets one of its own, with
room behind it.

Python adds floats differently from 3.12 on, so that one seed could choose or report differently.
What plays and what reports adds whole numbers by `total`, whose type takes no floats, and floats by
`math.fsum`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

from cardwright import Options

COLLECTIONS: Final = (50_000, 20, 20)
"""Thresholds of the collector: most of what a command makes lives to its end."""


ENTRIES: Final = 40_000
"""Of eight bytes: what is left of the piece, a third and more, is more than calls can nest."""

T = TypeVar("T")


def with_room(act: Callable[[], T]) -> T:
    """Return what is done with room on the stack."""
    return act()


with_room.__code__ = with_room.__code__.replace(co_stacksize=ENTRIES)


def going_round(seeds: Iterable[int]) -> Iterator[int]:
    """Yield the seeds of matches in a row: 0 follows on the last seed that there is."""
    return (seed & Options.MOST_SEED for seed in seeds)


def total(numbers: Iterable[int]) -> int:
    """Return the sum of whole numbers."""
    return sum(numbers)
