"""Walk the operations that are seldom met: facts told, cards that become copies of others."""

from __future__ import annotations

from interpreter.lower import ops
from interpreter.program.steps import Step
from interpreter.state.record import State
from interpreter.state.values import Locals
from interpreter.walk.walker import Walker


def learn(w: Walker, op: ops.Learn, number: int) -> Step:
    """Return the step that tells a fact."""
    players, facts = w.closure(op.players), w.machine.facts

    def step(st: State, L: Locals) -> int:
        w.machine.count_step(st)
        facts.learn(st, number, L, players(st, L) or ())
        return number + 1

    return step


def become(w: Walker, op: ops.Become, number: int) -> Step:
    """Return the step that lets a card be a copy of another."""
    of, value, becoming = w.closure(op.of), w.closure(op.value), w.machine.natives.becoming

    def step(st: State, L: Locals) -> int:
        entity, definition = of(st, L), value(st, L)
        if entity is not None and definition is not None:
            becoming.become(st, entity, definition)
        return number + 1

    return step
