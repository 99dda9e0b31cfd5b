"""Stop when the shares of wins are known well enough, by a rule that keeps what intervals promise.

Whoever looks after every match and stops at the first narrow interval is right less often than the
interval says. So there are looks after fixed numbers of matches, each half as many again as the
one before, and all intervals are made at a level that makes up for the looks: whatever the share,
the interval at which the rule stops holds it in 95 % of all runs (the sums over all courses are in
the tests). Source: J. Frey, Fixed-Width Sequential Confidence Intervals for a Proportion, The
American Statistician 64 (2010), 242-249, with Wilson's interval in the place of Wald's.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from cardwright.apps.lab.simulate.tally import Tally, normal_deviate, wilson_interval

LEVEL = 0.965
"""Of each interval, so that the one stopped at holds the truth in at least 95 % of all runs."""
FIRST, GROWTH = 100, 1.5


def looks(half: float, most: int | None = None) -> Iterator[int]:
    """Yield after how many matches to look.

    Args:
        half: Half of the width that is narrow enough; after the last look every share is.
        most: At most so many matches.
    """
    last = ceil((normal_deviate(LEVEL) / half) ** 2 / 4)
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
    low, high = wilson_interval(tally.wins(seat), tally.matches, LEVEL)
    return (high - low) / 2
