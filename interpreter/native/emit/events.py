"""Write events: one function an event, and the operations that let one happen."""

from __future__ import annotations

from collections.abc import Callable

from dsl.model import expressions as e
from dsl.model import types as t
from interpreter.lower import ops
from interpreter.native.emit.bodies import (
    call_body,
    check_within,
    is_paying,
    stop,
    stop_event,
    takes_stages,
)
from interpreter.native.emit.changes import reset
from interpreter.native.emit.copies import (
    coming_function,
    create_function,
    exchange_function,
    fill_function,
    retire_function,
)
from interpreter.native.emit.dispatch import (
    actor_of,
    formula_condition,
    frozen,
    guarded,
    is_atom,
    operation,
)
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.hearing import forbidden
from interpreter.native.emit.instead import begin_used, go_on, replace, tell_original
from interpreter.native.emit.limits import count
from interpreter.native.emit.moves import can_enter, family_of, mover
from interpreter.native.emit.noting import (
    begin_action,
    forget_event,
    leave_function,
    looked,
    note_event,
    note_native,
    see_to_member,
    see_to_nothing,
)
from interpreter.native.emit.triggers import afters, befores, hears, witnesses
from interpreter.native.emit.writer import Unsupported, Writer, is_block, name_of
from interpreter.program.limits import LONG
from interpreter.program.program import EventPlan


def event_function(em: Emitter, id_: str) -> str:
    """Return the function of an event: (me, card, arguments…, what a cost has bound…)."""
    plan = em.program.events[id_]
    given = plan.code.given if plan.code else len(plan.slot_types)
    arguments = [f"s{n}" for n in range(given)]

    def steps(w: Writer) -> str:
        if plan.code is None:
            return w.bind("NONE", "r")
        found = w.bind(call_body(em, plan.code, "me", "card", "me", arguments), "r")
        stop(em, w, plan.code)
        return found

    def write(w: Writer) -> None:
        w.me = w.actor = "me"
        _stages(em, w, plan, steps)

    return em.define(f"event_{name_of(id_)}", ["me", "card", *arguments], write)


def _stages(em: Emitter, w: Writer, plan: EventPlan, steps: Callable[[Writer], str]) -> None:
    """Write an event stage by stage: may it, the rules before it, its steps, the rules after it.

    Args:
        steps: Writes what happens; returns the variable of its result.
    """
    w.line("step()")
    if hears(em, plan.id) or takes_stages(em):  # else the walker passes over the stages
        count(w, LONG)
    begin_used(em, w, plan.id)
    if plan.id == "create":
        see_to_copies(em, w, "EMPTY")
    may_happen(em, w, plan)
    replace(em, w, plan.id)
    note_event(em, w, plan, [f"s{n}" for n in range(plan.slots)])
    came_of, before = begin_action(em, w, plan), looked(em, w)
    acted = befores(em, w, plan.id)
    if acted is not None:
        with w.inner(f"if {acted}:"):
            may_happen(em, w, plan, before)
    known = witnesses(em, w, plan.id)
    found = steps(w)
    if plan.id == "create":
        see_to_nothing(em, w, found)
    if plan.event is None or not plan.event.declares_result:
        w.line(f"if {found} == NONE:")
        w.line(f"    {found} = 1")
    if known is not None:
        afters(em, w, plan.id, known)
    reset(em, w, plan.id)
    if came_of is not None:
        w.line(f"g_doing = {came_of}")
    w.line(f"return {found}")


def see_to_copies(em: Emitter, w: Writer, nothing: str) -> None:
    """Write that rules hear of `create` with as many copies as will come, and not where none come;
    in a cost it is all or nothing."""
    with w.inner("if g_payer == NONE and M[s0] > 0:"):
        w.line(f"s0 = {coming_function(em)}(s0, s1)")
        w.line("if M[s0] == 0:")
        w.line(f"    return {nothing}")


def may_happen(em: Emitter, w: Writer, plan: EventPlan, noted: str | None = None) -> None:
    """Write that an event does not happen whose `when` does not hold, or that has no room; in a
    cost it fails.

    Args:
        noted: Of one that is noted already how often somebody had looked then.
    """
    nothing = no_result(em, plan)
    may_by_rules(em, w, plan, nothing, noted)
    if plan.needs_room:
        _unless(em, w, plan, f"{can_enter(em)}(s0, s1)", nothing, noted)


def no_result(em: Emitter, plan: EventPlan) -> str:
    """Return what a caller gets where an event has not happened."""
    if plan.id == "create":
        return "EMPTY"
    return em.constant(plan.no_result, t.BOOL if plan.event is None else plan.event.result)


