"""Find the events that surely happen in a cost once their conditions hold.

Steps that could fail a cost are looked at one by one: taking away what was there by the condition,
paying an amount that is payable, moving to where there is room. What is not proved is not sure.
"""

from __future__ import annotations

from collections.abc import Set

from dsl.model import expressions as e
from dsl.model.expressions import StateKey
from dsl.model.types import EntityType, plain_type
from dsl.model.walk import conjuncts, free_slots
from interpreter.lower import ops
from interpreter.program.program import EventPlan, Program

_HARMLESS = (ops.Let, ops.Learn, ops.Branch, ops.Jump, ops.Return, ops.LoopStart, ops.LoopNext)

Field = tuple[StateKey, e.Expression | None]


class NoFail:
    """Decides which events of a program cannot fail."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.known: dict[str, tuple[e.Expression, ...] | None] = {}

    def needs_of(self, plan: EventPlan) -> tuple[e.Expression, ...] | None:
        """Return the lists of an event that must not be empty for it to happen whenever its `when`
        holds and no rule acts on it; None where that is not sure."""
        if plan.id not in self.known:
            self.known[plan.id] = None  # one that comes back to itself is not sure
            self.known[plan.id] = self._needs_of(plan)
        return self.known[plan.id]

    def _needs_of(self, plan: EventPlan) -> tuple[e.Expression, ...] | None:
        program = self.program
        watches = program.game.policy.watch == "event"
        if plan.code is None or plan.event is None or program.forbids.get(plan.id) or watches:
            return None
        operations = program.operations[plan.code.first : plan.code.last]
        facts = tuple(conjuncts(plan.event.when.expression)) if plan.event.when else ()
        loops = any(isinstance(each, ops.LoopStart) for each in operations)
        body = _Body(self, facts, plan.code.given, loops)
        return tuple(body.needs) if all(body.goes_on(each) for each in operations) else None

    def of_call(self, call: ops.Call, there: Set[int]) -> bool:
        """Return whether a call within an event cannot fail.

        Args:
            there: Slots that are not none.
        """
        if call.by or call.continues or call.collect is not None:
            return False
        if not all(_slot(call.arguments[number]) in there for number in call.skip):
            return False
        plan = self.program.events[call.event]
        if plan.native:
            return plan.needs_room and self.has_room(call)
        return plan.event is not None and plan.event.when is None and self.needs_of(plan) == ()

    def has_room(self, move: ops.Call) -> bool:
        """Return whether a card can always be moved there, and leaves nothing behind."""
        zone = move.arguments[1]
        if not isinstance(zone, e.ZoneRef) or self.may_leave_cards(move):
            return False
        family = self.program.families[self.program.family_numbers[zone.zone]]
        is_open = family.limit is None and family.slots is None
        return is_open and not self.program.forbids.get(move.event)

    def may_leave_cards(self, move: ops.Call) -> bool:
        """Return whether what is moved may hold cards itself."""
        card = move.arguments[0].type
        kind = plain_type(card)
        return not isinstance(kind, EntityType) or self._owns_zones(kind)

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
        needs: Lists that are chosen from first of all.
        there: Slots of what was chosen from them.
        bound: Slots that have been bound by a `let`.
        changed: State that has changed since the condition held.
    """

    def __init__(
        self, no_fail: NoFail, facts: tuple[e.Expression, ...], given: int, loops: bool
    ) -> None:
        self.no_fail, self.facts, self.given, self.loops = no_fail, facts, given, loops
        self.needs: list[e.Expression] = []
        self.there: set[int] = set()
        self.is_at_start = True
        self.within: dict[int, Field] = {}
        self.bound: set[int] = set()
        self.changed: set[StateKey] = set()

    def goes_on(self, op: ops.Operation | None) -> bool:
        """Return whether a step cannot fail."""
        if isinstance(op, ops.Choose) and op.mode == "one":
            return self._chooses_first(op)
        self.is_at_start = self.is_at_start and isinstance(op, ops.Let)
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
        return isinstance(op, ops.Call) and not self.loops and self.no_fail.of_call(op, self.there)

    def _chooses_first(self, op: ops.Choose) -> bool:
        """Return whether an element is chosen before anything else is done, from a list that can
        be read beforehand."""
        is_plain = op.condition is None and op.by is None and not op.by_chance
        if (
            not is_plain
            or not self.is_at_start
            or max(free_slots(op.source), default=-1) >= self.given
        ):
            return False
        self.needs.append(op.source)
        self.there.add(op.slot)
        return True

    def _note(self, op: ops.Let) -> None:
        """Note what a bag lies within that is another one; bound anew it is no longer known."""
        value = _unless_none(op.value)
        known = self.within.get(value.slot) if isinstance(value, e.Local) else None
        if known is not None and op.slot not in self.bound:
            self.within[op.slot] = known
        else:
            self.within.pop(op.slot, None)
        self.bound.add(op.slot)
        self.there.discard(op.slot)

    def _is_there(self, op: ops.Change) -> bool:
        """Return whether the removed amount was there when the condition held, and still is."""
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


def _slot(node: e.Expression) -> int | None:
    """Return the slot that an expression reads, if it is nothing else."""
    return node.slot if isinstance(node, e.Local) else None


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
