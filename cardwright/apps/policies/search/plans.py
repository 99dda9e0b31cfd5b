"""Try plans: ways to go on to the end of what a seat is doing, and what they are worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from cardwright.apps.policies.search.rewards import Rewards
from interpreter.state.record import State
from interpreter.walk.machine import Machine

FARTHEST = 20
"""So many decisions a plan has at most."""

Guess: TypeAlias = Callable[[State], list[float]]
"""From a position to what each seat may get."""
Chance: TypeAlias = Callable[[], float]


class Plans:
    """Tries plans of a machine's matches; what they lead to is guessed, or counted where it is
    the end."""

    def __init__(self, machine: Machine, rewards: Rewards, guess: Guess) -> None:
        self._machine, self._rewards, self._guess = machine, rewards, guess

    def worth(self, st: State, seat: int) -> float:
        """Return what a position is worth to a seat."""
        return (self._guess(st) if st.outcome is None else self._rewards.of(st))[seat]

    def finish(self, st: State, seat: int, random: Chance) -> None:
        """Answer at random until a seat is done: it acts anew, another decides, or it is over."""
        for _ in range(FARTHEST):
            if is_done(st, seat):
                return
            options = st.ask.options
            self._machine.answer(st, options[int(random() * len(options))])

    def after_best(self, st: State, tries: int, random: Chance) -> State:
        """Return the position after the best of some plans drawn at random."""
        seat, best, worth = st.ask.decider, st, -1.0
        for _ in range(tries):
            plan = st.clone()
            options = plan.ask.options
            self._machine.answer(plan, options[int(random() * len(options))])
            self.finish(plan, seat, random)
            brings = self.worth(plan, seat)
            if brings > worth:
                best, worth = plan, brings
        return best


def is_done(st: State, seat: int) -> bool:
    """Return whether what a seat does has come to its end."""
    return st.outcome is not None or st.ask.decider != seat or st.ask.kind == "action"
