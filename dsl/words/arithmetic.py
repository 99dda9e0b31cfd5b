"""Compute what the operators do to run-time values (see `dsl.model.types`), for all executors."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from dsl.model import expressions as e
from dsl.model.amounts import COMPARISONS
from dsl.model.types import INT, SetOf, Type, is_bag, is_list
from dsl.records import Span
from dsl.syntax.limits import LARGEST_INTEGER as NUMBER

T = TypeVar("T")


def operation(operator: str, *sides: e.Expression, type: Type = INT) -> e.Expression:
    """Return an operator over ints, or over two collections of a type."""
    left, right = sides if len(sides) > 1 else (sides[0], None)
    if type == INT or right is None:
        return e.Arithmetic(operator, left, right, type)
    return e.Combine(operator, left, right, type)


class Fault(Exception):
    """The rules did what no rules may do: the match ends at once.

    Attributes:
        name: `division-by-zero`, `number-too-large`, `no-such-element`, `budget-exceeded`,
            `nesting-too-deep`, `state-too-large`, `endless-loop`, `log-too-large`,
            `option-out-of-range`, `no-actor`, `nobody-can-act`.
        detail: What happened, in words.
        site: Number of the operation that did it, where the walker took it; else None.
        checking: The name and place of what was being looked at, where that is no statement.
    """

    site: int | None = None
    checking: tuple[str, Span] | None = None

    def __init__(self, name: str, detail: str) -> None:
        super().__init__(f"{name}: {detail}")
        self.name, self.detail = name, detail

    def within(self, name: str, span: Span | None) -> Fault:
        """Note what was being looked at, if nothing inside it is noted; return the fault."""
        if self.checking is None and span is not None:
            self.checking = name, span
        return self


def bounded(number: int) -> int:
    """Return the number, or fault."""
    if -NUMBER <= number <= NUMBER:
        return number
    raise Fault("number-too-large", f"a number went beyond ±{NUMBER}")


def floor_divide(left: int, right: int) -> int:
    """Return left // right, rounded down."""
    if right == 0:
        raise Fault("division-by-zero", f"{left} // 0")
    return left // right


def modulo(left: int, right: int) -> int:
    """Return left % right, with the sign of the right side."""
    if right == 0:
        raise Fault("division-by-zero", f"{left} % 0")
    return left % right


INT_OPERATORS: dict[str, Callable[..., int]] = {
    "+": lambda a, b: c if -NUMBER <= (c := a + b) <= NUMBER else bounded(c),
    "-": lambda a, b: c if -NUMBER <= (c := a - b) <= NUMBER else bounded(c),
    "*": lambda a, b: bounded(a * b),
    "//": floor_divide,
    "%": modulo,
    "neg": operator.neg,
    "abs": abs,
    "min": min,
    "max": max,
}

Bag = tuple[tuple[int, int], ...]


def make_bag(counts: dict[int, int]) -> Bag:
    """Return a bag without zero counts, sorted by key."""
    found = [(key, n if n <= NUMBER else bounded(n)) for key, n in counts.items() if n > 0]
    found.sort()
    return tuple(found)


def add_bags(left: Bag, right: Bag) -> Bag:
    """Return the sum by key."""
    counts = dict(left)
    for key, number in right:
        counts[key] = counts.get(key, 0) + number
    return make_bag(counts)


def subtract_bags(left: Bag, right: Bag) -> Bag:
    """Return the difference by key, which stops at 0."""
    counts = dict(left)
    for key, number in right:
        counts[key] = counts.get(key, 0) - number
    return make_bag(counts)


def bag_within(left: Bag, right: Bag) -> bool:
    """Return whether every count of the left is at most that of the right."""
    counts = dict(right)
    return all(number <= counts.get(key, 0) for key, number in left)


def remove_each_once(left: Iterable[T], right: Iterable[T]) -> tuple[T, ...]:
    """Return the left list without one of each element of the right."""
    gone = Counter(right)
    kept = []
    for item in left:
        if gone[item]:
            gone[item] -= 1
        else:
            kept.append(item)
    return tuple(kept)


def same_elements(left: Sequence[object] | None, right: Sequence[object] | None) -> bool:
    """Return whether two collections hold the same, whatever the order; none equals none only."""
    if left is None or right is None:
        return left is right
    return len(left) == len(right) and Counter(left) == Counter(right)


def distinct(items: Iterable[T]) -> tuple[T, ...]:
    """Return each value once, where it comes first."""
    return tuple(dict.fromkeys(items))


def sum_of_bags(bags: Iterable[Bag]) -> Bag:
    """Return the sum of bags by key."""
    total: Bag = ()
    for bag in bags:
        total = add_bags(total, bag)
    return total


def combination(node: e.Combine) -> Callable[[Any, Any], Any]:
    """Return the function that puts two lists, sets or bags together, or takes one from another."""
    is_sum = node.operator == "+"
    if is_bag(node.type):
        return add_bags if is_sum else subtract_bags
    if isinstance(node.type, SetOf):
        if is_sum:
            return lambda a, b: tuple(sorted({*a, *b}))
        return lambda a, b: tuple(x for x in a if x not in b)
    return (lambda a, b: (*a, *b)) if is_sum else remove_each_once


def comparison(node: e.Compare) -> Callable[[Any, Any], bool]:
    """Return the function that compares two values of a comparison's types."""
    if is_bag(node.left.type) and node.operator in ("<=", ">="):
        if node.operator == "<=":
            return bag_within
        return lambda a, b: bag_within(b, a)
    if not is_list(node.left.type):
        return COMPARISONS[node.operator]
    same = same_elements if node.ignores_order else _same_list
    return same if node.operator == "==" else lambda a, b: not same(a, b)


def _same_list(left: Sequence[object] | None, right: Sequence[object] | None) -> bool:
    if left is None or right is None:
        return left is right
    return tuple(left) == tuple(right)
