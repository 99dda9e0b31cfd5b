"""Say which events surely happen in a cost once their conditions hold.

Steps that could fail a cost are looked at one by one: taking away what was there by the condition,
paying an amount that is payable, moving to where there is room. What is not proved is not sure.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dsl.model import expressions as e
from dsl.model.expressions import StateKey
from dsl.model.types import EntityType
from interpreter.compile.plans import EventPlan
from interpreter.compile.program import Program
from interpreter.graph import ops

_HARMLESS = (ops.Let, ops.Branch, ops.Jump, ops.Return, ops.LoopStart, ops.LoopNext)

Field = tuple[StateKey, e.Expression | None]


class Sureness:
    """What is known of the events of a program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.known: dict[str, bool] = {}

    def of_event(self, plan: EventPlan) -> bool:
        """Return whether an event happens whenever its `when` holds and no rule acts on it."""
        if plan.id not in self.known:
            self.known[plan.id] = False  # one that comes back to itself is not sure
            self.known[plan.id] = self._is_sure(plan)
        return self.known[plan.id]

    def _is_sure(self, plan: EventPlan) -> bool:
        program = self.program
        watches = program.game.policy.watch == "event"
        if plan.code is None or plan.event is None or program.forbids.get(plan.id) or watches:
            return False
        operations = program.operations[plan.code.first : plan.code.last]
        facts = tuple(_conjuncts(plan.event.when.expression)) if plan.event.when else ()
        body = _Body(self, facts, any(isinstance(each, ops.LoopStart) for each in operations))
        return all(body.goes_on(each) for each in operations)

    def of_call(self, call: ops.Call) -> bool:
        """Return whether a call within an event cannot fail."""
        if call.by or call.skip or call.continues or call.collect is not None:
            return False
        plan = self.program.events[call.event]
        if plan.native:
            return call.event == "move" and self._has_room(call)
        return plan.event is not None and plan.event.when is None and self.of_event(plan)

    def _has_room(self, move: ops.Call) -> bool:
        """Return whether a card can always be moved there, and leaves nothing behind."""
        card, zone = move.arguments[0], move.arguments[1]
        if not isinstance(zone, e.ZoneRef) or not isinstance(card.type, EntityType):
            return False
        family = self.program.families[self.program.family_numbers[zone.zone]]
        is_open = family.limit is None and family.slots is None
        return is_open and not self.program.forbids.get("move") and not self._owns_zones(card.type)

    def _owns_zones(self, type_: EntityType) -> bool:
        zones = self.program.layout.kind_zones
        return any(
            zones[definition.kind]
            for definition in self.program.game.definitions
            if type_.kind in self.program.ancestors[definition.kind]
        )


class _Body:
    """The steps of one event, gone through in order.

    Attributes:
        facts: What its condition says.
        within: For each bag chosen, or bound to one chosen, what it lies within.
        bound: Slots that have been bound by a `let`.
        changed: State that has changed since the condition held.
    """

    def __init__(self, sureness: Sureness, facts: tuple[e.Expression, ...], loops: bool) -> None:
        self.sureness, self.facts, self.loops = sureness, facts, loops
        self.within: dict[int, Field] = {}
        self.bound: set[int] = set()
        self.changed: set[StateKey] = set()

    def goes_on(self, op: Any) -> bool:
        """Return whether a step cannot fail."""
        if isinstance(op, ops.Let):
            self._note(op)
        if isinstance(op, _HARMLESS):
            return True
        if isinstance(op, ops.Change):
            sure = op.operator != "subtract" or self._is_there(op)
            self.changed.add(op.state)
            return sure
        if isinstance(op, ops.Choose):
            return self._can_choose(op)
        return isinstance(op, ops.Call) and not self.loops and self.sureness.of_call(op)

    def _note(self, op: ops.Let) -> None:
        """Note what a bag lies within that is another one; bound anew it is no longer known."""
        value = _unless_none(op.value)
        known = self.within.get(value.slot) if isinstance(value, e.Local) else None
        if known is not None and op.slot not in self.bound:
            self.within[op.slot] = known
        else:
            self.within.pop(op.slot, None)
        self.bound.add(op.slot)

    def _is_there(self, op: ops.Change) -> bool:
        """Return whether what is taken away was there when the condition held, and still is."""
        if self.loops or op.state in self.changed:
            return False
        field = (op.state, op.of)
        if isinstance(op.value, e.Local) and self.within.get(op.value.slot) == field:
            return True
        return any(
            isinstance(fact, e.Compare)
            and (
                (fact.operator == "<=" and fact.left == op.value and _field(fact.right) == field)
                or (fact.operator == ">=" and fact.right == op.value and _field(fact.left) == field)
            )
            for fact in self.facts
        )

    def _can_choose(self, op: ops.Choose) -> bool:
        """Return whether a bag that pays an amount is there by the condition."""
        is_plain = op.mode == "amount" and op.condition is None and op.by is None
        field = _field(op.number)
        if not is_plain or op.number is None or field is None or field[0] in self.changed:
            return False
        self.within[op.slot] = field
        return any(
            isinstance(fact, e.Primitive)
            and fact.name == "payable"
            and fact.arguments == (op.number, op.source)
            for fact in self.facts
        )


def _conjuncts(node: e.Expression | None) -> Iterator[e.Expression]:
    """Yield what must all hold for a condition to hold."""
    if isinstance(node, e.Logic) and node.operator == "and":
        yield from _conjuncts(node.left)
        yield from _conjuncts(node.right)
    elif node is not None:
        yield node


def _unless_none(node: e.Expression) -> e.Expression:
    """Return what stands before an empty bag in `default(…, [])`, else the expression itself."""
    if isinstance(node, e.Primitive) and node.name == "default":
        value, otherwise = node.arguments
        if isinstance(otherwise, e.Constant) and otherwise.value == ():
            return value
    return node


def _field(node: e.Expression | None) -> Field | None:
    """Return the state that an expression reads, if it is nothing else."""
    return (node.state, node.of) if isinstance(node, e.StateRead) else None
