"""Work out what the options and the number of players settle before any match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Any, Final

from dsl.model import expressions as e
from dsl.model import rules
from dsl.model.comparisons import COMPARISONS
from dsl.model.steps import Formula
from dsl.records import record
from dsl.words.arithmetic import INT_OPERATORS, remove_each_once
from dsl.words.vocabulary import counted
from interpreter.compile.limits import ELEMENTS
from interpreter.state.values import Value

MOST_LOOKS: Final = 1_000
"""Expressions that are looked at to settle one: values that double each other never end."""

Found = dict[str, tuple[object, int]]
"""What values come to, and how many looks that took."""


@record
class _Settings:
    options: Mapping[str, object]
    seats: int | None
    values: Mapping[str, rules.Value]
    found: Found
    bound: Mapping[int, object] = field(default_factory=dict)
    looks: list[int] = field(default_factory=lambda: [0])


def settled(
    expression: e.Expression, options: Mapping[str, object], seats: int | None,
    values: Mapping[str, rules.Value] | None = None, found: Found | None = None,
) -> object:  # fmt: skip
    """Return the value of an expression over options, constants and `count(players)`.

    Args:
        seats: How many players there are; None where that may change.
        values: Values without parameters that it may call, by id.
        found: What values come to that were settled before; it grows.

    Raises:
        ValueError: It reads anything else.
    """
    return _value(
        expression, _Settings(options, seats, values or {}, {} if found is None else found)
    )


def _value(node: Any, settings: _Settings) -> Value:
    rule = _RULES.get(type(node))
    _look(settings, 1)
    if rule is None:
        raise ValueError(f"not settled by options: {type(node).__name__}")
    return rule(node, settings)


def _look(settings: _Settings, times: int) -> None:
    settings.looks[0] += times
    if settings.looks[0] > MOST_LOOKS:
        raise ValueError("not settled by options: it takes too long")


def _logic(node: e.Logic, settings: _Settings) -> bool:
    left = _value(node.left, settings)
    if node.operator == "not":
        return not left
    if node.operator == "and":
        return bool(left and _value(node.right, settings))
    return bool(left or _value(node.right, settings))


def _compare(node: e.Compare, settings: _Settings) -> bool:
    left, right = _value(node.left, settings), _value(node.right, settings)
    return COMPARISONS[node.operator](left, right)


def _arithmetic(node: e.Arithmetic, settings: _Settings) -> int:
    sides = [_value(side, settings) for side in (node.left, node.right) if side is not None]
    return INT_OPERATORS[node.operator](*sides)


def _conditional(node: e.Conditional, settings: _Settings) -> Value:
    chosen = node.then if _value(node.condition, settings) else node.otherwise
    return _value(chosen, settings)


def _fold(node: e.Fold, settings: _Settings) -> Value:
    source = counted(node)
    if isinstance(source, e.Players):
        if settings.seats is None or source.opponents_of is not None:
            raise ValueError("not settled by options")
        return settings.seats
    if source is not None:
        return len(_value(source, settings))
    raise ValueError("not settled by options")


def _value_call(node: e.ValueCall, settings: _Settings) -> Value:
    value = settings.values.get(node.value)
    if value is None or not isinstance(value.body, Formula):
        raise ValueError("not settled by options")
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


def _lifted(node: e.Lifted, settings: _Settings) -> Value:
    bound = dict(settings.bound)
    for slot, value in zip(node.slots, node.values, strict=True):
        bound[slot] = _value(value, settings)
        if bound[slot] is None:
            return None
    return _value(node.body, replace(settings, bound=bound))


def _range(node: e.RangeList, settings: _Settings) -> tuple[int, ...]:
    low, high = _value(node.low, settings), _value(node.high, settings)
    if high - low >= ELEMENTS:
        raise ValueError("not settled by options: the list is too long")
    return tuple(range(low, high + 1))


def _combine(node: e.Combine, settings: _Settings) -> Value:
    left, right = _value(node.left, settings), _value(node.right, settings)
    if node.operator == "+":
        if len(left) + len(right) > ELEMENTS:
            raise ValueError("not settled by options: the list is too long")
        return (*left, *right)
    return remove_each_once(left, right)


_RULES: dict[type, Callable[[Any, _Settings], Value]] = {
    e.Constant: lambda node, settings: node.value,
    e.OptionValue: lambda node, settings: settings.options[node.option],
    e.Logic: _logic,
    e.Compare: _compare,
    e.Arithmetic: _arithmetic,
    e.Conditional: _conditional,
    e.Fold: _fold,
    e.Contains: _contains,
    e.ValueCall: _value_call,
    e.Lifted: _lifted,
    e.Local: lambda node, settings: settings.bound[node.slot],
    e.RangeList: _range,
    e.Combine: _combine,
    e.ListOfItems: lambda node, settings: tuple(_value(item, settings) for item in node.items),
    e.IsNone: lambda node, settings: (_value(node.of, settings) is None) != node.negated,
    e.IsEmpty: lambda node, settings: (not _value(node.of, settings)) != node.negated,
}
