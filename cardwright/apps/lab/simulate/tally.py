"""Count matches: how they ended, how long they were, which went wrong."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from statistics import NormalDist

from cardwright.api.repeatable import total

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
