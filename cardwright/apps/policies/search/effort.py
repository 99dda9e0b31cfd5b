"""Count how much a program has imagined, so that it keeps to its moment whatever the game."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.apps.policies.search.budget import Budget
from interpreter.program.limits import UNITS
from interpreter.state.record import State
from interpreter.state.values import Value
from interpreter.walk.machine import Machine
from interpreter.walk.rollout import play_at_random


class Effort:
    """Answers in imagined matches within the work of a budget.

    An iteration plays on within its share of it: where answers take long, matches are imagined
    less far and then valued as they are.
    """

    def __init__(self, machine: Machine, budget: Budget) -> None:
        self._machine, self._meter = machine, machine.meter
        self._work, self._iterations = budget.work, budget.iterations
        self._spent = 0

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left."""
        return self._work is not None and self._spent >= self._work

    def answer(self, st: State, option: Value) -> None:
        """Answer the open decision of an imagined match."""
        self._machine.answer(st, option)
        self._spent += self._meter.total + st.steps * UNITS

    def play_on(self, st: State, random: Callable[[], float], most: int) -> None:
        """Play a match on at random for at most so many decisions, or as far as its share goes."""
        if self._work is None:
            play_at_random(self._machine, st, random, most)
            return
        enough = self._spent + self._work // self._iterations
        for _ in range(most):
            if st.outcome is not None or self._spent >= enough:
                return
            options = st.ask.options
            self.answer(st, options[int(random() * len(options))])
