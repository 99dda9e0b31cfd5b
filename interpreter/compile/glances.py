"""Say what of a cost can be asked before it is tried: whether the events at its beginning may
happen.

What a glance does not see is tried on a copy. It never says no to a cost that can be paid: an
event's condition counts only while no earlier step of the cost can have changed what it reads. It
says yes only where the conditions are all there is: see `interpreter.compile.sure`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from dsl.model import expressions as e
from dsl.model.steps import Formula
from dsl.model.walk import walk
from interpreter.compile.plans import ActionPlan, EventPlan
from interpreter.compile.program import Program
from interpreter.compile.sure import Sureness
from interpreter.compile.suspension import Suspension
from interpreter.compile.touches import reads, writes
from interpreter.graph import ops
from interpreter.graph.ops import Code
from interpreter.state.record import State


class Check(NamedTuple):
    """An event that must be able to happen.

    Attributes:
        mask: The rules that could act in the steps before; while one listens nothing is said.
        plan: The event.
        arguments: What it is called with, over the locals of the cost.
        needs: Lists of its own that must not be empty, over its own locals.
        own: The rules that could act in it or before; while one listens it may need nothing.
    """

    mask: int
    plan: EventPlan
    arguments: tuple[e.Expression, ...]
    needs: tuple[e.Expression, ...]
    own: int

    @property
    def when(self) -> Formula | None:
        """Return its condition."""
        return self.plan.event.when if self.plan.event else None


class Glance(NamedTuple):
    """The conditions of one cost that can be asked before it is tried.

    Attributes:
        cost: The cost.
        checks: What the events at its beginning ask for.
        is_whole: Whether it can surely be paid when that holds and no rule of `mask` listens.
    """

    cost: Code
    checks: tuple[Check, ...]
    is_whole: bool
    mask: int

    def is_sure(self, st: State) -> bool:
        """Return whether nothing but the checks can make the cost fail now."""
        return self.is_whole and not self.mask & st.listening


class Glances:
    """The glances of a program's actions, each made when it is first asked for."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.sureness = Sureness(program)
        self.known: dict[int, Glance | None] = {}

    @cached_property
    def suspension(self) -> Suspension:
        """Return what of the program can suspend; most programs never ask."""
        return Suspension(self.program)

    def of(self, plan: ActionPlan) -> Glance | None:
        """Return what can be asked of a cost before it is tried; None where that is nothing."""
        if plan.cost is None:
            return None
        if plan.number not in self.known:
            survey = _Survey(self.program, self.suspension, self.sureness, plan.cost)
            checks = tuple(survey.checks())
            glance = Glance(plan.cost, checks, survey.is_whole, survey.mask)
            self.known[plan.number] = glance if checks or glance.is_whole else None
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
        self, program: Program, suspension: Suspension, sureness: Sureness, cost: Code
    ) -> None:
        self.program, self.suspension, self.cost = program, suspension, cost
        self.sureness = sureness
        self.written: frozenset[object] = frozenset()
        self.unknown: set[int] = set()
        self.mask = 0
        self.is_whole = False

    def checks(self) -> Iterator[Check]:
        """Yield what the events at its beginning ask for."""
        program, is_whole = self.program, True
        for operation in program.operations[self.cost.first : self.cost.last]:
            if isinstance(operation, ops.Return):
                continue
            if isinstance(operation, ops.Take):
                self.unknown.add(operation.slot)
                continue
            if not isinstance(operation, ops.Call) or operation.by or operation.continues:
                return
            plan = program.events[operation.event]
            if self._only_tells(operation):
                self.mask |= self.suspension.event_mask(plan.id) & ~1
                continue
            if plan.code is None or plan.event is None or self._reads_unknown(operation):
                return
            needs = self.sureness.needs_of(plan)
            parts = (plan.event.when, operation.arguments, needs)
            is_known, mask = self._is_untouched(parts), self.mask
            self._pass(plan)
            if is_known:
                yield Check(mask, plan, operation.arguments, needs or (), self.mask)
            is_whole = is_whole and is_known and needs is not None
        self.is_whole = is_whole

    def _only_tells(self, call: ops.Call) -> bool:
        """Return whether a call always happens and changes nothing but what players know, which no
        expression reads."""
        return call.event == "reveal" and not call.skip and not self.program.forbids.get("reveal")

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

    def _is_untouched(self, parts: object) -> bool:
        """Return whether nothing that was written before is read; values and attributes may read
        more than their own texts tell."""
        if not self.written:
            return True
        if any(isinstance(node, e.ValueCall | e.AttributeRead) for node in walk(parts)):
            return False
        return not self.written & reads(self.program, (parts,))
