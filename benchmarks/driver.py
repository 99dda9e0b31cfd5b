"""Play matches at random and count, by one driver for every engine.

Time is that of this process alone: on a machine that does nothing else it is what a clock shows,
on a busy one it does not count the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import Any, Protocol


class Playable(Protocol):
    """What the driver needs of a match. An action is whatever the engine takes."""

    @property
    def is_over(self) -> bool: ...

    def legal_actions(self) -> Sequence[Any]: ...

    def apply(self, action: Any, /) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """What was played, and how long it took."""

    matches: int
    decisions: int
    seconds: float

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds

    @property
    def matches_per_second(self) -> float:
        return self.matches / self.seconds


def play(match: Playable, rng: Random) -> int:
    """Play a match to its end with random actions and return the number of decisions."""
    random = rng.random
    decisions = 0
    while not match.is_over:
        actions = match.legal_actions()
        match.apply(actions[int(random() * len(actions))])
        decisions += 1
    return decisions


def measure(start: Callable[[int], Playable], *, seconds: float, seed: int = 0) -> Rates:
    """Play whole matches, one after the other, until the time is up.

    Args:
        start: Makes the match of this number; its time counts too.
        seconds: The last match begun within it is played out.
        seed: Of the random policy.
    """
    rng = Random(seed)
    matches = decisions = 0
    began = process_time()
    ends = began + seconds
    while (now := process_time()) < ends:
        decisions += play(start(matches), rng)
        matches += 1
    return Rates(matches=matches, decisions=decisions, seconds=now - began)
