"""Fold defaults and values of options: expressions whose run-time form the text alone tells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dsl.check.expressions import check_as, quote
from dsl.check.scope import Scope, Slots
from dsl.check.world import World
from dsl.model.expressions import (
    Arithmetic,
    BagOfUnits,
    Combine,
    Constant,
    Expression,
    ListOfItems,
    Members,
    Primitive,
    RangeList,
)
from dsl.model.types import UNKNOWN, BagOf, EnumType, ListOf, Type
from dsl.syntax import trees
from dsl.syntax.limits import LARGEST_INTEGER
from dsl.words.vocabulary import FUNCTIONS


class NotConstantError(Exception):
    """An expression whose value the text alone does not tell."""


def check_constant(tree: trees.Expression, world: World, expected: Type) -> object:
    """Return the run-time form of a constant expression; None after a diagnostic."""
    scope = Scope(world=world, slots=Slots(), place="option")
    found = check_as(tree, scope, expected)
    if found.type == UNKNOWN:
        return None
    try:
        value = folded(found, world)
    except NotConstantError:
        message = f"{quote(tree.span)} is not known from the text alone"
        world.report.add("wrong-type", message, tree.span, "write a number, a name or a list")
        return None
    if isinstance(value, int) and abs(value) > LARGEST_INTEGER:
        world.report.add("number-too-large", f"numbers end at {LARGEST_INTEGER}", tree.span)
        return None
    return value


def folded(node: Expression, world: World) -> object:
    """Return the value of an expression; raise `NotConstantError` where it has none yet."""
    if type(node) not in FOLDS:
        raise NotConstantError
    return FOLDS[type(node)](node, world)


def _arithmetic(node: Arithmetic, world: World) -> object:
    if node.operator not in OPERATORS:
        raise NotConstantError
    left: Any = folded(node.left, world)
    right: Any = 0 if node.right is None else folded(node.right, world)
    return OPERATORS[node.operator](left, right)


OPERATORS: dict[str, Callable[[int, int], int]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "neg": lambda left, right: -left,
}


def _combine(node: Combine, world: World) -> object:
    left: Any = folded(node.left, world)
    right: Any = folded(node.right, world)
    if isinstance(node.type, ListOf) and node.operator == "+":
        return (*left, *right)
    if isinstance(node.type, ListOf) and isinstance(node.left, Members):
        return tuple(x for x in left if x not in right)
    if not isinstance(node.type, BagOf):
        raise NotConstantError
    sign = 1 if node.operator == "+" else -1
    counts = dict(left)
    for key, count in right:
        counts[key] = counts.get(key, 0) + sign * count
    return tuple(sorted((key, count) for key, count in counts.items() if count > 0))


def _units(node: BagOfUnits, world: World) -> object:
    count: Any = folded(node.count, world)
    return ((folded(node.key, world), count),) if count > 0 else ()


def _items(node: ListOfItems, world: World) -> object:
    return tuple(folded(item, world) for item in node.items)


def _members(node: Members, world: World) -> object:
    is_enum = isinstance(node.type, ListOf) and isinstance(node.type.of, EnumType)
    return tuple(range(len(world.enums[node.enum].members))) if is_enum else ()


def _range(node: RangeList, world: World) -> object:
    low: Any = folded(node.low, world)
    high: Any = folded(node.high, world)
    if high - low > 1000:
        raise NotConstantError
    return tuple(range(low, high + 1))


def _primitive(node: Primitive, world: World) -> object:
    means = FUNCTIONS[node.name].means
    if means is None:
        raise NotConstantError
    return means(*(folded(argument, world) for argument in node.arguments))


FOLDS: dict[type, Callable[[Any, World], object]] = {
    Constant: lambda node, world: node.value,
    Arithmetic: _arithmetic,
    Combine: _combine,
    BagOfUnits: _units,
    ListOfItems: _items,
    Members: _members,
    RangeList: _range,
    Primitive: _primitive,
}
