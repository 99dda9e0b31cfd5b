"""Decide which type fits where, and what two types have in common.

A maybe where a plain value is needed is made explicit by `lift`; a value that has to change its
form to fit a place (a list read as a set, a zone read as its cards) is changed by `fit`. `active`
has the type of a player, and is nobody while no turn goes on. What is done with nobody is none,
and a step with it is skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import cast

from msgspec.structs import replace

from dsl.check.scopes.scope import Scope
from dsl.check.scopes.world import World
from dsl.model import expressions as e
from dsl.model.amounts import NOTHING, Pairs, add, of_bag, open_part
from dsl.model.expressions import (
    CardsOf,
    Conditional,
    Constant,
    Expression,
    Fold,
    Lifted,
    ListOfItems,
    Local,
    Lookup,
    Primitive,
    Role,
    ValueCall,
    ZoneCards,
    ZoneRef,
)
from dsl.model.types import (
    INT,
    NONE,
    PLAYER,
    UNKNOWN,
    AmountOf,
    BagOf,
    DefinitionType,
    EntityType,
    EnumType,
    ListOf,
    Maybe,
    SetOf,
    TargetType,
    Type,
    ZoneType,
    element_of,
    is_ordered,
    maybe,
    plain_type,
)


def may_be_nobody(node: Expression, scope: Scope) -> bool:
    """Return whether a value is none outside of turns, its type being no maybe."""
    if isinstance(node.type, Maybe):
        return False
    match node:
        case Role(name):
            return name == "active"
        case Local(slot):
            return slot in scope.slots.nobody
        case ValueCall(value):
            return value in scope.world.nobody_values
    return any(
        may_be_nobody(part, scope)
        for part in [value for _, value in e.bindings(node)] or [*e.results(node)]
    )


def or_else(node: Expression, fallback: Expression, scope: Scope) -> Expression:
    """Return a value that is never nobody: else the fallback stands in."""
    if not may_be_nobody(node, scope):
        return node
    return Primitive("default", (node, fallback), fallback.type)


KindBound = (EntityType, TargetType, DefinitionType, ZoneType)
Collection = (ListOf, SetOf, BagOf)

# --- relations --------------------------------------------------------------------------------


def is_open(type_: Type) -> bool:
    """Return whether nothing has said yet what is inside: the type of `[]` and `none`."""
    return type_ == NONE or (isinstance(type_, Maybe | ListOf | SetOf | BagOf)
                             and (type_.of == UNKNOWN or is_open(type_.of)))  # fmt: skip


def kind_fits(actual: str, expected: str, world: World) -> bool:
    """Return whether a kind is another or extends it; `""` stands for any kind."""
    return expected == "" or expected in world.lineage(actual)


def fits(actual: Type, expected: Type, world: World) -> bool:
    """Return whether a value of one type can stand where another is expected, as it is."""
    if UNKNOWN in (actual, expected) or actual == expected:
        return True
    if isinstance(expected, Maybe):
        return actual == NONE or fits(plain_type(actual), expected.of, world)
    if isinstance(actual, KindBound) and type(actual) is type(expected):
        return kind_fits(actual.kind, expected.kind, world)
    if isinstance(actual, EntityType) and isinstance(expected, TargetType):
        return kind_fits(actual.kind, expected.kind, world)
    if isinstance(actual, ListOf | SetOf) and isinstance(expected, ListOf):
        return fits(actual.of, expected.of, world)
    if isinstance(actual, SetOf | BagOf | AmountOf) and type(actual) is type(expected):
        return fits(actual.of, expected.of, world)
    return False


def join(first: Type, second: Type, world: World) -> Type | None:
    """Return the narrowest type that both fit, or None."""
    if first == UNKNOWN or second == UNKNOWN:
        return first if second == UNKNOWN else second
    if isinstance(first, Maybe) or isinstance(second, Maybe) or NONE in (first, second):
        if NONE in (first, second):
            other = second if first == NONE else first
            return NONE if other == NONE else maybe(other)
        inner = join(plain_type(first), plain_type(second), world)
        return None if inner is None else maybe(inner)
    if isinstance(first, KindBound) and type(first) is type(second):
        return replace(first, kind=_common_kind(first.kind, second.kind, world))
    if _is_target(first) and _is_target(second) and first != second:
        kinds = [each.kind for each in (first, second) if isinstance(each, KindBound)]
        return TargetType(_common_kind(kinds[0], kinds[-1], world))
    if isinstance(first, ListOf | SetOf) and isinstance(second, ListOf | SetOf):
        inner = join(first.of, second.of, world)
        if inner is None:
            return None
        if isinstance(first, SetOf) and isinstance(second, SetOf):
            return SetOf(inner)
        return ListOf(inner, is_ordered(first) and is_ordered(second))
    if isinstance(first, BagOf) and isinstance(second, BagOf):
        inner = join(first.of, second.of, world)
        return None if inner is None else BagOf(inner)
    if isinstance(first, BagOf | AmountOf) and isinstance(second, BagOf | AmountOf):
        inner = join(first.of, second.of, world)
        return None if inner is None else AmountOf(inner)
    if is_open(first) or is_open(second):
        other = second if is_open(first) else first
        return other if isinstance(other, Collection) else None
    return first if first == second else None


def _common_kind(first: str, second: str, world: World) -> str:
    """Return the nearest kind that two kinds are or extend, or `""`."""
    bases = world.lineage(second)
    return next((kind for kind in world.lineage(first) if kind in bases), "")


def _is_target(type_: Type) -> bool:
    """Return whether a value is a card, a player, or one of the two."""
    return type_ == PLAYER or isinstance(type_, EntityType | TargetType)


def comparable(first: Type, second: Type, world: World) -> bool:
    """Return whether `==` between the two can ever hold; none can equal any maybe."""
    first, second = plain_type(first), plain_type(second)
    if NONE in (first, second) or UNKNOWN in (first, second):
        return True
    if isinstance(first, ListOf | SetOf) and isinstance(second, ListOf | SetOf):
        return comparable(first.of, second.of, world)
    if isinstance(first, BagOf | AmountOf) and isinstance(second, BagOf | AmountOf):
        return comparable(first.of, second.of, world)
    if isinstance(first, Collection) and isinstance(second, Collection):
        return is_open(first) or is_open(second)
    if isinstance(first, TargetType) != isinstance(second, TargetType):
        kinds = [each.kind for each in (first, second) if isinstance(each, EntityType | TargetType)]
        return len(kinds) == 2 and comparable(EntityType(kinds[0]), EntityType(kinds[1]), world)
    return fits(first, second, world) or fits(second, first, world)


# --- changing form ----------------------------------------------------------------------------


def lift(
    scope: Scope, operands: Sequence[Expression], build: Callable[[list[Expression]], Expression]
) -> Expression:
    """Build a node over plain operands; those that may be none become locals of a `Lifted`.

    Where one operand is UNKNOWN, so is the result.
    """
    if any(operand.type == UNKNOWN for operand in operands):
        return Constant(None, UNKNOWN)
    slots: list[int] = []
    values: list[Expression] = []
    plain: list[Expression] = []
    for operand in operands:
        if isinstance(operand.type, Maybe) or may_be_nobody(operand, scope):
            slots.append(scope.slots.add("", plain_type(operand.type)))
            values.append(operand)
            plain.append(Local(slots[-1], "", plain_type(operand.type)))
        else:
            plain.append(operand)
    body = build(plain)
    if not slots or body.type == UNKNOWN:
        return body
    is_maybe = any(isinstance(value.type, Maybe) for value in values)
    return Lifted(tuple(slots), tuple(values), body, maybe(body.type) if is_maybe else body.type)


def each_by_itself(many: Expression) -> Expression:
    """Return a list that is written out as one that may hold nones: `x in [a, b]` asks `x == a or
    x == b`, so that an `a` that is none does not make a none of the whole list."""
    if not isinstance(many, Lifted) or not isinstance(many.body, ListOfItems):
        return many
    lifted = dict(zip(many.slots, many.values, strict=True))
    items = [lifted.get(i.slot, i) if isinstance(i, Local) else i for i in many.body.items]
    return ListOfItems(tuple(items), ListOf(maybe(element_of(many.type))))


def as_zone(expression: Expression) -> Expression:
    """Return the zone itself where an expression reads its cards; anything else as it is."""
    match expression:
        case ZoneCards(zone, of, ListOf(EntityType(kind))):
            return ZoneRef(zone, of, ZoneType(kind))
        case CardsOf(zone):
            return zone
        case Conditional(condition, then, otherwise):
            return _conditional_zone(expression, condition, as_zone(then), as_zone(otherwise))
        case Lifted(slots, values, body):
            inner = as_zone(body)
            type_ = maybe(inner.type) if isinstance(expression.type, Maybe) else inner.type
            return Lifted(slots, values, inner, type_)
    return expression


def as_card(expression: Expression, scope: Scope) -> Expression:
    """Return the card, or none, where an expression reads the cards of a zone that has room for
    one; anything else as it is."""
    match expression:
        case ZoneCards(key, _, ListOf(EntityType() as card)) if scope.world.zones[key].holds_one:
            return Primitive("first", (expression,), Maybe(card))
        case Lifted(slots, values, body):
            inner = as_card(body, scope)
            return expression if inner is body else Lifted(slots, values, inner, inner.type)
    return expression


def as_cards(left: Expression, right: Expression, scope: Scope) -> tuple[Expression, Expression]:
    """Return both sides, a zone that has room for one as its card where the other side is one."""
    if isinstance(plain_type(left.type), EntityType | TargetType) or left.type == NONE:
        return left, as_card(right, scope)
    if isinstance(plain_type(right.type), EntityType | TargetType) or right.type == NONE:
        return as_card(left, scope), right
    return left, right


def _conditional_zone(
    original: Expression, condition: Expression, then: Expression, otherwise: Expression
) -> Expression:
    """Return a conditional of two zones, or the original where they are none."""
    first, second = plain_type(then.type), plain_type(otherwise.type)
    if not isinstance(first, ZoneType) or not isinstance(second, ZoneType):
        return original
    kind = first.kind if first == second else ""
    type_: Type = ZoneType(kind)
    if isinstance(then.type, Maybe) or isinstance(otherwise.type, Maybe):
        type_ = Maybe(type_)
    return Conditional(condition, then, otherwise, type_)


def read_zone(expression: Expression, scope: Scope) -> Expression:
    """Return the cards of a zone where an expression is one; anything else as it is."""
    if not isinstance(plain_type(expression.type), ZoneType):
        return expression
    return lift(scope, [expression], lambda plain: _cards(plain[0], scope))


def _cards(zone: Expression, scope: Scope) -> Expression:
    """Return the cards of a plain zone."""
    kind = zone.type.kind if isinstance(zone.type, ZoneType) else ""
    if isinstance(zone, ZoneRef):
        ordered = scope.world.zones[zone.zone].order == "stack"
        return ZoneCards(zone.zone, zone.of, ListOf(EntityType(kind), ordered))
    return CardsOf(zone, ListOf(EntityType(kind), False))


def fit(expression: Expression, expected: Type, scope: Scope) -> Expression | None:
    """Return the expression in the form a place expects, or None where it cannot stand there."""
    world = scope.world
    if fits(expression.type, expected, world):
        if isinstance(expression, Constant) and is_open(expression.type):
            return replace(expression, type=expected)
        return expression
    if isinstance(plain_type(expected), ZoneType):
        zone = as_zone(expression)
        return zone if zone is not expression and fits(zone.type, expected, world) else None
    if isinstance(plain_type(expected), EntityType | TargetType):
        card = as_card(expression, scope)
        if card is not expression:
            return card if fits(card.type, expected, world) else None
    if isinstance(expected, TargetType) and expression.type == PLAYER:
        return lift(scope, [expression], lambda one: Primitive("as-target", (*one,), expected))
    if isinstance(expected, Maybe):
        if isinstance(expression.type, Maybe):
            probe = fit(Local(0, "", expression.type.of), expected.of, scope)
            if probe is None:
                return None
            return lift(
                scope, [expression], lambda plain: fit(plain[0], expected.of, scope) or probe
            )
        return fit(expression, expected.of, scope)
    if isinstance(expression.type, Maybe):
        return None
    if isinstance(expected, AmountOf):
        bag = fit(expression, BagOf(expected.of), scope)
        return None if bag is None else _amount_of(bag, expected, scope.world)
    world = scope.world
    if isinstance(expected, ListOf | SetOf) and isinstance(expression.type, ZoneType):
        return fit(read_zone(expression, scope), expected, scope)
    if not isinstance(expression.type, ListOf):
        return None
    if isinstance(expected, ListOf) and isinstance(plain_type(expected.of), TargetType):
        return _each_as_target(expression, expression.type.of, expected, scope)
    if isinstance(expected, SetOf) and fits(expression.type.of, expected.of, world):
        return Primitive("to-set", (expression,), expected)
    if isinstance(expected, BagOf) and is_open(expression.type):
        return Constant((), expected)
    return None


def _each_as_target(
    many: Expression, of: Type, expected: ListOf, scope: Scope
) -> Expression | None:
    """Return a list of players as a list of targets; None where it holds anything else."""
    slot = scope.slots.add("it", of)
    body = fit(Local(slot, "it", of), expected.of, scope)
    return None if body is None else Fold("each", many, slot, body, None, expected)


def _amount_of(bag: Expression, wanted: AmountOf, world: World) -> Expression:
    """Return a bag as an amount: each unit may be paid by a wild member, too."""
    wild = wild_of(wanted.of, world)
    if isinstance(bag, Constant) and bag.type != UNKNOWN:
        pairs = cast(Pairs, bag.value)
        parts = (of_bag((each,)) if each[0] in wild else open_part(each[1], (each[0], *wild))
                 for each in pairs)  # fmt: skip
        return Constant(reduce(add, parts, NOTHING) if wild else of_bag(pairs), wanted)
    if not wild or not isinstance(wanted.of, EnumType):
        return Primitive("to-amount", (bag,), wanted)
    members = [Constant(n, wanted.of) for n in range(len(world.enums[wanted.of.name].members))]
    found: Expression | None = None
    for number, member in enumerate(members):
        ways = [member] if number in wild else [member, *(members[n] for n in wild)]
        held = Lookup(bag, member, INT)
        keys = ListOfItems(tuple(ways), ListOf(wanted.of))
        part = Primitive("open-units", (held, keys), wanted)
        found = part if found is None else Primitive("add-amounts", (found, part), wanted)
    return found or Constant(NOTHING, wanted)


def wild_of(keys: Type, world: World) -> tuple[int, ...]:
    """Return the numbers of the members that pay in the place of any other."""
    enum = world.enums.get(keys.name) if isinstance(keys, EnumType) else None
    return () if enum is None else enum.wild
