"""Play whole matches in a row, with nothing between them and the machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from interpreter.state.chance import MOST_SEED
from interpreter.state.record import State
from interpreter.state.values import Value
from interpreter.walk.decision import Ask
from interpreter.walk.machine import Machine
from interpreter.walk.start import opened

Chooser: TypeAlias = Callable[[State, Ask, Random], int]
"""From the state, the open decision and a source of chance to the index of an option."""

MOST_DECISIONS = 100_000


@dataclass(slots=True)
class Rollout:
    """What came of some matches.

    Attributes:
        decisions: How many were taken, those with one option left out.
        outcomes: Of each match (kind, winners, rank, reason): kind is `end`, `draw` or `fault`.
            A match of more than `MOST_DECISIONS` is left and its outcome is None.
    """

    decisions: int
    outcomes: list[Value]


def rollout(
    machine: Machine, matches: int, seed: int, names: tuple[str, ...], choose: Chooser | None = None
) -> Rollout:
    """Play matches with seeds from `seed` on, by a policy or else at random; keep no log."""
    chance = Random(seed)
    found = Rollout(0, [])
    for number in range(seed, seed + matches):  # 0 follows on the last seed
        st = opened(machine, number & MOST_SEED, names, events=False)
        found.decisions += (
            play_at_random(machine, st, chance.random)
            if choose is None
            else _by_policy(machine, st, choose, chance)
        )
        found.outcomes.append(st.outcome)
    return found


def play_at_random(
    machine: Machine, st: State, random: Callable[[], float], most: int = MOST_DECISIONS
) -> int:
    """Play a match to its end, or for at most so many decisions; return how many it took."""
    answer = machine.answer
    for decisions in range(most):
        if st.outcome is not None:
            return decisions
        options = st.ask.options
        answer(st, options[int(random() * len(options))])
    return most


def _by_policy(machine: Machine, st: State, choose: Chooser, chance: Random) -> int:
    decisions = 0
    while st.outcome is None and decisions < MOST_DECISIONS:
        ask = st.ask
        machine.answer(st, ask.options[choose(st, ask, chance)])
        decisions += 1
    return decisions
