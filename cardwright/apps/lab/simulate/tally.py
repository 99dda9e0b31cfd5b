"""Count matches, compute intervals, and decide when the shares of wins are known well enough.

If you check after every match and stop at the first narrow interval, it is too narrow. So there
are looks after fixed numbers of matches, each half as many again as the one before, and all
intervals are made at a level that makes up for the looks: for every share, the interval at which
the rule stops holds it in 95 % of all runs (the sums over all courses are in the tests). Source:
J. Frey, Fixed-Width Sequential Confidence Intervals for a Proportion, The American Statistician 64
(2010), 242-249, with Wilson's interval in the place of Wald's.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil
from statistics import NormalDist

from cardwright.apps.face.repeatable import total

OutcomeKey = tuple[str, tuple[int, ...], str]
"""Kind, winners by seat, reason."""

LEVEL = 0.95
"""How sure an interval is of the truth, where nobody says."""


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """A match that went wrong.

    Attributes:
        decisions: After how many.
    """

    seed: int
    decisions: int
    reason: str


@dataclass(slots=True)
class Tally:
    """What came of some matches.

    Attributes:
        lengths: How many matches took how many decisions.
        outcomes: How many matches ended in which way; faults are not among them.
    """

    lengths: Counter[int] = field(default_factory=Counter)
    outcomes: Counter[OutcomeKey] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)

    @property
    def matches(self) -> int:
        """Return how many matches were played, the faulty ones included."""
        return self.lengths.total()

    @property
    def decisions(self) -> int:
        """Return how many decisions were made in all."""
        return total(length * number for length, number in self.lengths.items())

    def add(self, other: Tally) -> None:
        """Take in the matches of another tally."""
        self.lengths.update(other.lengths)
        self.outcomes.update(other.outcomes)
        self.faults.extend(other.faults)

    def wins(self, seat: int) -> int:
        """Return how many matches a seat won, alone or with others."""
        return total(number for (_, who, _), number in self.outcomes.items() if seat in who)

    def length_at(self, share: float) -> int:
        """Return the length which this share of matches does not exceed; 0 without matches."""
        wanted = share * self.matches
        seen = 0
        for length in sorted(self.lengths):
            seen += self.lengths[length]
            if seen >= wanted:
                return length
        return 0


@lru_cache
def normal_deviate(level: float) -> float:
    """Return how many standard deviations on both sides hold this share of a normal variable."""
    return NormalDist().inv_cdf(0.5 + level / 2)


def wilson_interval(count: int, number: int, level: float = LEVEL) -> tuple[float, float]:
    """Return the Wilson score interval of a share, both ends from 0 to 1."""
    if number == 0:
        return 0.0, 1.0
    deviate = normal_deviate(level)
    share, square = count / number, deviate**2
    middle = share + square / (2 * number)
    spread = deviate * math.sqrt(share * (1 - share) / number + square / (4 * number**2))
    whole = 1 + square / number
    low = 0.0 if count == 0 else (middle - spread) / whole
    high = 1.0 if count == number else (middle + spread) / whole
    return low, high


LEVEL_OF_LOOKS = 0.965
"""Of each interval, so that the one stopped at holds the truth in at least 95 % of all runs."""
FIRST, GROWTH = 100, 1.5


def looks(half: float, most: int | None = None) -> Iterator[int]:
    """Yield after how many matches to look.

    Args:
        half: Half of the width that is narrow enough; after the last look every share is.
        most: At most so many matches.
    """
    last = ceil((normal_deviate(LEVEL_OF_LOOKS) / half) ** 2 / 4)
    last = last if most is None else min(last, most)
    number = FIRST
    while number < last:
        yield number
        number = ceil(number * GROWTH)
    yield last


def is_known(tally: Tally, seats: int, half: float) -> bool:
    """Return whether the share of wins of every seat is known so well."""
    return all(half_width(tally, seat) <= half for seat in range(seats))


def half_width(tally: Tally, seat: int) -> float:
    """Return half of the width of the interval of a seat's wins."""
    low, high = wilson_interval(tally.wins(seat), tally.matches, LEVEL_OF_LOOKS)
    return (high - low) / 2
