"""Walk the operations that let players know something of hidden cards."""

from __future__ import annotations

from interpreter.graph import ops
from interpreter.run.walker import Step, Walker
from interpreter.state.record import State
from interpreter.state.values import Locals


def learn(w: Walker, op: ops.Learn, number: int) -> Step:
    """Return the step that tells a fact."""
    players, facts = w.closure(op.players), w.machine.facts

    def step(st: State, L: Locals) -> int:
        w.machine.count_step(st)
        facts.learn(st, number, L, players(st, L) or ())
        return number + 1

    return step
