"""Say what a row is and how thoroughly rows are measured."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One measured number.

    Attributes:
        ratio: The value by that of `against`, measured in the same rounds; None without.
        judged: What is held against a bound on the value, where that is a time: processor time, as
            it would be where the calibration loop takes as long as usual.
    """

    name: str
    value: float
    unit: str
    ratio: float | None = None
    against: str | None = None
    judged: float | None = None

    def as_plain(self) -> dict[str, Any]:
        """Return the row as it is printed: with three or more figures, without what it lacks."""
        found = {key: value for key, value in asdict(self).items() if value is not None}
        return {
            key: float(f"{value:.6g}") if isinstance(value, float) else value
            for key, value in found.items()
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """How thoroughly to measure.

    Attributes:
        rounds: How often each rate is taken; the median counts.
        seconds: How long one round of one engine lasts.
        starts: How many fresh processes a row has; the median counts.
        matches: How many matches a simulation plays whose memory is measured.
        is_judged: Whether it is thorough enough to hold rows against their targets.
    """

    rounds: int
    seconds: float
    starts: int
    matches: int
    is_judged: bool = True


FULL = Scale(rounds=9, seconds=0.3, starts=5, matches=100)
TINY = Scale(rounds=1, seconds=0.01, starts=1, matches=2, is_judged=False)
