"""Decide which type fits where, and what two types have in common; read targets.

A maybe where a plain value is needed is made explicit by `lift`; a value that has to change its
form to fit a place (a list read as a set, a zone read as its cards) is changed by `fit`. `active`
has the type of a player, and is nobody while no turn goes on. What is done with nobody is none,
and a step with it is skipped.

`scopes.types.fit` puts a player where a target belongs; a card can stand there as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import cast

from msgspec.structs import replace

from dsl.check.scopes.scope import Scope
from dsl.check.scopes.world import World
from dsl.model import expressions as e
from dsl.model import types as t
from dsl.model.amounts import NOTHING, Pairs, add, of_bag, open_part
from dsl.model.expressions import Expression, Local, Primitive


def may_be_nobody(node: e.Expression, scope: Scope) -> bool:
    """Return whether a value is none outside of turns, its type being no maybe."""
    if isinstance(node.type, t.Maybe):
        return False
    match node:
        case e.Role(name):
            return name == "active"
        case e.Local(slot):
            return slot in scope.slots.nobody
        case e.ValueCall(value):
            return value in scope.world.nobody_values
    return any(
        may_be_nobody(part, scope)
        for part in [value for _, value in e.bindings(node)] or [*e.results(node)]
    )


def or_else(node: e.Expression, fallback: e.Expression, scope: Scope) -> e.Expression:
    """Return a value that is never nobody: else the fallback stands in."""
    if not may_be_nobody(node, scope):
        return node
    return e.Primitive("default", (node, fallback), fallback.type)


KindBound = (t.EntityType, t.TargetType, t.DefinitionType, t.ZoneType)
Collection = (t.ListOf, t.SetOf, t.BagOf)

# --- relations --------------------------------------------------------------------------------


def is_open(type_: t.Type) -> bool:
    """Return whether nothing has said yet what is inside: the type of `[]` and `none`."""
    return type_ == t.NONE or (isinstance(type_, t.Maybe | t.ListOf | t.SetOf | t.BagOf)
                             and (type_.of == t.UNKNOWN or is_open(type_.of)))  # fmt: skip


def kind_fits(actual: str, expected: str, world: World) -> bool:
    """Return whether a kind is another or extends it; `""` stands for any kind."""
    return expected == "" or expected in world.lineage(actual)


def fits(actual: t.Type, expected: t.Type, world: World) -> bool:
    """Return whether a value of one type can stand where another is expected, as it is."""
    if t.UNKNOWN in (actual, expected) or actual == expected:
        return True
    if isinstance(expected, t.Maybe):
        return actual == t.NONE or fits(t.plain_type(actual), expected.of, world)
    if isinstance(actual, KindBound) and type(actual) is type(expected):
        return kind_fits(actual.kind, expected.kind, world)
    if isinstance(actual, t.EntityType) and isinstance(expected, t.TargetType):
        return kind_fits(actual.kind, expected.kind, world)
    if isinstance(actual, t.ListOf | t.SetOf) and isinstance(expected, t.ListOf):
        return fits(actual.of, expected.of, world)
    if isinstance(actual, t.SetOf | t.BagOf | t.AmountOf) and type(actual) is type(expected):
        return fits(actual.of, expected.of, world)
    return False


def join(first: t.Type, second: t.Type, world: World) -> t.Type | None:
    """Return the narrowest type that both fit, or None."""
    if first == t.UNKNOWN or second == t.UNKNOWN:
        return first if second == t.UNKNOWN else second
    if isinstance(first, t.Maybe) or isinstance(second, t.Maybe) or t.NONE in (first, second):
        if t.NONE in (first, second):
            other = second if first == t.NONE else first
            return t.NONE if other == t.NONE else t.maybe(other)
        inner = join(t.plain_type(first), t.plain_type(second), world)
        return None if inner is None else t.maybe(inner)
    if isinstance(first, KindBound) and type(first) is type(second):
        return replace(first, kind=_common_kind(first.kind, second.kind, world))
    if _is_target(first) and _is_target(second) and first != second:
        kinds = [each.kind for each in (first, second) if isinstance(each, KindBound)]
        return t.TargetType(_common_kind(kinds[0], kinds[-1], world))
    if isinstance(first, t.ListOf | t.SetOf) and isinstance(second, t.ListOf | t.SetOf):
        inner = join(first.of, second.of, world)
        if inner is None:
            return None
        if isinstance(first, t.SetOf) and isinstance(second, t.SetOf):
            return t.SetOf(inner)
        return t.ListOf(inner, t.is_ordered(first) and t.is_ordered(second))
    if isinstance(first, t.BagOf) and isinstance(second, t.BagOf):
        inner = join(first.of, second.of, world)
        return None if inner is None else t.BagOf(inner)
    if isinstance(first, t.BagOf | t.AmountOf) and isinstance(second, t.BagOf | t.AmountOf):
        inner = join(first.of, second.of, world)
        return None if inner is None else t.AmountOf(inner)
    if is_open(first) or is_open(second):
        other = second if is_open(first) else first
        return other if isinstance(other, Collection) else None
    return first if first == second else None


def _common_kind(first: str, second: str, world: World) -> str:
    """Return the nearest kind that two kinds are or extend, or `""`."""
    bases = world.lineage(second)
    return next((kind for kind in world.lineage(first) if kind in bases), "")


def _is_target(type_: t.Type) -> bool:
    """Return whether a value is a card, a player, or one of the two."""
    return type_ == t.PLAYER or isinstance(type_, t.EntityType | t.TargetType)


def comparable(first: t.Type, second: t.Type, world: World) -> bool:
    """Return whether `==` between the two can ever hold; none can equal any maybe."""
    first, second = t.plain_type(first), t.plain_type(second)
    if t.NONE in (first, second) or t.UNKNOWN in (first, second):
        return True
    if isinstance(first, t.ListOf | t.SetOf) and isinstance(second, t.ListOf | t.SetOf):
        return comparable(first.of, second.of, world)
    if isinstance(first, t.BagOf | t.AmountOf) and isinstance(second, t.BagOf | t.AmountOf):
        return comparable(first.of, second.of, world)
    if isinstance(first, Collection) and isinstance(second, Collection):
        return is_open(first) or is_open(second)
    if isinstance(first, t.TargetType) != isinstance(second, t.TargetType):
        kinds = [
            each.kind for each in (first, second) if isinstance(each, t.EntityType | t.TargetType)
        ]
        return len(kinds) == 2 and comparable(t.EntityType(kinds[0]), t.EntityType(kinds[1]), world)
    return fits(first, second, world) or fits(second, first, world)


# --- changing form ----------------------------------------------------------------------------


def lift(
    scope: Scope,
    operands: Sequence[e.Expression],
    build: Callable[[list[e.Expression]], e.Expression],
) -> e.Expression:
    """Build a node over plain operands; those that may be none become locals of a `Lifted`.

    Where one operand is UNKNOWN, so is the result.
    """
    if any(operand.type == t.UNKNOWN for operand in operands):
        return e.Constant(None, t.UNKNOWN)
    slots: list[int] = []
    values: list[e.Expression] = []
    plain: list[e.Expression] = []
    for operand in operands:
        if isinstance(operand.type, t.Maybe) or may_be_nobody(operand, scope):
            slots.append(scope.slots.add("", t.plain_type(operand.type)))
            values.append(operand)
            plain.append(e.Local(slots[-1], "", t.plain_type(operand.type)))
        else:
            plain.append(operand)
    body = build(plain)
    if not slots or body.type == t.UNKNOWN:
        return body
    is_maybe = any(isinstance(value.type, t.Maybe) for value in values)
    return e.Lifted(
        tuple(slots), tuple(values), body, t.maybe(body.type) if is_maybe else body.type
    )


def each_by_itself(many: e.Expression) -> e.Expression:
    """Return a list that is written out as one that may hold nones: `x in [a, b]` asks `x == a or
    x == b`, so that an `a` that is none does not make a none of the whole list."""
    if not isinstance(many, e.Lifted) or not isinstance(many.body, e.ListOfItems):
        return many
    lifted = dict(zip(many.slots, many.values, strict=True))
    items = [lifted.get(i.slot, i) if isinstance(i, e.Local) else i for i in many.body.items]
    return e.ListOfItems(tuple(items), t.ListOf(t.maybe(t.element_of(many.type))))


def as_zone(expression: e.Expression) -> e.Expression:
    """Return the zone itself where an expression reads its cards; anything else as it is."""
    match expression:
        case e.ZoneCards(zone, of, t.ListOf(t.EntityType(kind))):
            return e.ZoneRef(zone, of, t.ZoneType(kind))
        case e.CardsOf(zone):
            return zone
        case e.Conditional(condition, then, otherwise):
            return _conditional_zone(expression, condition, as_zone(then), as_zone(otherwise))
        case e.Lifted(slots, values, body):
            inner = as_zone(body)
            type_ = t.maybe(inner.type) if isinstance(expression.type, t.Maybe) else inner.type
            return e.Lifted(slots, values, inner, type_)
    return expression


def as_card(expression: e.Expression, scope: Scope) -> e.Expression:
    """Return the card, or none, where an expression reads the cards of a zone that has room for
    one; anything else as it is."""
    match expression:
        case e.ZoneCards(key, _, t.ListOf(t.EntityType() as card)) if scope.world.zones[
            key
        ].holds_one:
            return e.Primitive("first", (expression,), t.Maybe(card))
        case e.Lifted(slots, values, body):
            inner = as_card(body, scope)
            return expression if inner is body else e.Lifted(slots, values, inner, inner.type)
    return expression


def as_cards(
    left: e.Expression, right: e.Expression, scope: Scope
) -> tuple[e.Expression, e.Expression]:
    """Return both sides, a zone that has room for one as its card where the other side is one."""
    if isinstance(t.plain_type(left.type), t.EntityType | t.TargetType) or left.type == t.NONE:
        return left, as_card(right, scope)
    if isinstance(t.plain_type(right.type), t.EntityType | t.TargetType) or right.type == t.NONE:
        return as_card(left, scope), right
    return left, right


def _conditional_zone(
    original: e.Expression, condition: e.Expression, then: e.Expression, otherwise: e.Expression
) -> e.Expression:
    """Return a conditional of two zones, or the original where they are none."""
    first, second = t.plain_type(then.type), t.plain_type(otherwise.type)
    if not isinstance(first, t.ZoneType) or not isinstance(second, t.ZoneType):
        return original
    kind = first.kind if first == second else ""
    type_: t.Type = t.ZoneType(kind)
    if isinstance(then.type, t.Maybe) or isinstance(otherwise.type, t.Maybe):
        type_ = t.Maybe(type_)
    return e.Conditional(condition, then, otherwise, type_)


def read_zone(expression: e.Expression, scope: Scope) -> e.Expression:
    """Return the cards of a zone where an expression is one; anything else as it is."""
    if not isinstance(t.plain_type(expression.type), t.ZoneType):
        return expression
    return lift(scope, [expression], lambda plain: _cards(plain[0], scope))


def _cards(zone: e.Expression, scope: Scope) -> e.Expression:
    """Return the cards of a plain zone."""
    kind = zone.type.kind if isinstance(zone.type, t.ZoneType) else ""
    if isinstance(zone, e.ZoneRef):
        ordered = scope.world.zones[zone.zone].order == "stack"
        return e.ZoneCards(zone.zone, zone.of, t.ListOf(t.EntityType(kind), ordered))
    return e.CardsOf(zone, t.ListOf(t.EntityType(kind), False))


def fit(expression: e.Expression, expected: t.Type, scope: Scope) -> e.Expression | None:
    """Return the expression in the form a place expects, or None where it cannot stand there."""
    world = scope.world
    if fits(expression.type, expected, world):
        if isinstance(expression, e.Constant) and is_open(expression.type):
            return replace(expression, type=expected)
        return expression
    if isinstance(t.plain_type(expected), t.ZoneType):
        zone = as_zone(expression)
        return zone if zone is not expression and fits(zone.type, expected, world) else None
    if isinstance(t.plain_type(expected), t.EntityType | t.TargetType):
        card = as_card(expression, scope)
        if card is not expression:
            return card if fits(card.type, expected, world) else None
    if isinstance(expected, t.TargetType) and expression.type == t.PLAYER:
        return lift(scope, [expression], lambda one: e.Primitive("as-target", (*one,), expected))
    if isinstance(expected, t.Maybe):
        if isinstance(expression.type, t.Maybe):
            probe = fit(e.Local(0, "", expression.type.of), expected.of, scope)
            if probe is None:
                return None
            return lift(
                scope, [expression], lambda plain: fit(plain[0], expected.of, scope) or probe
            )
        return fit(expression, expected.of, scope)
    if isinstance(expression.type, t.Maybe):
        return None
    if isinstance(expected, t.AmountOf):
        bag = fit(expression, t.BagOf(expected.of), scope)
        return None if bag is None else _amount_of(bag, expected, scope.world)
    world = scope.world
    if isinstance(expected, t.ListOf | t.SetOf) and isinstance(expression.type, t.ZoneType):
        return fit(read_zone(expression, scope), expected, scope)
    if not isinstance(expression.type, t.ListOf):
        return None
    if isinstance(expected, t.ListOf) and isinstance(t.plain_type(expected.of), t.TargetType):
        return _each_as_target(expression, expression.type.of, expected, scope)
    if isinstance(expected, t.SetOf) and fits(expression.type.of, expected.of, world):
        return e.Primitive("to-set", (expression,), expected)
    if isinstance(expected, t.BagOf) and is_open(expression.type):
        return e.Constant((), expected)
    return None


def _each_as_target(
    many: e.Expression, of: t.Type, expected: t.ListOf, scope: Scope
) -> e.Expression | None:
    """Return a list of players as a list of targets; None where it holds anything else."""
    slot = scope.slots.add("it", of)
    body = fit(e.Local(slot, "it", of), expected.of, scope)
    return None if body is None else e.Fold("each", many, slot, body, None, expected)


def _amount_of(bag: e.Expression, wanted: t.AmountOf, world: World) -> e.Expression:
    """Return a bag as an amount: each unit may be paid by a wild member, too."""
    wild = wild_of(wanted.of, world)
    if isinstance(bag, e.Constant) and bag.type != t.UNKNOWN:
        pairs = cast(Pairs, bag.value)
        parts = (of_bag((each,)) if each[0] in wild else open_part(each[1], (each[0], *wild))
                 for each in pairs)  # fmt: skip
        return e.Constant(reduce(add, parts, NOTHING) if wild else of_bag(pairs), wanted)
    if not wild or not isinstance(wanted.of, t.EnumType):
        return e.Primitive("to-amount", (bag,), wanted)
    members = [e.Constant(n, wanted.of) for n in range(len(world.enums[wanted.of.name].members))]
    found: e.Expression | None = None
    for number, member in enumerate(members):
        ways = [member] if number in wild else [member, *(members[n] for n in wild)]
        held = e.Lookup(bag, member, t.INT)
        keys = e.ListOfItems(tuple(ways), t.ListOf(wanted.of))
        part = e.Primitive("open-units", (held, keys), wanted)
        found = part if found is None else e.Primitive("add-amounts", (found, part), wanted)
    return found or e.Constant(NOTHING, wanted)


def wild_of(keys: t.Type, world: World) -> tuple[int, ...]:
    """Return the numbers of the members that pay in the place of any other."""
    enum = world.enums.get(keys.name) if isinstance(keys, t.EnumType) else None
    return () if enum is None else enum.wild


def as_targets(left: Expression, right: Expression, scope: Scope) -> tuple[Expression, Expression]:
    """Return both sides of a comparison, players as targets where the other side is some."""
    first, second = (t.element_of(x.type) if t.is_list(x.type) else x.type for x in (left, right))
    if isinstance(t.plain_type(first), t.TargetType):
        return left, _as_target(right, t.plain_type(first), scope)
    if isinstance(t.plain_type(second), t.TargetType):
        return _as_target(left, t.plain_type(second), scope), right
    return left, right


def _as_target(found: Expression, target: t.Type, scope: Scope) -> Expression:
    wanted = t.ListOf(target) if t.is_list(found.type) else target
    is_of_players = t.PLAYER in (t.element_of(found.type), t.plain_type(found.type))
    return (fit(found, t.maybe(wanted), scope) if is_of_players else None) or found


def known(name: str, slot: int, type_: t.Type, scope: Scope) -> Expression:
    """Return the read of a local, with what is known of it: of a target perhaps that it is a
    player."""
    declared = scope.slots.infos[slot].type
    target = t.plain_type(declared)
    if t.plain_type(type_) != t.PLAYER or not isinstance(target, t.TargetType):
        return Local(slot, name, declared if is_open(type_) else type_)
    read = Local(slot, name, t.maybe(target) if isinstance(type_, t.Maybe) else target)
    return player_in(read, type_, scope)


def player_in(target: Expression, type_: t.Type, scope: Scope) -> Expression:
    """Return the player that a target is, of a type: a maybe where it may be a card."""
    return lift(scope, [target], lambda plain: Primitive("player-in", (*plain,), type_))


def card_in(target: Expression, scope: Scope) -> Expression:
    """Return the card that a target is, or none; anything else as it is."""
    plain = t.plain_type(target.type)
    if not isinstance(plain, t.TargetType):
        return target
    type_ = t.Maybe(t.EntityType(plain.kind))
    return lift(scope, [target], lambda one: Primitive("card-in", (*one,), type_))
