"""Say what bags and amounts are worth: units, sums, parts left open, what they are reduced by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from cardwright.apps.text.literals import UNKNOWN, static_value
from cardwright.apps.text.phrases import resolved
from cardwright.apps.text.scope import Scope
from cardwright.apps.text.shares import share_of
from cardwright.apps.text.speech import VALUES, say
from cardwright.apps.text.units import key_noun, open_units, units
from dsl.languages import together
from dsl.model import expressions as e
from dsl.model.types import AmountOf, plain_type


@VALUES.add(e.BagOfUnits)
def _units(node: e.BagOfUnits, scope: Scope) -> str:
    count, key = say(node.count, scope), say(node.key, scope)
    if isinstance(node.key, e.Constant):
        return units(count, key, scope.names)
    return scope.words("unit-of", count=count, key=key)


@VALUES.add(e.Lookup)
def _lookup(node: e.Lookup, scope: Scope) -> str:
    """Say `your elan` where the bag is `your essences`."""
    if share := share_of(node, scope):
        return share.words(scope.lang)
    key, bag = say(node.key, scope), say(node.bag, scope)
    nouns = scope.names.many(key_noun(node.key.type, scope.names))
    if not isinstance(resolved(node.key, scope)[0], e.Constant):
        return scope.words("lookup", key=key, bag=bag)
    if bag in (scope.words("those", noun=nouns), scope.words("that", noun=nouns)):
        return scope.words("lookup-among", key=key, bag=bag)
    if nouns in bag:
        return bag.replace(nouns, key, 1)
    return scope.words("lookup", key=key, bag=bag)


def sum_of(node: e.Combine, scope: Scope) -> str:
    """Return two bags put together, or one without the other."""
    if node.operator == "+":
        return together((say(each, scope) for each in _added_up(node)), scope.lang)
    return scope.words("less", left=say(node.left, scope), right=say(node.right, scope))


def _added_up(node: e.Expression) -> Iterator[e.Expression]:
    """Yield the bags that a sum is made of."""
    if isinstance(node, e.Combine) and node.operator == "+":
        yield from _added_up(node.left)
        yield from _added_up(node.right)
    else:
        yield node


def _open(node: e.Primitive, scope: Scope) -> str:
    number, keys = node.arguments
    type_ = plain_type(node.type)
    assert isinstance(type_, AmountOf)
    known = _static_keys(keys, scope)
    if known is None:
        return scope.words("among", count=say(number, scope), list=say(keys, scope))
    return open_units(say(number, scope), known, type_.of, scope.names)


def _static_keys(node: e.Expression, scope: Scope) -> tuple[int, ...] | None:
    """Return a list of keys in run-time form where the text alone tells it."""
    if isinstance(node, e.Members):
        return tuple(range(len(scope.game.enums[node.enum].members)))
    if isinstance(node, e.Combine) and node.operator == "-":
        left, right = _static_keys(node.left, scope), _static_keys(node.right, scope)
        return None if left is None or right is None else tuple(k for k in left if k not in right)
    known = static_value(node)
    return None if known is UNKNOWN or not isinstance(known, tuple) else known


def _same(node: e.Primitive, scope: Scope) -> str:
    return say(node.arguments[0], scope)


def _added(node: e.Primitive, scope: Scope) -> str:
    return together((say(each, scope) for each in node.arguments), scope.lang)


def _number_of(node: e.Primitive, scope: Scope) -> str:
    return scope.words("count", list=say(node.arguments[0], scope))


AMOUNTS: Final[dict[str, Callable[[e.Primitive, Scope], str]]] = {
    "to-amount": _same,
    "floored": _same,
    "open-units": _open,
    "add-amounts": _added,
    "due": _number_of,
    "total": _number_of,
}
"""How the functions over bags and amounts are said, by name."""
