"""Compute with amounts, and compare values that have an order of their own.

An amount is a tuple of three, plain data like every run-time value:

- the fixed part, (key, count) pairs sorted by key, without zero counts. A count may be negative as
  long as the amount is only passed on: all floors come once, when it is settled;
- the open parts, (keys, count) pairs: so many of any of these keys. Sorted, keys sorted, at least
  two keys and a count above 0 each, except that no keys at all stand for what nobody can pay;
- the reductions, (keys, count) pairs: so many less of these keys. Sorted, counts above 0.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias

Pairs: TypeAlias = tuple[tuple[int, int], ...]
Parts: TypeAlias = tuple[tuple[tuple[int, ...], int], ...]
Amount: TypeAlias = tuple[Pairs, Parts, Parts]

NOTHING: Final[Amount] = ((), (), ())


def of_bag(bag: Pairs) -> Amount:
    """Return the amount that is just a bag."""
    return bag, (), ()


def open_part(count: int, keys: Iterable[int]) -> Amount:
    """Return `count` of any of some keys; of a single one a fixed part. 0 or less is nothing."""
    kept = tuple(sorted(set(keys)))
    if count <= 0:
        return NOTHING
    return (((kept[0], count),), (), ()) if len(kept) == 1 else ((), ((kept, count),), ())


def add(left: Amount, right: Amount) -> Amount:
    """Return the sum; what either is reduced by reduces it."""
    return (
        _sum(left[0], right[0]),
        _sum(left[1], right[1]),
        _sum(left[2], right[2]),
    )


def less(amount: Amount, bag: Pairs) -> Amount:
    """Return an amount with a bag taken from its fixed part alone, which stops at 0 in the end."""
    return _sum(amount[0], tuple((key, -count) for key, count in bag)), amount[1], amount[2]


def less_open(amount: Amount, other: Amount) -> Amount:
    """Return an amount with another taken from it part by part: what is open from the open part
    that names exactly these keys, which stops at 0 at once. Reductions of the other do not count.
    """
    fixed = less(amount, tuple((key, count) for key, count in other[0] if count > 0))[0]
    left = _sum(amount[1], tuple((keys, -count) for keys, count in other[1]))
    return fixed, tuple((keys, count) for keys, count in left if count > 0), amount[2]


def floored(amount: Amount) -> Amount:
    """Return an amount as it is settled: no fixed part below 0."""
    return tuple((key, count) for key, count in amount[0] if count > 0), amount[1], amount[2]


def reduce(amount: Amount, reduction: Amount) -> Amount:
    """Return an amount reduced by another: whoever pays lets it fall on fixed or open parts.

    What the reduction itself is reduced by does not count.
    """
    fixed = tuple(((key,), count) for key, count in reduction[0] if count > 0)
    return amount[0], amount[1], _sum(_sum(amount[2], fixed), reduction[1])


def _sum(left: Any, right: Any) -> Any:
    """Return the sum of counts by key, without zero counts."""
    if not left or not right:
        return left or right
    counts = dict(left)
    for key, count in right:
        counts[key] = counts.get(key, 0) + count
    return tuple(sorted((key, count) for key, count in counts.items() if count))


COMPARISONS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
