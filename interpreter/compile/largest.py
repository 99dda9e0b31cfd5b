"""Say how large numbers can become: where they stay small, nothing has to be checked."""

from __future__ import annotations

from collections.abc import Callable

from dsl.model import expressions as e
from interpreter.compile.limits import ENTITIES, NUMBER
from interpreter.compile.printed import PrintedValues


def largest(node: e.Expression, printed: PrintedValues | None) -> int:
    """Return how far from 0 an int expression can be at the most, as far as its form tells.

    Args:
        printed: Values of cards that are the same in every match, where no script changes them.
    """
    if isinstance(node, e.Constant):
        return abs(node.value) if isinstance(node.value, int) else NUMBER
    if isinstance(node, e.Arithmetic) and node.right is not None:
        return _LARGEST[node.operator](largest(node.left, printed), largest(node.right, printed))
    if isinstance(node, e.Arithmetic):
        return largest(node.left, printed)
    if isinstance(node, e.Conditional):
        return max(largest(node.then, printed), largest(node.otherwise, printed))
    if isinstance(node, e.Primitive) and node.name == "default":
        return max(largest(argument, printed) for argument in node.arguments)
    if isinstance(node, e.Lifted):
        return largest(node.body, printed)
    if isinstance(node, e.ValueCall) and printed is not None:
        numbers = [abs(n) for n in printed.of(node.value) or () if n is not None]
        return max(numbers, default=NUMBER)
    is_count = isinstance(node, e.Fold) and node.function == "count"
    is_place = isinstance(node, e.Property) and node.name in ("position", "seat")
    return ENTITIES if is_count or is_place else NUMBER


_LARGEST: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a + b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a,
    "%": lambda a, b: b,
    "min": max,
    "max": max,
}
