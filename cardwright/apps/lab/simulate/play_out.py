"""Play one match to its end by policies; count matches and compute intervals.

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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from math import ceil
from random import Random
from statistics import NormalDist
from typing import TypeAlias

from cardwright import Game, Match
from cardwright.apps.face.session import going_round, total
from cardwright.apps.policies.endless import LONGEST, no_end, without_end
from cardwright.apps.policies.policies import Policy, choose_randomly

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


FAULT = "fault"

Play: TypeAlias = Callable[[Match, Random], int]
"""Plays a match to its end and returns how many decisions that took.

Raises `CutShort` where it does not come to an end.
"""


class CutShort(Exception):
    """A match that stopped before its end, after so many decisions."""

    def __init__(self, decisions: int, reason: str) -> None:
        super().__init__(reason)
        self.decisions, self.reason = decisions, reason


def start_forward(game: Game, players: int, seed: int, events: bool = False) -> Match:
    """Start a match that only goes forward."""
    match = game.start(players=players, seed=seed, events=events)
    match.keeps_history = False
    return match


def play_out(start: Callable[[int], Match], seed: int, play: Play, tally: Tally) -> None:
    """Play the match of a seed and count it.

    A fault is an exception, a match that ends in a fault, a decision without options, or a match
    that does not come to its end.
    """
    decisions = 0
    try:
        match = start(seed)
        decisions = play(match, Random(f"policy {seed}"))
        outcome, reason = match.outcome, ""
        if outcome is None:
            reason = "over without an outcome"
        elif outcome.kind == FAULT:
            reason = outcome.reason or "fault"
        else:
            tally.outcomes[outcome.kind, tuple(outcome.winners), outcome.reason] += 1
    except CutShort as short:
        decisions, reason = short.decisions, short.reason
    except Exception as error:
        reason = _told(error)
    tally.lengths[decisions] += 1
    if reason:
        tally.faults.append(Fault(seed, decisions, reason))


def at_random(match: Match, random: Random, longest: int = LONGEST) -> int:
    """Play a match at random: as fast as whole matches in a row."""
    course: object = match
    if not isinstance(course, Match):
        return by_policies([choose_randomly] * len(match.names))(match, random)
    machine, st = course.machine, course.state
    before = st.actions
    try:
        decisions = machine.play_at_random(st, random.random, longest)
    except Exception as error:
        raise CutShort(st.actions - before, _told(error)) from error
    if st.outcome is None:
        raise CutShort(decisions, no_end(course, decisions))
    return decisions


def by_policies(
    policies: Sequence[Policy], longest: int = LONGEST, *, are_random: bool = False
) -> Play:
    """Return what plays a match by a policy a seat, for at most so many decisions.

    Args:
        are_random: Whether they choose at random: then nobody looks whether random play ends.
    """

    def play(match: Match, random: Random) -> int:
        decisions = 0
        try:
            while not match.over:
                course: object = match
                is_looked_at = isinstance(course, Match) and (
                    decisions >= longest or not are_random
                )
                reason = without_end(match, decisions, longest) if is_looked_at else ""
                if reason:
                    raise CutShort(decisions, reason)
                decision = match.decision
                if decision is None or not decision.count:
                    raise RuntimeError("a decision without options")
                seat = decision.player
                match.apply(policies[seat](match, random))
                decisions += 1
        except CutShort:
            raise
        except Exception as error:
            raise CutShort(decisions, _told(error)) from error
        return decisions

    return play


def _told(error: Exception) -> str:
    """Return what went wrong in one line."""
    return f"{type(error).__name__}: {error}"


def in_a_row(game: Game, players: int, longest: int = LONGEST) -> Callable[[range], Tally]:
    """Return what plays the matches of some seeds at random, with little between them and the
    machine.

    A match that goes wrong is played again by `play_out`, which says why.
    """
    start = partial(start_forward, game, players)
    play = partial(at_random, longest=longest)
    first: object = start(0)

    def alone(seeds: range) -> Tally:
        tally = Tally()
        for seed in going_round(seeds):
            play_out(start, seed, play, tally)
        return tally

    if not isinstance(first, Match):
        return alone
    playouts = game.playouts(players)

    def in_row(seeds: range) -> Tally:
        tally = Tally()
        found = playouts.ends(seeds, "policy {}".format, longest)
        ended = [each for each in found if each[1] is not None]
        if len(ended) < len(found):
            for seed, (_, outcome) in zip(going_round(seeds), found, strict=True):
                if outcome is None:
                    play_out(start, seed, play, tally)
        lengths, outcomes = zip(*ended, strict=True) if ended else ((), ())
        tally.lengths.update(lengths)
        for outcome, number in Counter(outcomes).items():
            kind, winners, _, reason = outcome
            tally.outcomes[Match.kind_of_end(kind, winners), tuple(winners), reason] += number
        return tally

    return in_row
