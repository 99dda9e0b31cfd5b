"""Lower actions to bodies: what must hold, parameters as choices, limits that count, the cost that
is paid, and that it happens."""

from __future__ import annotations

from dsl.model import rules
from dsl.model.expressions import Constant
from dsl.model.slots import bound_slots, conjuncts, free_slots
from dsl.model.steps import Body
from dsl.model.types import NONE
from interpreter.lower import ops
from interpreter.lower.bodies import ME, NOWHERE, Assembler, Work
from interpreter.lower.limits import counted, is_left


def lower_action(
    assembler: Assembler,
    action: rules.Action,
    number: int,
    cost: ops.Code | None,
    resets: frozenset[str],
) -> ops.Code:
    """Append the body of taking an action and return where it stands.

    Args:
        number: Its place in `Program.actions`.
        cost: The body of its cost, or None.
        resets: The scopes at whose end anything is reset.
    """
    work = Work(assembler, Body(action.slots, 0, ()), action.span)
    texts = tuple((p.source, p.number, p.condition, p.so_far, p.when) for p in action.parameters)
    work.passing = frozenset(bound_slots(texts))
    first = work.here
    _demands(work, action)
    for place, parameter in enumerate(action.parameters):
        _parameter(work, parameter, place, number)
    if action.when is not None:
        work.emit(ops.Demand(action.when, None, False, NOWHERE))
    for limit in action.limits:
        work.emit(counted(limit, ME))
    if cost is not None:
        work.emit(ops.CostBegin(None, None, NOWHERE))
        work.emit(ops.Do(cost, True, NOWHERE))
        work.emit(ops.CostEnd(None, NOWHERE))
    count_ = len(action.parameters)
    work.emit(ops.Happen(number, f"act:{action.id}", count_, cost is not None, NOWHERE))
    work.emit(ops.Settle(NOWHERE))
    for scope in ("action", action.id, *action.groups):
        if scope in resets:
            work.emit(ops.ResetScope(scope, NOWHERE))
    work.emit(ops.Return(None, False, None, NOWHERE))
    return work.finish(f"action {action.id}", first, 0)


def _demands(work: Work, action: rules.Action) -> None:
    """Lower what is asked before anything is chosen: limits, and what of its `when` no parameter
    matters to."""
    for limit in action.limits:
        work.emit(ops.Demand(is_left(limit), limit.number, False, NOWHERE))
    for part in conjuncts(action.when) if action.parameters else ():
        if not free_slots(part):
            work.emit(ops.Demand(part, None, True, NOWHERE))


def _parameter(work: Work, parameter: rules.Parameter, place: int, action: int) -> None:
    """Lower a parameter: a choice, if it is asked for; else it is none, or empty."""
    asked = None
    if parameter.when is not None:
        asked = work.emit(ops.Branch(parameter.when, -1, NOWHERE))
    part = work.part(parameter)
    work.emit(
        ops.Choose(
            place, parameter.mode, parameter.number, parameter.source, None, False,
            parameter.condition, *work.pieces(parameter.mode), (action, place), parameter.span,
            parameter.so_far,
        )
    )  # fmt: skip
    part.last = work.here
    if asked is None:
        return
    over = work.emit(ops.Jump(-1, NOWHERE))
    work.patch(asked, otherwise=work.here)
    nothing = Constant(None, NONE) if parameter.mode == "one" else Constant((), parameter.type)
    work.emit(ops.Let(place, nothing, NOWHERE))
    work.patch(over, target=work.here)
