"""Check amounts: open units, sums, what reduces them, and what may be asked of them."""

from __future__ import annotations

from dsl.check.expressions.constants import NotConstantError, folded
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.types import fit, lift
from dsl.check.scopes.world import World
from dsl.model import types as t
from dsl.model.amounts import NOTHING
from dsl.model.expressions import (
    BagOfUnits,
    Compare,
    Constant,
    Definitions,
    Expression,
    ListOfItems,
    Local,
    Members,
    Primitive,
)
from dsl.model.slots import conjunction, conjuncts, reads_slot
from dsl.words.arithmetic import operation


def is_amount(type_: t.Type) -> bool:
    """Return whether a type is an amount, perhaps a maybe."""
    return isinstance(t.plain_type(type_), t.AmountOf)


def counted_by(type_: t.Type | None) -> t.Type | None:
    """Return the keys of an expected bag or amount, or None."""
    wanted = None if type_ is None else t.plain_type(type_)
    return wanted.of if isinstance(wanted, t.BagOf | t.AmountOf) else None


def only_counted(world: World) -> t.Type | None:
    """Return the one type of keys that the game counts anything in, or None."""
    types = [
        *(field.type for field in world.state.values()),
        *(each.type for kind in world.kinds.values() for each in kind.attributes),
        *(slot.type for event in world.events.values() for slot in event.slots if not event.native),
    ]
    found = {
        key for key in map(counted_by, types) if isinstance(key, t.EnumType | t.DefinitionType)
    }
    return found.pop() if len(found) == 1 else None


def as_plain(node: Primitive, scope: Scope) -> Expression:
    """Return a node over amounts, as a constant where the text alone tells its value."""
    try:
        return Constant(folded(node, scope.world), node.type)
    except NotConstantError:
        return node


def units_of(count: Expression, key: Expression) -> Expression:
    """Return the bag of so many of a key."""
    return BagOfUnits(count, key, t.BagOf(key.type))


def open_units(
    count: Expression,
    key: t.Type,
    named: list[Expression],
    left_out: list[Expression],
    scope: Scope,
) -> Expression:
    """Return `count` of any of the keys named (all, where none is), those left out excepted.

    The keys are plain; the count may be none.
    """
    keys: Expression = ListOfItems(tuple(named), t.ListOf(key)) if named else _all_of(key, scope)
    if left_out:
        keys = operation("-", keys, ListOfItems(tuple(left_out), t.ListOf(key)), type=t.ListOf(key))
    return lift(
        scope,
        [count],
        lambda plain: as_plain(Primitive("open-units", (plain[0], keys), t.AmountOf(key)), scope),
    )


def _all_of(key: t.Type, scope: Scope) -> Expression:
    """Return the list of all keys of a type."""
    if isinstance(key, t.EnumType):
        scope.world.used.add(("enum", key.name))
        return Members(key.name, t.ListOf(key))
    return Definitions(key.kind if isinstance(key, t.DefinitionType) else "", t.ListOf(key))


def put_together(
    operator: str, left: Expression, right: Expression, scope: Scope
) -> Expression | None:
    """Return an amount plus a bag or an amount, or less a bag; None where that makes no sense."""
    keys = counted_by(left.type) or counted_by(right.type)
    if keys is None:
        return None
    first = fit(left, t.AmountOf(keys), scope)
    second = fit(right, t.BagOf(keys) if operator == "-" else t.AmountOf(keys), scope)
    if first is None or second is None:
        return None
    name = "less-bag" if operator == "-" else "add-amounts"
    return as_plain(Primitive(name, (first, second), t.AmountOf(keys)), scope)


def alike(left: Expression, right: Expression, scope: Scope) -> tuple[Expression, Expression]:
    """Return two sides of a comparison as amounts with their floors, where one of them is one."""
    keys = counted_by(left.type) or counted_by(right.type)
    if keys is None:
        return left, right
    return _floored(left, keys, scope), _floored(right, keys, scope)


def _floored(side: Expression, keys: t.Type, scope: Scope) -> Expression:
    wanted: t.Type = t.AmountOf(keys)
    fitted = fit(side, t.Maybe(wanted) if isinstance(side.type, t.Maybe) else wanted, scope)
    if fitted is None:
        return side
    return lift(scope, [fitted], lambda plain: Primitive("floored", (plain[0],), wanted))


def split_condition(
    condition: Expression | None, slot: int
) -> tuple[Expression | None, Expression | None]:
    """Return the bag that `it <= BAG` keeps the local within, and what else must hold of it."""
    parts = list(conjuncts(condition))
    for place, part in enumerate(parts):
        within = _bag_around(part, slot)
        if within is not None:
            return within, conjunction([*parts[:place], *parts[place + 1 :]])
    return None, condition


def _bag_around(condition: Expression, slot: int) -> Expression | None:
    """Return the bag of a condition `it <= BAG`, or None."""
    match condition:
        case Compare("<=", Local(slot=found), right) if found == slot:
            is_bag = isinstance(right.type, t.BagOf)
            return right if is_bag and not reads_slot(right, slot) else None
    return None


def or_nothing(amount: Expression) -> Expression:
    """Return an amount that may be none as one that is nothing then."""
    if not isinstance(amount.type, t.Maybe):
        return amount
    nothing = Constant(NOTHING, amount.type.of)
    return Primitive("default", (amount, nothing), amount.type.of)
