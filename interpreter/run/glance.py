"""See at a glance that a cost cannot be paid: an event at its beginning may not happen.

What a glance does not see is tried on a copy. It never says so of a cost that can be paid: an
event's condition counts only while no earlier step of the cost can have changed what it reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from dsl.model import expressions as e
from interpreter.compile.closures import Closure
from interpreter.compile.noun_closures import freeze
from interpreter.compile.presence import room_for
from interpreter.compile.suspension import Suspension
from interpreter.compile.touches import nodes, reads, writes
from interpreter.graph import ops
from interpreter.graph.ops import FIRST_SLOT, Code
from interpreter.run.machine import Machine
from interpreter.state.record import State


class Check(NamedTuple):
    """An event that must be able to happen.

    Attributes:
        mask: The rules that could act in the steps before; while one listens nothing is said.
    """

    mask: int
    when: Closure
    arguments: tuple[Closure, ...]


class Glance:
    """The conditions of one cost that can be asked before it is tried."""

    def __init__(self, machine: Machine, suspension: Suspension, cost: Code) -> None:
        self.given = cost.given + FIRST_SLOT
        self.room = room_for(cost.size, cost.given)
        self.checks = tuple(_checks(machine, suspension, cost))

    def fails(self, st: State, L: list[Any]) -> bool:
        """Return whether the cost cannot be paid for certain.

        Args:
            L: `[me, self, actor, parameters…]`.
        """
        own = [*L[: self.given], *self.room]
        for mask, when, arguments in self.checks:
            if mask & st.listening:
                return False
            given = [freeze(argument(st, own)) for argument in arguments]
            if None in given:
                return False
            if not when(st, [own[0], None, own[0], *given]):
                return True
        return False


def _checks(machine: Machine, suspension: Suspension, cost: Code) -> Iterator[Check]:
    """Yield the conditions of the events at the beginning of a cost."""
    program = machine.program
    written: frozenset[object] = frozenset()
    unknown: set[int] = set()
    mask = 0
    for operation in program.operations[cost.first : cost.last]:
        if isinstance(operation, ops.Take):
            unknown.add(operation.slot)
            continue
        if not isinstance(operation, ops.Call) or operation.by or operation.continues:
            return
        plan = program.events[operation.event]
        if plan.code is None or plan.event is None or _reads_slot(operation.arguments, unknown):
            return
        when = plan.event.when
        if when is not None and _is_untouched((when, operation.arguments), written, machine):
            closures = tuple(machine.evaluator.closure(a) for a in operation.arguments)
            condition = machine.event_when(plan)
            if condition is not None:
                yield Check(mask, condition, closures)
        written |= writes(suspension, plan.code)
        for event in (plan.id, *suspension.reach[plan.code.first]):
            mask |= suspension.event_mask(event) & ~1


def _reads_slot(parts: object, slots: set[int]) -> bool:
    return any(isinstance(node, e.Local) and node.slot in slots for node in nodes(parts))


def _is_untouched(parts: object, written: frozenset[object], machine: Machine) -> bool:
    """Return whether nothing that was written before is read; values and attributes may read
    more than their own texts tell."""
    if not written:
        return True
    if any(isinstance(node, e.ValueCall | e.AttributeRead) for node in nodes(parts)):
        return False
    return not written & reads(machine.program, (parts,))
