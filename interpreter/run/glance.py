"""See at a glance whether a cost can be paid: whether the events at its beginning may happen.

What a glance does not see is tried on a copy. It never says no to a cost that can be paid: an
event's condition counts only while no earlier step of the cost can have changed what it reads. It
says yes only where the conditions are all there is: see `interpreter.run.sure`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from dsl.check.walk import walk
from dsl.model import expressions as e
from interpreter.compile.closures import Closure
from interpreter.compile.noun_closures import freeze
from interpreter.compile.plans import ActionPlan, EventPlan
from interpreter.compile.presence import room_for
from interpreter.compile.suspension import Suspension
from interpreter.compile.touches import reads, writes
from interpreter.graph import ops
from interpreter.graph.ops import FIRST_SLOT, Code
from interpreter.run.machine import Machine
from interpreter.run.sure import Sureness
from interpreter.state.record import State


class Check(NamedTuple):
    """An event that must be able to happen.

    Attributes:
        mask: The rules that could act in the steps before; while one listens nothing is said.
        when: None for an event that may always happen.
    """

    mask: int
    when: Closure | None
    arguments: tuple[Closure, ...]


class Glance:
    """The conditions of one cost that can be asked before it is tried.

    Attributes:
        checks: What the events at its beginning ask for.
        is_whole: Whether it can surely be paid when that holds and no rule of `mask` listens.
    """

    def __init__(self, survey: _Survey, cost: Code) -> None:
        self.given = cost.given + FIRST_SLOT
        self.room = room_for(cost.size, cost.given)
        self.checks = tuple(survey.checks())
        self.is_whole = survey.is_whole
        self.mask = survey.mask

    def verdict(self, st: State, L: list[Any]) -> bool | None:
        """Return whether the cost can be paid for certain, or cannot; None where it must be tried.

        Args:
            L: `[me, self, actor, parameters…]`.
        """
        own = [*L[: self.given], *self.room]
        for mask, when, arguments in self.checks:
            if mask & st.listening:
                return None
            given = [freeze(argument(st, own)) for argument in arguments]
            if None in given:
                return None
            if when is not None and not when(st, [own[0], None, own[0], *given]):
                return False
        return True if self.is_sure(st) else None

    def is_sure(self, st: State) -> bool:
        """Return whether nothing but the checks can make the cost fail now."""
        return self.is_whole and not self.mask & st.listening


class Glances:
    """The glances of a program's actions, each made when it is first asked for."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.sureness = Sureness(machine.program)
        self.known: dict[int, Glance | None] = {}

    @cached_property
    def suspension(self) -> Suspension:
        """Return what of the program can suspend; most programs never ask."""
        return Suspension(self.machine.program)

    def of(self, plan: ActionPlan) -> Glance | None:
        """Return what can be asked of a cost before it is tried; None where that is nothing."""
        if plan.number not in self.known:
            assert plan.cost is not None
            survey = _Survey(self.machine, self.suspension, self.sureness, plan.cost)
            glance = Glance(survey, plan.cost)
            self.known[plan.number] = glance if glance.checks or glance.is_whole else None
        return self.known[plan.number]


class _Survey:
    """Goes through a cost, as far as its events can be judged before it is paid.

    Attributes:
        written: What the steps so far may have changed.
        unknown: Slots whose values come up only while it is paid.
        mask: The rules that could act in the steps so far.
        is_whole: Whether nothing but the checks can make it fail; known at the end.
    """

    def __init__(
        self, machine: Machine, suspension: Suspension, sureness: Sureness, cost: Code
    ) -> None:
        self.machine, self.suspension, self.cost = machine, suspension, cost
        self.sureness = sureness
        self.written: frozenset[object] = frozenset()
        self.unknown: set[int] = set()
        self.mask = 0
        self.is_whole = False

    def checks(self) -> Iterator[Check]:
        """Yield what the events at its beginning ask for."""
        program = self.machine.program
        is_whole = True
        for operation in program.operations[self.cost.first : self.cost.last]:
            if isinstance(operation, ops.Return):
                continue
            if isinstance(operation, ops.Take):
                self.unknown.add(operation.slot)
                continue
            if not isinstance(operation, ops.Call) or operation.by or operation.continues:
                return
            plan = program.events[operation.event]
            if plan.code is None or plan.event is None or self._reads_unknown(operation):
                return
            check = self._check(operation, plan)
            if check is not None:
                yield check
            is_whole = is_whole and check is not None and self.sureness.of_event(plan)
            self._pass(plan)
        self.is_whole = is_whole

    def _check(self, operation: ops.Call, plan: EventPlan) -> Check | None:
        """Return what can be asked before an event; None where it may have changed by then."""
        assert plan.event is not None
        parts = (plan.event.when, operation.arguments)
        if not _is_untouched(parts, self.written, self.machine):
            return None
        closures = tuple(self.machine.evaluator.closure(a) for a in operation.arguments)
        return Check(self.mask, self.machine.event_when(plan), closures)

    def _pass(self, plan: EventPlan) -> None:
        """Note what an event may change, and which rules may act on it."""
        assert plan.code is not None
        self.written |= writes(self.suspension, plan.code)
        for event in (plan.id, *self.suspension.reach[plan.code.first]):
            self.mask |= self.suspension.event_mask(event) & ~1

    def _reads_unknown(self, operation: ops.Call) -> bool:
        return any(
            isinstance(node, e.Local) and node.slot in self.unknown
            for node in walk(operation.arguments)
        )


def _is_untouched(parts: object, written: frozenset[object], machine: Machine) -> bool:
    """Return whether nothing that was written before is read; values and attributes may read
    more than their own texts tell."""
    if not written:
        return True
    if any(isinstance(node, e.ValueCall | e.AttributeRead) for node in walk(parts)):
        return False
    return not written & reads(machine.program, (parts,))
