"""Write what is done by what a card says: the steps that one of its attributes names."""

from __future__ import annotations

from interpreter.lower import ops
from interpreter.native.emit.bodies import call_body, stop
from interpreter.native.emit.dispatch import atom, frozen, guard, operation, value
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.writer import Writer


@operation(ops.Perform)
def perform(em: Emitter, w: Writer, op: ops.Perform, number: int) -> None:
    """Do what a card says, if it says anything: who acts here does it, and `self` is the card."""
    guard(w, lambda: _perform(em, w, op))


def _perform(em: Emitter, w: Writer, op: ops.Perform) -> None:
    card = atom(em, w, op.said.of)
    with w.inner(f"if {card} != NONE:"):
        said = w.bind(value(em, w, op.said))
        for id_ in op.effects:
            plan = em.program.events.get(id_)
            if plan is None or plan.code is None:
                continue
            with w.inner(f"if {said} == {em.effects[id_.partition(':')[2]]}:"):
                given = [frozen(em, w, argument) for argument in op.arguments]
                w.line("step()")
                w.line(call_body(em, plan.code, w.me, card, w.me, given))
                stop(em, w, plan.code)
