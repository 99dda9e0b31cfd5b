"""Play one match to its end by policies and say how it went, whatever happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TypeAlias

from cardwright import Game, Match
from cardwright.apps.face.repeatable import going_round
from cardwright.apps.lab.simulate.tally import Fault, Tally
from cardwright.apps.policies.endless import LONGEST, no_end, without_end
from cardwright.apps.policies.policies import Policy, choose_randomly

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
