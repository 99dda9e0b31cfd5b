"""Write that events are noted, for records of what happens in matches (see `records`)."""

from __future__ import annotations

from dsl.model import types as t
from interpreter.lower import ops
from interpreter.native.emit.amounts import see_to_units
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.writer import Unsupported, Writer, is_block
from interpreter.program.program import EventPlan


def has_records(em: Emitter) -> bool:
    """Return whether the module keeps records."""
    return em.settings.records


def note_event(em: Emitter, w: Writer, plan: EventPlan, given: list[str]) -> None:
    """Write that an event happens, with its arguments."""
    if not has_records(em):
        return
    w.line(f"note_event({plan.number})")
    for text, type_ in zip(given, plan.slot_types, strict=False):
        plain = t.plain_type(type_)
        if not is_block(plain):
            continue
        w.line(f"note_list({text}, {_levels(plain, plan)})")
        is_amount = isinstance(plain, t.AmountOf)
        if is_amount:
            see_to_units(em)
        if not isinstance(plain, t.AmountOf | t.BagOf) or isinstance(
            plain.of, t.DefinitionType | t.EntityType
        ):
            continue
        moved = f"otherwise(due({text}), 0)" if is_amount else f"resources({text})"
        with w.inner(f"if {text} != NONE and g_doing != 0 and g_trial == 0:"):
            top = w.bind("g_top", "k")
            w.line(f"note_moved({moved})")
            w.line(f"g_top = {top}")


def _levels(type_: t.Type, plan: EventPlan) -> int:
    """Return how many levels of lists stand in the elements of a list.

    Raises:
        Unsupported: More than can be counted.
    """
    if not isinstance(type_, t.ListOf | t.SetOf):
        return 0
    inner = t.plain_type(type_.of)
    if not is_block(inner):
        return 0
    if isinstance(inner, t.ListOf | t.SetOf) and not is_block(t.plain_type(inner.of)):
        return 1
    span = None if plan.event is None else plan.event.span
    raise Unsupported("records of events that name lists of lists of lists", span)


def begin_action(em: Emitter, w: Writer, plan: EventPlan) -> str | None:
    """Write that what happens from now on comes of an action, if an event is the taking of one;
    return the variable of what it came of before."""
    if not (has_records(em) and plan.id.startswith("act:")):
        return None
    before = w.bind("g_doing", "d")
    w.line("note_action(me)")
    return before


def looked(em: Emitter, w: Writer) -> str | None:
    """Return a variable with how often somebody has looked so far, where records are kept."""
    return w.bind("M[LOOKED]", "n") if has_records(em) else None


def forget_event(em: Emitter, w: Writer, plan: EventPlan, before: str | None) -> None:
    """Write that an event has not happened after all. What happened in it then comes of something
    else: of an action the walker says of what.

    Args:
        before: How often somebody had looked when it was noted.
    """
    if before is None:
        return
    if plan.id.startswith("act:"):
        w.line("if g_trial == 0:")
        w.line("    fault(16)")
    w.line(f"forget_event({plan.number}, {before})")


def note_native(em: Emitter, w: Writer, op: ops.Call, found: str, given: list[str]) -> None:
    """Write that a native event that no rule hears has happened: a move that has room, copies that
    have come."""
    if not has_records(em):
        return
    plan = em.program.events[op.event]
    test = "1"
    if plan.needs_room:
        test = found
    elif plan.id == "create":
        test = f"M[{found}] > 0 or M[{given[0]}] == 0"
    with w.inner(f"if {test}:"):
        note_event(em, w, plan, given)


def see_to_nothing(em: Emitter, w: Writer, found: str) -> None:
    """Write that the walker says whether copies were told of that could not come after all."""
    if has_records(em):
        w.line(f"if M[{found}] == 0 and M[s0] > 0 and g_trial == 0:")
        w.line("    fault(16)")


def see_to_member(em: Emitter, op: ops.Call) -> None:
    """Raise where an event joins a batch that begins something else to come of."""
    if has_records(em) and op.event.startswith("act:"):
        raise Unsupported("records of actions that happen together", op.span)
