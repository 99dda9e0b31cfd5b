"""Play matches at random to learn from; their seeds are always the same."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TypeAlias

from cardwright.apps.policies.search.budget import Budget
from cardwright.apps.policies.search.effort import Effort
from cardwright.apps.policies.search.rewards import Rewards
from interpreter.state.record import State
from interpreter.walk.machine import Machine
from interpreter.walk.start import opened

MOST_DECISIONS, MOST_MATCHES = 10_000, 200
"""So much is played, whichever is reached first."""
MOST_WORK = 250_000_000
"""So much work is done for them, in parts of a step: where answers take long, fewer are given."""
LONGEST = 5_000
"""Decisions of one of these matches."""
SPARSE = 0.25
"""Positions are looked at in growing distances: this share of the decisions so far."""

Lesson: TypeAlias = tuple[State, list[float]]
"""A position, and what each seat got in the end."""


def lessons(machine: Machine) -> Iterator[list[Lesson]]:
    """Play matches of a machine and yield of each the positions on the way."""
    random, decisions, rewards = Random(0).random, 0, Rewards(machine)
    effort = Effort(machine, Budget(work=MOST_WORK))
    for seed in range(MOST_MATCHES):
        seen: list[State] = []
        st, number, due = begun(machine, seed), 0, 0.0
        while st.outcome is None and number < LONGEST and not effort.is_spent:
            if number >= due:  # more and more rarely
                seen.append(st.clone())
                due = number + 1 + random() * (2 + number * SPARSE)
            options = st.ask.options
            effort.answer(st, options[int(random() * len(options))])
            number += 1
        yield [(each, rewards.of(st)) for each in seen if st.outcome is not None]
        decisions += number
        if decisions >= MOST_DECISIONS or effort.is_spent:
            return


def begun(machine: Machine, seed: int) -> State:
    """Return a match that begins, among players without names."""
    names = tuple(f"player {seat + 1}" for seat in range(machine.program.seats))
    return opened(machine, seed, names, events=False)
