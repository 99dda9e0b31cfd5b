"""Say what the end of a match is worth to each seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dsl.model import expressions as e
from dsl.model.types import INT
from interpreter.state.record import State
from interpreter.walk.machine import Machine

CONSOLATION = 0.5
"""Where nobody has won: what it is worth to have all but won, as a share of a win."""

Nearness = Callable[[State], float]


def share_of(outcome: Any, seat: int) -> float:
    """Return what an outcome of the machine is worth to a seat: 0 lost, 1 won, less where others
    win as well; a half of a draw."""
    if outcome is None or outcome[0] in ("draw", "fault"):
        return 0.5
    return 1 / len(outcome[1]) if seat in outcome[1] else 0.0


class Rewards:
    """Knows what ends of a game are worth.

    Where nobody wins it counts how nearly somebody would have: else who plays together could not
    tell a match that was lost by a hair from one that was lost from the start.
    """

    def __init__(self, machine: Machine) -> None:
        self._seats = machine.program.seats
        self._near = _nearness(machine)

    @property
    def has_goal(self) -> bool:
        """Whether the game says who wins by a number that has to be reached."""
        return self._near is not None

    def of(self, st: State) -> list[float]:
        """Return each seat's reward in a match that is over."""
        outcome: Any = st.outcome
        if self.has_goal and outcome[0] == "end" and not outcome[1]:
            return [self.reached(st)] * self._seats
        return [share_of(outcome, seat) for seat in range(self._seats)]

    def reached(self, st: State) -> float:
        """Return what each seat would get if nobody came nearer to the goal any more."""
        return CONSOLATION * self._near(st) / self._seats if self._near is not None else 0.0


def _nearness(machine: Machine) -> Nearness | None:
    """Return what tells how much of the goal is reached; None where the game does not say who wins
    by a number that has to be reached: `players if count(claimed) >= goal else []`."""
    formula = machine.program.game.end.winners
    if formula is None or not isinstance(formula.expression, e.Conditional):
        return None
    test = formula.expression.condition
    if not isinstance(test, e.Compare) or test.left.type != INT or test.operator not in (">=", ">"):
        return None
    have, want = (machine.evaluator.closure(each) for each in (test.left, test.right))

    def nearness(st: State) -> float:
        machine.meter.begin()
        goal = want(st, [None, None, None])
        return min(max(have(st, [None, None, None]) / goal, 0.0), 1.0) if goal > 0 else 0.0

    return nearness
