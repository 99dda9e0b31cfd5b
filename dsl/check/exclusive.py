"""Answer whether two conditions over options can never both hold, by trying all values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from itertools import islice, product
from typing import Any, Final

from dsl.model import expressions as nodes
from dsl.model.comparisons import COMPARISONS
from dsl.model.expressions import Expression
from dsl.model.nouns import Option
from dsl.model.types import INT, Type
from dsl.model.walk import walk
from dsl.words.vocabulary import counted

MOST_ASSIGNMENTS: Final = 10_000
PLAYERS: Final = "player-count"
Values = dict[object, Any]
"""What options (by id) and locals (by number) hold."""


class Undecided(Exception):
    """The expression holds a node that is not decided by options."""


def without_player_counts(node: Any) -> Any:
    """Return a node in which every `count(players)` is read like an option."""
    source = counted(node)
    if source is not None:
        return nodes.OptionValue(PLAYERS, INT) if _is_players(source) else node
    if isinstance(node, tuple):
        return tuple(without_player_counts(item) for item in node)
    if is_dataclass(node) and not isinstance(node, Type | type):
        changed = {f.name: without_player_counts(getattr(node, f.name)) for f in fields(node)}
        return replace(node, **changed)
    return node


def _is_players(node: Expression) -> bool:
    """Return whether a list is that of all players."""
    return isinstance(node, nodes.Players) and node.opponents_of is None


def are_exclusive(first: Expression, second: Expression, options: Mapping[str, Option]) -> bool:
    """Return whether no assignment of options makes both hold; false where that is not known."""
    first, second = without_player_counts(first), without_player_counts(second)
    names = sorted({node.option for node in (*walk(first), *walk(second))
                    if isinstance(node, nodes.OptionValue)})  # fmt: skip
    choices = [options[name].choices if name in options else () for name in names]
    if not all(choices):
        return False
    assignments = list(islice(product(*choices), MOST_ASSIGNMENTS + 1))
    if len(assignments) > MOST_ASSIGNMENTS:
        return False
    try:
        return not any(
            _value(first, values) and _value(second, dict(values))
            for values in _assigned(names, assignments)
        )
    except Undecided:
        return False


def _assigned(names: list[str], assignments: list[tuple[object, ...]]) -> Iterator[Values]:
    """Yield each assignment as a table."""
    for assignment in assignments:
        yield dict(zip(names, assignment, strict=True))


def _value(node: Expression, values: Values) -> Any:
    """Return what an expression over options gives."""
    evaluate = _EVALUATE.get(type(node))
    if evaluate is None:
        raise Undecided
    return evaluate(node, values)


_ARITHMETIC: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b if b else _undecided(),
    "%": lambda a, b: a % b if b else _undecided(),
    "neg": lambda a, b: -a,
    "abs": lambda a, b: abs(a),
    "min": min,
    "max": max,
}


def _undecided() -> Any:
    """Give up."""
    raise Undecided


def _arithmetic(node: nodes.Arithmetic, values: Values) -> Any:
    """Evaluate an int operator."""
    right = None if node.right is None else _value(node.right, values)
    return _ARITHMETIC[node.operator](_value(node.left, values), right)


def _compare(node: nodes.Compare, values: Values) -> bool:
    """Evaluate a comparison; what may be none has been lifted out before."""
    left, right = _value(node.left, values), _value(node.right, values)
    if node.ignores_order:
        left, right = sorted(left), sorted(right)
    return COMPARISONS[node.operator](left, right)


def _logic(node: nodes.Logic, values: Values) -> bool:
    """Evaluate `and`, `or`, `not`."""
    left = bool(_value(node.left, values))
    if node.right is None:
        return not left
    if node.operator == "and":
        return left and bool(_value(node.right, values))
    return left or bool(_value(node.right, values))


def _lifted(node: nodes.Lifted, values: Values) -> Any:
    """Evaluate what may be none first."""
    inner = dict(values)
    for slot, value in zip(node.slots, node.values, strict=True):
        inner[slot] = _value(value, inner)
        if inner[slot] is None:
            return None
    return _value(node.body, inner)


_EVALUATE: Final[Mapping[type, Callable[[Any, Values], Any]]] = {
    nodes.Constant: lambda node, values: node.value,
    nodes.OptionValue: lambda node, values: values[node.option],
    nodes.Local: lambda node, values: values[node.slot],
    nodes.Arithmetic: _arithmetic,
    nodes.Compare: _compare,
    nodes.Logic: _logic,
    nodes.Contains: lambda node, values: (
        (_value(node.item, values) in _value(node.collection, values)) != node.negated
    ),
    nodes.IsEmpty: lambda node, values: (not _value(node.of, values)) != node.negated,
    nodes.IsNone: lambda node, values: (_value(node.of, values) is None) != node.negated,
    nodes.Conditional: lambda node, values: _value(
        node.then if _value(node.condition, values) else node.otherwise, values
    ),
    nodes.RangeList: lambda node, values: tuple(
        range(_value(node.low, values), _value(node.high, values) + 1)
    ),
    nodes.ListOfItems: lambda node, values: tuple(_value(item, values) for item in node.items),
    nodes.Lifted: _lifted,
}
