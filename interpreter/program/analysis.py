"""Compute everything that is known of a program before a match: one pass after the other.

Each pass runs once, in order. The module is written from the program and these results, and the
parts of the machine are made with them. Bodies that a script adds later are not included.

Two passes are here: who answers in place of players, as far as options leave that open, and which
modifiers apply in the order in which their cards came. Where all that can change a value add to it,
or all that can set it set the same constant, the order makes no difference: then it is not kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Final

from dsl.model import expressions as e
from dsl.model import rules
from dsl.model.expressions import StateKey
from dsl.model.steps import Formula
from dsl.model.traits import Either, Operation
from dsl.model.types import BagOf, EntityType, ListOf, SetOf, plain_type
from dsl.model.walk import conjuncts, free_slots, reads_slot
from dsl.records import Record
from dsl.words.arithmetic import Fault
from dsl.words.folding import settled
from interpreter.lower import ops
from interpreter.program.choices import Needs, needs_of
from interpreter.program.folding import Constants, Holders, Invariants, holders
from interpreter.program.memo import circles_of
from interpreter.program.program import EventPlan, Program, RulePlan
from interpreter.program.reads import Checks, ReadSets
from interpreter.program.subscriptions import Subscriptions, Suspension, listening
from interpreter.program.work import Work


def decider_of(program: Program) -> Formula | None:
    """Return who answers in place of a player, None where the options settle that nobody does."""
    rule = program.game.players.decider
    if rule is None:
        return None
    try:
        return None if settled(rule.expression, program.options, None) is None else rule
    except (ValueError, KeyError, Fault):
        return rule


Modifiers = Sequence[RulePlan[rules.Modifier]]

ADDING: Final = frozenset("+-")
ALIKE: Final = frozenset({"*", "min", "max", "and", "or"})
"""Operators of which one follows another in any order."""


def in_order(program: Program, is_single: Sequence[bool]) -> frozenset[int]:
    """Return the numbers of the modifiers whose order matters.

    Args:
        is_single: By definition whether there is never more than one copy of it.
    """
    found: set[int] = set()
    for plans in program.modifiers.values():
        first = [plan for plan in plans if plan.rule.is_first]
        for part in (first, [plan for plan in plans if not plan.rule.is_first]):
            if _is_several(part, is_single) and not _is_any_order(part):
                found.update(plan.number for plan in part)
    return frozenset(found)


def _is_several(plans: Modifiers, is_single: Sequence[bool]) -> bool:
    """Return whether more than one of them can be applied to one value."""
    if len(plans) != 1:
        return len(plans) > 1
    plan = plans[0]
    if own_parameter(plan.rule) is not None:
        return False
    if plan.owner_definition is not None:
        return not is_single[plan.owner_definition]
    return plan.owner_kinds is not None


def _is_any_order(plans: Modifiers) -> bool:
    """Return whether several modifiers come to the same in any order."""
    if plans[0].rule.sets:
        first = plans[0].rule.to
        return isinstance(first, e.Constant) and all(plan.rule.to == first for plan in plans)
    groups = {_group(plan.rule.to, plan.rule.result) for plan in plans}
    return len(groups - {""}) <= 1 and None not in groups


def _group(node: e.Expression, result: int) -> str | None:
    """Return what all those are called that follow one another in any order; "" for no change,
    None for a node in no such group."""
    if isinstance(node, e.Local) and node.slot == result:
        return ""
    if isinstance(node, Either):
        if reads_slot(node.condition, result):
            return None
        groups = {_group(node.then, result), _group(node.otherwise, result)} - {""}
        return groups.pop() if len(groups) == 1 else None if groups else ""
    if isinstance(node, Operation):
        return _of_operator(node, _name(node), result)
    return None


def _of_operator(node: Operation, name: str | None, result: int) -> str | None:
    """Return the group of an operator of which one side is changed and the other is new."""
    left, right = node.left, node.right
    if right is None or name is None:
        return None
    if reads_slot(left, result):
        inner, other = left, right
    else:
        inner, other = right, left
        if node.operator == "-":
            return None
    if reads_slot(other, result):
        return None
    return name if _group(inner, result) in {"", name} else None


def _name(node: Operation) -> str | None:
    """Return the group of an operator. Of bags what is taken and what is added are two, since
    there may be nothing to take yet; of a list the places tell."""
    if isinstance(node.type, BagOf | SetOf):
        return f"bag {node.operator}"
    if isinstance(node.type, ListOf):
        return None
    return "+" if node.operator in ADDING else node.operator if node.operator in ALIKE else None


def own_parameter(rule: rules.Modifier) -> int | None:
    """Return the parameter that has to be the modifier's own card, `where c == self`, or None: it
    need not be asked of other cards."""
    for part in conjuncts(rule.condition):
        if isinstance(part, e.Compare) and part.operator == "==":
            for one, other in ((part.left, part.right), (part.right, part.left)):
                is_self = isinstance(other, e.Role) and other.name == "self"
                if is_self and isinstance(one, e.Local) and one.slot < rule.result:
                    return one.slot
    return None


class Analysis(Record, kw_only=True, eq=False):
    """The results of all passes over a program.

    Attributes:
        fixed: Its expressions that come to the same in every position.
        known: Those that options and the number of players settle.
        work: How much work it may have to do.
        readings: What its texts read.
        can_eliminate, can_pass: Whether anything takes a player out of the match, or a phase.
        decider: Who answers in place of a player, None where nobody does.
        tells_facts: Whether anything tells players a fact.
        listening: The bits of its rules.
        suspension: Which bodies can wait, and for which rules.
        checks: The conditions that are checked between bodies.
        sureness: Which events surely happen.
        needs: By action what its parts read.
        holders: Of cards and of what holds them.
        in_order: The modifiers whose order matters, by number.
        circles: The attributes and values that may need themselves.
    """

    fixed: Invariants
    known: Constants
    work: Work
    readings: ReadSets
    can_eliminate: bool
    can_pass: bool
    decider: Formula | None
    tells_facts: bool
    listening: Subscriptions
    suspension: Suspension
    checks: Checks
    no_fail: NoFail
    needs: tuple[Needs, ...]
    holders: Holders
    in_order: frozenset[int]
    circles: Mapping[object, int]


def analyse(program: Program) -> Analysis:
    """Run all passes over a program; return their results."""
    kinds = {type(op) for op in program.operations}
    called = {op.event for op in program.operations if isinstance(op, ops.Call)}
    readings, bits = ReadSets(program), listening(program)
    suspension = Suspension(program, bits)
    held = holders(program, bits.ruled)
    return Analysis(
        fixed=Invariants(program),
        known=Constants(program, everyone_stays="eliminate" not in called),
        work=Work(program),
        readings=readings,
        can_eliminate="eliminate" in called,
        can_pass="pass" in called or ops.Passed in kinds,
        decider=decider_of(program),
        tells_facts=ops.Learn in kinds,
        listening=bits,
        suspension=suspension,
        checks=Checks(program, readings, suspension),
        no_fail=NoFail(program),
        needs=tuple(needs_of(program, plan) for plan in program.actions),
        holders=held,
        in_order=in_order(program, held.single),
        circles=circles_of(program, readings),
    )


_HARMLESS = (ops.Let, ops.Learn, ops.Branch, ops.Jump, ops.Return, ops.LoopStart, ops.LoopNext)

Field = tuple[StateKey, e.Expression | None]


class NoFail:
    """Decides which events of a program surely happen in a cost once their conditions hold.

    Steps that could fail a cost are looked at one by one: taking away what was there by the
    condition, paying an amount that is payable, moving to where there is room. What is not proved
    is not sure.
    """

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
        needed = [call.arguments[number] for number in call.skip]
        if not all(isinstance(each, e.Local) and each.slot in there for each in needed):
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
