"""Play matches to learn from: at random, and later by what has been learnt.

Their seeds are always the same. Who practises sees all that is hidden and looks only to the end of
an action: it has to be quick, not clever.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import median
from typing import TypeAlias

from cardwright.search.plans import Chance, Guess, Plans
from cardwright.search.rewards import Rewards
from interpreter.run.machine import Machine
from interpreter.run.start import opened
from interpreter.state.record import State

MOST_DECISIONS, MOST_MATCHES = 10_000, 200
"""So much is played at random to learn from, whichever is reached first."""
LONGEST = 5_000
"""Decisions of one of these matches."""
SPARSE = 0.25
"""Positions are looked at in growing distances: this share of the decisions so far."""

PRACTICE, MOST_ACTIONS = 40, 2_000
"""Matches of one round of practice, and how many actions are taken in it at most."""
TRIES = 12
"""Each of them is the best of so many plans."""
LOOKED_AT = 0.6
"""The share of the positions of practice that is learnt from."""

Lesson: TypeAlias = tuple[State, list[float]]
"""A position, and what each seat got in the end."""


class Lessons:
    """Plays matches of a machine.

    Attributes:
        lengths: How many decisions those took that were played at random.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine, self._rewards = machine, Rewards(machine)
        self._names = tuple(f"player {seat + 1}" for seat in range(machine.program.seats))
        self.lengths: list[int] = []

    def at_random(self) -> Iterator[list[Lesson]]:
        """Play matches at random and yield of each the positions on the way."""
        random, decisions = Random(0).random, 0
        for seed in range(MOST_MATCHES):
            seen: list[State] = []
            st, number, due = self._opened(seed), 0, 0.0
            while st.outcome is None and number < LONGEST:  # looked at more and more rarely
                if number >= due:
                    seen.append(st.clone())
                    due = number + 1 + random() * (2 + number * SPARSE)
                self._answer(st, random)
                number += 1
            self.lengths.append(number)
            yield self._lessons(st, seen)
            decisions += number
            if decisions >= MOST_DECISIONS:
                return

    def practised(self, number: int, guess: Guess) -> Iterator[list[Lesson]]:
        """Play a round of practice; yield nothing after each action, and the positions on the way
        after each match.

        A match begins at random and goes on so for some time: so positions are seen, good and bad,
        that who plays well would not come to.

        Args:
            number: Which round it is.
            guess: What is best is what this says.
        """
        random, taken = Random(number).random, 0
        plans, longest = Plans(self._machine, self._rewards, guess), median(self.lengths)
        for match in range(PRACTICE):
            st = self._opened(MOST_MATCHES + number * PRACTICE + match)
            for _ in range(int(random() * longest)):
                if st.outcome is None:
                    self._answer(st, random)
            seen: list[State] = []
            while st.outcome is None and taken < MOST_ACTIONS:
                if random() < LOOKED_AT:
                    seen.append(st)
                st = plans.after_best(st, TRIES, random)
                taken += 1
                yield []
            yield self._lessons(st, seen)

    def _opened(self, seed: int) -> State:
        return opened(self._machine, seed, self._names, events=False)

    def _answer(self, st: State, random: Chance) -> None:
        options = st.ask.options
        self._machine.answer(st, options[int(random() * len(options))])

    def _lessons(self, st: State, seen: list[State]) -> list[Lesson]:
        if st.outcome is None:
            return []
        got = self._rewards.of(st)
        return [(each, got) for each in seen]
