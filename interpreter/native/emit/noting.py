"""Note where the course stands, who leaves a phase, and the events for records (see `records`).

An event somewhere within a phase leaves it. It finds the phases around it by the place that the
course notes before it does anything.
"""

from __future__ import annotations

from dsl.model import types as t
from interpreter.lower import ops
from interpreter.lower.course import Stretch
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.words import see_to_units
from interpreter.native.emit.writer import Unsupported, Writer, is_block
from interpreter.program.program import LEFT, EventPlan

ACTING = "COURSE + COURSE_CELLS - 1"
"""The cell that keeps who `me` is in the course, behind its slots."""


def slot_cell(slot: int) -> str:
    """Return the cell of a slot of the course that outlives what is done in between."""
    return f"M[COURSE + {slot}]"


def note_standing(em: Emitter, w: Writer, number: int) -> None:
    """Write that the course stands at an operation, where somebody could leave a phase."""
    if em.analysis.can_pass and em.program.course.holds(number):
        w.line(f"g_at = {number + 1}")
        w.line(f"M[{ACTING}] = me")


def note_place(em: Emitter, w: Writer, number: int) -> None:
    """Write where the course stands, for rows that tell which phases stand."""
    if em.settings.rows is not None and em.program.course.holds(number):
        w.line(f"M[STANDING] = {number}")


def leave_function(em: Emitter) -> str:
    """Return the function (me) by which a player leaves the innermost phase that can be left."""
    course = em.program.course

    def write(w: Writer) -> None:
        for number in range(course.code.first, course.code.last):
            if isinstance(em.operation(number), ops.Do | ops.Offer):
                with w.inner(f"if g_at == {number + 1}:"):
                    w.line(f"who = M[{ACTING}]")
                    _leave_from(em, w, reversed_path(em, number))
        w.line("return 0")

    return em.define("leave_phase", ["me"], write)


def reversed_path(em: Emitter, number: int) -> list[Stretch]:
    """Return the phases around an operation of the course, the innermost first."""
    return list(reversed(em.program.course.path(number)))


def _leave_from(em: Emitter, w: Writer, around: list[Stretch]) -> None:
    """Write what leaves the first phase that can be left; `who` is `me` of the phase around."""
    for stretch in around:
        phase = em.program.phases[stretch.phase].phase
        if phase.repeat:
            w.line(f"{em.seat_field('me', LEFT)} = {stretch.phase}")
        if stretch.left is not None:
            with w.inner("if who == me:"):
                w.line(f"{slot_cell(stretch.left)} = 1")
                w.line("return 1")
        if phase.repeat or phase.asks:
            w.line("return 1")
            return
        if stretch.is_turns:
            w.line(f"who = {'NONE' if stretch.outer is None else slot_cell(stretch.outer)}")
    w.line("return 0")


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
