"""Write whether an event can happen now: its `when` holds, there is room, no rule forbids it."""

from __future__ import annotations

from interpreter.native.emit.dispatch import formula_condition
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.forbids import forbidden
from interpreter.native.emit.moves import can_enter
from interpreter.native.emit.writer import Writer
from interpreter.program.program import EventPlan


def is_always_possible(em: Emitter, plan: EventPlan) -> bool:
    """Return whether nothing can keep an event from happening."""
    has_when = plan.event is not None and plan.event.when is not None
    return not (has_when or plan.needs_room or em.program.forbids.get(plan.id))


def possible(em: Emitter, w: Writer, plan: EventPlan, me: str, given: list[str]) -> str:
    """Return a variable that says whether an event can happen with its arguments."""
    found, told = w.bind("1"), given[: plan.slots]
    if plan.event is not None and plan.event.when is not None:
        holds = formula_condition(em, w, plan.event.when, me, "NONE", me, told)
        w.line(f"{found} = 1 if {holds} else 0")
    if plan.needs_room:
        w.line(f"if {found}:")
        w.line(f"    {found} = {can_enter(em)}({given[0]}, {given[1]})")
    is_forbidden = forbidden(em, plan.id, me, told)
    if is_forbidden is not None:
        w.line(f"if {found}:")
        w.line(f"    {found} = 1 - {is_forbidden}")
    return found
