"""Compute everything that is known of a program before a match: one pass after the other.

Each pass runs once, in order. The module is written from the program and these results, and the
parts of the machine are made with them. Bodies that a script adds later are not included.

Two passes are here: who answers in place of players, as far as options leave that open, and which
modifiers apply in the order in which their cards came. Where all that can change a value add to it,
or all that can set it set the same constant, the order makes no difference: then it is not kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from dsl.model import expressions as e
from dsl.model import rules
from dsl.model.steps import Formula
from dsl.model.traits import Either, Operation
from dsl.model.types import BagOf, ListOf, SetOf
from dsl.model.walk import conjuncts, reads_slot
from dsl.records import Record
from dsl.words.arithmetic import Fault
from dsl.words.folding import settled
from interpreter.lower import ops
from interpreter.program.choices import Needs, needs_of
from interpreter.program.folding import Constants, Holders, Invariants, holders
from interpreter.program.memo import circles_of
from interpreter.program.no_fail import NoFail
from interpreter.program.program import Program, RulePlan
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
