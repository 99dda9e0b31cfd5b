"""Make actions ready: their closures, and what of them the generated module has as functions."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from dsl.model.expressions import Local
from dsl.model.types import Type
from dsl.model.walk import walk
from interpreter.compile.closures import Closure
from interpreter.compile.early import early_conditions
from interpreter.compile.glances import Glance, Glances
from interpreter.compile.needs import needs_of
from interpreter.compile.plans import ActionPlan
from interpreter.compile.presence import room_for
from interpreter.compile.simple import is_one_choice
from interpreter.graph.ops import FIRST_SLOT
from interpreter.run.machine import Machine
from interpreter.run.verdicts import Verdict, verdict_of
from interpreter.state.record import State
from interpreter.state.values import Locals
from interpreter.writing.offers import can_name, rest_of


class Asked(NamedTuple):
    """What one parameter of an action asks."""

    slot: int
    source: Closure
    when: Closure | None
    condition: Closure | None
    mode: str
    type: Type


class Ready:
    """An action with its closures."""

    def __init__(self, machine: Machine, plan: ActionPlan, glances: Glances) -> None:
        close = machine.evaluator.closure
        self.machine = machine
        action = plan.action
        self.plan = plan
        self.parameters = action.parameters
        self.sources = [close(p.source) for p in action.parameters]
        self.whens = [close(p.when) if p.when else None for p in action.parameters]
        self.numbers = [close(p.number) if p.number else None for p in action.parameters]
        self.conditions = [close(p.condition) if p.condition else None for p in action.parameters]
        self.count = len(action.parameters)
        self.asked = [
            Asked(i + FIRST_SLOT, source, when, condition, p.mode, p.source.type)
            for i, (p, source, when, condition) in enumerate(
                zip(self.parameters, self.sources, self.whens, self.conditions, strict=True)
            )
        ]
        self.work = machine.evaluator.work.of(action.when)
        """What asking its `when` takes."""
        self.early = [close(condition) for condition in early_conditions(action)]
        self.when: Closure | None = close(action.when) if action.when else None
        self.glances = glances
        self.limits = action.limits
        self.room = room_for(len(action.slots), 0)
        cost = plan.cost
        operations = machine.program.operations[cost.first : cost.last] if cost else ()
        self.cost_reads_parameters = self._reads_parameters(*operations)
        self.comes_first = bool(cost) and not self._reads_parameters(*operations, action.when)
        """Whether its `when` and cost can be asked before anything is chosen."""
        self.is_free = plan.cost is None and self.when is None
        self.can = machine.functions.get(can_name(plan))
        """Its compiled function, if there is one: see `interpreter.writing.offers`."""
        self.needs = needs_of(machine.program, plan)
        self.rests = [
            None if self.can is None else self._rest(place)
            for place in range(len(action.parameters) + 1)
        ]
        """For each place the compiled function for what is left, and the slots it is told."""
        self.matters = [self.needs.matters(place) for place in range(len(action.parameters))]
        """For each parameter whether the rest depends on its answer."""
        self.is_bare = not (action.parameters or action.limits or action.slots)
        """Whether it is taken whenever it can be paid; nothing else matters."""
        self.is_simple = is_one_choice(plan)
        """Whether it can be taken just when the list of its only parameter is not empty."""
        self.paid = next((n for n, a in machine.program.paying.items() if a == plan.number), -1)
        """The operation at which its cost has been paid."""

    def _rest(self, place: int) -> tuple[Callable[..., bool | None], list[int]] | None:
        name, read = rest_of(self.plan, self.needs, place)
        function = self.machine.functions.get(name)
        return None if function is None else (function, [slot + FIRST_SLOT for slot in read])

    @cached_property
    def verdict(self) -> Verdict:
        """Return the compiled verdict on the action, else one by closures."""
        compiled = self.machine.verdicts.get(self.plan.number)
        if compiled is not None:
            return compiled
        can = self.can
        if can is None:
            return self.careful

        def verdict(st: State, L: Locals) -> bool | None:
            if st.given_values is not None:
                return self.careful(st, L)
            return can(st, L[0], L[1])

        return verdict

    @cached_property
    def careful(self) -> Verdict:
        """Return the verdict by closures, which ask what scripts say of values."""
        return verdict_of(self.machine, self.when, self.glance, costs=self.plan.cost is not None)

    @cached_property
    def glance(self) -> Glance | None:
        """Return what can be asked of the cost before it is tried."""
        return self.glances.of(self.plan)

    def _reads_parameters(self, *texts: object) -> bool:
        count = len(self.parameters)
        return any(isinstance(n, Local) and n.slot < count for n in walk(texts))