def may_by_rules(
    em: Emitter, w: Writer, plan: EventPlan, nothing: str, noted: str | None = None
) -> None:
    """Write the same, whether there is room or not.

    Args:
        nothing: What is returned where the event does not happen.
    """
    given = [f"s{n}" for n in range(plan.slots)]
    if plan.event is not None and plan.event.when is not None:
        top = w.bind("g_top", "k")
        holds = formula_condition(em, w, plan.event.when, "me", "NONE", "me", given)
        holds = w.bind(f"1 if {holds} else 0")
        w.line(f"g_top = {top}")
        _unless(em, w, plan, holds, nothing, noted)
    is_forbidden = forbidden(em, plan.id, "me", given)
    if is_forbidden is not None:
        _unless(em, w, plan, w.bind(f"1 - {is_forbidden}"), nothing, noted)


def _unless(
    em: Emitter, w: Writer, plan: EventPlan, holds: str, nothing: str, noted: str | None
) -> None:
    """Write that an event does not happen unless a condition holds."""
    with w.inner(f"if {holds} == 0:"):
        if plan.code is None or plan.code.first in em.paying:
            w.line("if g_payer != NONE:")
            w.line("    return fail()")
        forget_event(em, w, plan, noted)
        w.line(f"return {nothing}")


# --- operations ---------------------------------------------------------------------------------


@operation(ops.Call)
def call(em: Emitter, w: Writer, op: ops.Call, number: int) -> None:
    """Do an event once; of none, or by nobody: not."""
    plan = em.program.events[op.event]
    if op.collect is not None:
        guarded(w, lambda: _collect(em, w, op, plan, op.collect), keeps=True)
        w.result = None
        return
    keeps = isinstance(em.program.operations[number + 1], ops.Take) and (
        plan.id == "create" or (plan.event is not None and is_block(plan.event.result))
    )
    w.result = guarded(w, lambda: _call(em, w, op, plan), keeps=keeps)


def _collect(em: Emitter, w: Writer, op: ops.Call, plan: EventPlan, batch: int | None) -> str:
    """Write that an event joins a batch; of none, or by nobody: not."""
    see_to_member(em, op)
    me = actor_of(em, w, op.by)
    arguments = arguments_of(em, w, op, me)
    missing = _missing(op, me, arguments) or "0"
    if is_paying(em, w) and missing != "0":
        w.line(f"if ({missing}) and g_payer != NONE:")
        w.line("    return fail()")
    with w.inner(f"if not ({missing}):"):
        many = len(arguments)
        member = w.bind(f"add_member(s{batch}, {plan.number}, {me}, {many})", "m")
        for n, argument in enumerate(arguments):
            w.line(f"M[{member} + {3 + n}] = {argument}")
    return "NONE"


def _missing(op: ops.Call, me: str, arguments: list[str]) -> str:
    """Return a condition that something is none without which nothing happens; empty for never."""
    missing = [f"{arguments[n]} == NONE" for n in op.skip]
    if op.by is not None:
        missing.append(f"{me} == NONE")
    return " or ".join(missing)


def _call(em: Emitter, w: Writer, op: ops.Call, plan: EventPlan) -> str:
    me = actor_of(em, w, op.by)
    arguments = arguments_of(em, w, op, me)
    is_missing = _missing(op, me, arguments)
    if not is_missing:
        return _happens(em, w, op, plan, (me, arguments), w.fresh("r"))
    result: t.Type = plan.event.result if plan.event else t.BOOL
    found = w.bind(em.constant(plan.no_result, result), "r")
    if is_paying(em, w):
        w.line(f"if ({is_missing}) and g_payer != NONE:")
        w.line("    return fail()")
    with w.inner(f"if not ({is_missing}):"):
        return _happens(em, w, op, plan, (me, arguments), found)


def arguments_of(em: Emitter, w: Writer, op: ops.Call, me: str) -> list[str]:
    """Return the arguments of a call; those that come from the signature are read by its actor."""
    arguments, around = [], w.me
    for n, argument in enumerate(op.arguments):
        w.me = me if n in op.defaulted else around
        text = frozen(em, w, argument)
        w.me = around
        arguments.append(text if is_atom(text) else w.bind(text, "a"))
    return arguments


