"""Work out what a text, the options and the number of players settle before any match: by one
evaluator, for the checks and the machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec import field
from msgspec.structs import replace

from dsl.model import expressions as e
from dsl.model import rules
from dsl.model.nouns import Option
from dsl.model.steps import Formula
from dsl.model.types import INT
from dsl.model.walk import known_number
from dsl.records import Record
from dsl.words.arithmetic import INT_OPERATORS, Fault, combination, comparison
from dsl.words.vocabulary import FOLDS, FUNCTIONS, counted

MOST_ELEMENTS: Final = 20_000
"""Elements of a list that is worked out."""
MOST_LOOKS: Final = 1_000
"""Expressions that are looked at to settle one: values that double each other never end."""

LOOKS_AT_OPTIONS: Final = 100_000
"""The same for what must hold of options, which is asked once before a match."""


class UnsettledError(ValueError):
    """An expression whose value is not told before a match."""


Found = dict[str, tuple[object, int]]
"""What values come to, and how many looks that took."""


class _Settings(Record):
    options: Mapping[str, object]
    seats: int | None
    values: Mapping[str, rules.Value]
    found: Found
    sizes: Mapping[str, int]
    bound: Mapping[int, object] = field(default_factory=dict)
    looks: list[int] = field(default_factory=lambda: [0])
    folds: bool = False


def settled(
    expression: e.Expression, options: Mapping[str, object], seats: int | None,
    values: Mapping[str, rules.Value] | None = None, found: Found | None = None,
    sizes: Mapping[str, int] | None = None,
) -> Any:  # fmt: skip
    """Return the value of an expression over options, constants and `count(players)`.

    Args:
        seats: How many players there are; None where that may change.
        values: Values without parameters that it may call, by id.
        found: What values come to that were settled before; it grows.
        sizes: How many members enums have, where that counts as known.

    Raises:
        UnsettledError: It reads anything else.
        Fault: It does what no rules may do.
    """
    found = {} if found is None else found
    return _value(expression, _Settings(options, seats, values or {}, found, sizes or {}))


def evaluate(
    expression: e.Expression, options: Mapping[str, object], otherwise: object = None
) -> object:
    """Return the value of an expression that options and constants settle, else something else."""
    try:
        return settled(expression, options, None)
    except (UnsettledError, Fault):
        return otherwise


def refused(options: Iterable[Option], chosen: Mapping[str, object]) -> Option | None:
    """Return the first option of which something must hold that does not; None where all fit."""
    for option in options:
        if option.condition is None:
            continue
        settings = _Settings(chosen, None, {}, {}, {}, looks=[-LOOKS_AT_OPTIONS], folds=True)
        try:
            if not _value(option.condition, settings):
                return option
        except (Fault, UnsettledError):
            return option
    return None


def length(node: e.Expression, sizes: Mapping[str, int]) -> int | None:
    """Return how many elements a list has that is written out; None for any other.

    Args:
        sizes: How many members enums have.
    """
    if isinstance(node, e.ListOfItems):
        return len(node.items)
    if isinstance(node, e.Members):
        return sizes[node.enum]
    if isinstance(node, e.Constant) and isinstance(node.value, tuple):
        return len(node.value)
    if isinstance(node, e.RangeList):
        low, high = known_number(node.low), known_number(node.high)
        return None if low is None or high is None else max(0, high - low + 1)
    return None


def between(node: object) -> tuple[e.Expression, e.Expression, e.Expression] | None:
    """Return the least, the number and the most of a condition that a number lies between two;
    None for any other expression."""
    if not isinstance(node, e.Contains) or node.negated or node.item.type != INT:
        return None
    span = node.collection
    return (span.low, node.item, span.high) if isinstance(span, e.RangeList) else None


def _value(node: Any, settings: _Settings) -> Any:
    rule = RULES.get(type(node))
    _look(settings, 1)
    if rule is None:
        raise UnsettledError(f"not settled by options: {type(node).__name__}")
    return rule(node, settings)


def _look(settings: _Settings, times: int) -> None:
    settings.looks[0] += times
    if settings.looks[0] > MOST_LOOKS:
        raise UnsettledError("not settled by options: it takes too long")


def _logic(node: e.Logic, settings: _Settings) -> bool:
    left = _value(node.left, settings)
    if node.operator == "not":
        return not left
    if node.operator == "and":
        return bool(left and _value(node.right, settings))
    return bool(left or _value(node.right, settings))


def _compare(node: e.Compare, settings: _Settings) -> bool:
    left, right = _value(node.left, settings), _value(node.right, settings)
    return comparison(node)(left, right)


def _arithmetic(node: e.Arithmetic, settings: _Settings) -> int:
    sides = [_value(side, settings) for side in (node.left, node.right) if side is not None]
    return INT_OPERATORS[node.operator](*sides)


def _conditional(node: e.Conditional, settings: _Settings) -> Any:
    chosen = node.then if _value(node.condition, settings) else node.otherwise
    return _value(chosen, settings)


def _fold(node: e.Fold, settings: _Settings) -> Any:
    source = counted(node)
    if isinstance(source, e.Players):
        if settings.seats is None or source.opponents_of is not None:
            raise UnsettledError("not settled by options")
        return settings.seats
    if source is not None:
        return len(_value(source, settings))
    if not settings.folds or node.body is None or node.default is not None:
        raise UnsettledError("not settled by options")
    items = _value(node.source, settings)
    bounds = [replace(settings, bound={**settings.bound, node.slot: item}) for item in items]
    return FOLDS[node.function].means(items, [_value(node.body, each) for each in bounds])


def _value_call(node: e.ValueCall, settings: _Settings) -> Any:
    value = settings.values.get(node.value)
    if value is None or not isinstance(value.body, Formula):
        raise UnsettledError("not settled by options")
    if value.id in settings.found:
        result, looks = settings.found[value.id]
        _look(settings, looks)
        return result
    before = settings.looks[0]
    others = {id_: other for id_, other in settings.values.items() if id_ != value.id}
    result = _value(value.body.expression, replace(settings, values=others, bound={}))
    settings.found[value.id] = result, settings.looks[0] - before
    return result


def _contains(node: e.Contains, settings: _Settings) -> bool:
    inside = _value(node.item, settings) in _value(node.collection, settings)
    return inside != node.negated


def _lifted(node: e.Lifted, settings: _Settings) -> Any:
    bound = dict(settings.bound)
    for slot, value in zip(node.slots, node.values, strict=True):
        bound[slot] = _value(value, settings)
        if bound[slot] is None:
            return None
    return _value(node.body, replace(settings, bound=bound))


def _range(node: e.RangeList, settings: _Settings) -> tuple[int, ...]:
    low, high = _value(node.low, settings), _value(node.high, settings)
    return tuple(range(low, low + _few(high - low + 1)))


def _few(elements: int) -> int:
    if elements > MOST_ELEMENTS:
        raise UnsettledError("not settled by options: the list is too long")
    return max(elements, 0)


def _combine(node: e.Combine, settings: _Settings) -> Any:
    left, right = _value(node.left, settings), _value(node.right, settings)
    _few(len(left) + len(right))
    return combination(node)(left, right)


def _units(node: e.BagOfUnits, settings: _Settings) -> Any:
    count = _value(node.count, settings)
    return ((_value(node.key, settings), count),) if count > 0 else ()


def _members(node: e.Members, settings: _Settings) -> tuple[int, ...]:
    if node.enum not in settings.sizes:
        raise UnsettledError("not settled by options")
    return tuple(range(settings.sizes[node.enum]))


def _primitive(node: e.Primitive, settings: _Settings) -> Any:
    means = FUNCTIONS[node.name].means
    if means is None:
        raise UnsettledError("not settled by options")
    return means(*[_value(argument, settings) for argument in node.arguments])


def _local(node: e.Local, settings: _Settings) -> Any:
    if node.slot not in settings.bound:
        raise UnsettledError("not settled by options")
    return settings.bound[node.slot]


def _option(node: e.OptionValue, settings: _Settings) -> Any:
    if node.option not in settings.options:
        raise UnsettledError("not settled by options")
    return settings.options[node.option]


OVER_OPTIONS: Final[dict[type, Callable[[Any, _Settings], Any]]] = {
    e.Constant: lambda node, settings: node.value,
    e.OptionValue: _option,
    e.Logic: _logic,
    e.Compare: _compare,
    e.Arithmetic: _arithmetic,
    e.Conditional: _conditional,
    e.Contains: _contains,
    e.Lifted: _lifted,
    e.Local: _local,
    e.RangeList: _range,
    e.Combine: _combine,
    e.ListOfItems: lambda node, settings: tuple(_value(item, settings) for item in node.items),
    e.IsNone: lambda node, settings: (_value(node.of, settings) is None) != node.negated,
    e.IsEmpty: lambda node, settings: (not _value(node.of, settings)) != node.negated,
}
"""How nodes are worked out that conditions over options are made of."""

OF_LISTS: Final[dict[type, Callable[[Any, _Settings], Any]]] = {
    **OVER_OPTIONS,
    e.Fold: _fold,
    e.BagOfUnits: _units,
    e.Members: _members,
    e.Primitive: _primitive,
}
"""The same for conditions that look through lists that options give."""

RULES: Final[dict[type, Callable[[Any, _Settings], Any]]] = {**OF_LISTS, e.ValueCall: _value_call}
