"""Ask whether an action can be paid by plain closures: what compiled verdicts are held against."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from interpreter.compile.closures import Closure
from interpreter.compile.glances import Glance
from interpreter.compile.noun_closures import freeze
from interpreter.compile.presence import room_for
from interpreter.graph.ops import FIRST_SLOT
from interpreter.run.machine import Machine
from interpreter.state.record import State
from interpreter.state.values import Locals, Value

Verdict: TypeAlias = Callable[[State, list[Value]], bool | None]
"""From the state and `[me, self, actor, parameters…]` to whether an action's `when` holds and its
cost can be paid for certain; None where the cost must be tried."""


def verdict_of(
    machine: Machine, when: Closure | None, glance: Glance | None, *, costs: bool
) -> Verdict:
    """Return the verdict on an action.

    Args:
        costs: Whether it has a cost.
    """
    glimpse = _glimpse(machine, glance) if glance is not None else None

    def verdict(st: State, L: Locals) -> bool | None:
        if when is not None and not when(st, L):
            return False
        if not costs:
            return True
        return None if glimpse is None else glimpse(st, L)

    return verdict


def _glimpse(machine: Machine, glance: Glance) -> Verdict:
    """Return what a glance says of a cost."""
    given, room = glance.cost.given + FIRST_SLOT, room_for(glance.cost.size, glance.cost.given)
    closure = machine.evaluator.closure
    checks = tuple(
        (
            check.mask,
            check.own,
            tuple(map(closure, check.arguments)),
            machine.event_when(check.plan),
            tuple(map(closure, check.needs)),
            room_for(check.plan.code.size, check.plan.slots) if check.plan.code else [],
        )
        for check in glance.checks
    )

    def glimpse(st: State, L: Locals) -> bool | None:
        own = [*L[:given], *room]
        for mask, own_mask, arguments, when, needs, spare in checks:
            if mask & st.listening:
                return None
            found = [freeze(argument(st, own)) for argument in arguments]
            if None in found:
                return None
            inner = [own[0], None, own[0], *found]
            if when is not None and not when(st, inner):
                return False
            if not all(need(st, [*inner, *spare]) for need in needs):
                return None if own_mask & st.listening else False
        return True if glance.is_sure(st) else None

    return glimpse