def _happens(
    em: Emitter, w: Writer, op: ops.Call, plan: EventPlan, given: tuple[str, list[str]], found: str
) -> str:
    """Write that an event happens, its result into a variable."""
    me, arguments = given
    if op.continues:
        go_on(em, w, op.event)
    w.line(f"{found} = {happening(em, w, op, plan, me, arguments)}")
    if plan.code is None and plan.native and not hears(em, op.event):
        note_native(em, w, op, found, arguments)
    if op.continues:
        tell_original(em, w, op.event, found)
    if is_paying(em, w) and plan.needs_room and not hears(em, op.event):
        w.line(f"if {found} == 0 and g_payer != NONE:")
        w.line("    return fail()")
    check_within(em, w)
    stop_event(em, w, op.event)
    return found


@operation(ops.Take)
def take(em: Emitter, w: Writer, op: ops.Take, number: int) -> None:
    """Bind the result of the call just made."""
    if w.result is None:
        raise Unsupported("the result of an event that happens together with others", op.span)
    w.line(f"s{op.slot} = {w.result}")


# --- what happens -------------------------------------------------------------------------------


def happening(
    em: Emitter, w: Writer, op: ops.Call, plan: EventPlan, me: str, arguments: list[str]
) -> str:
    """Return the text of a call that lets an event happen."""
    if plan.code is not None or not plan.native:
        given = len(arguments) if plan.code is None else plan.code.given
        bound = ["NONE"] * (given - len(arguments))  # what the cost of an action would have bound
        return f"{event_function(em, op.event)}({', '.join([me, 'NONE', *arguments, *bound])})"
    if hears(em, op.event):
        return f"{_heard_native(em, op, plan)}({', '.join([me, *arguments])})"
    natives = em.machine.natives.operations
    is_quick = op.event in natives and op.event not in em.machine.waking and not op.continues
    w.line("turn()" if is_quick else "step()")
    if takes_stages(em) and op.event in em.machine.waking:
        count(w, LONG)
    return carry_out(em, w, op, me, arguments)


def _heard_native(em: Emitter, op: ops.Call, plan: EventPlan) -> str:
    """Return the function (me, arguments…) of a native that rules hear."""
    family = family_of(em, op.arguments[1]) if op.event in ("move", "create") else None
    arguments = [f"s{n}" for n in range(len(op.arguments))]

    def steps(w: Writer) -> str:
        return w.bind(carry_out(em, w, op, "me", arguments), "r")

    def write(w: Writer) -> None:
        w.me = w.actor = "me"
        _stages(em, w, plan, steps)

    parts = [op.event, *(str(x) for x in (family, _end_of(op)) if x is not None)]
    return em.define(f"event_{'_'.join(parts)}", ["me", *arguments], write)


def carry_out(em: Emitter, w: Writer, op: ops.Call, me: str, arguments: list[str]) -> str:
    """Return the text of a call that carries a native out."""
    first_two = ", ".join(arguments[:2])
    if op.event == "move":
        return f"{mover(em, op.arguments[1], _end_of(op))}({first_two})"
    if op.event == "shuffle":
        return f"shuffle_zone({arguments[0]})"
    if op.event == "reveal":
        return f"show({arguments[0]}, {_mask_of(w, op.arguments[1].type, arguments[1])})"
    if op.event == "pass":
        return f"{leave_function(em)}({me})"
    if op.event == "eliminate":
        base = em.base("values") + em.layout.seat_base
        cell = w.bind(f"{arguments[0]} * {em.layout.seat_size} + {base}", "a")
        was_in = w.bind(f"1 - M[{cell}]")
        w.line("g_epoch += 1")
        w.line(f"M[{cell}] = 1")
        return was_in
    if op.event == "create":
        w.allocates = True
        return f"{create_function(em, op.arguments[1])}({first_two})"
    if op.event == "retire":
        return f"{retire_function(em)}({arguments[0]})"
    if op.event == "fill":
        return f"{fill_function(em)}({first_two})"
    if op.event == "exchange":
        return f"{exchange_function(em)}({first_two})"
    raise Unsupported(f"the event `{op.event}`", op.span)


def _end_of(op: ops.Call) -> str | None:
    """Return at which end of a zone a card is put, as it is written; None where it is not said."""
    end = op.arguments[2] if op.event == "move" else None
    return str(end.value) if isinstance(end, e.Constant) and end.value is not None else None


def _mask_of(w: Writer, type_: t.Type, players: str) -> str:
    """Return the mask of a player or of several."""
    if not is_block(type_):
        return f"1 << {players}"
    mask, i = w.bind("0"), w.fresh("i")
    with w.inner(f"for {i} in range(M[{players}]):"):
        w.line(f"{mask} = {mask} | (1 << M[{players} + 1 + {i}])")
    return mask
