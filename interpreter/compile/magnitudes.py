"""Say how far from 0 int expressions can be at the most: what stays within the bounds of numbers
anyway need not be held against them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dsl.model import expressions as e
from interpreter.compile.limits import ENTITIES, NUMBER
from interpreter.compile.noun_closures import printed_attributes
from interpreter.compile.values import Evaluator

MOST_ELEMENTS: Final = 10**8
"""A list of more elements does not fit into memory."""


class Magnitudes:
    """Knows what expressions of a program come to at the most, as far as their form tells."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator

    def of(self, node: e.Expression) -> int:
        """Return how far from 0 an int expression can be."""
        if isinstance(node, e.Constant):
            return abs(node.value) if isinstance(node.value, int) else NUMBER
        if isinstance(node, e.Arithmetic):
            left = self.of(node.left)
            return left if node.right is None else _OF[node.operator](left, self.of(node.right))
        if isinstance(node, e.Fold):
            return self._of_fold(node)
        if isinstance(node, e.Conditional):
            return max(self.of(node.then), self.of(node.otherwise))
        if isinstance(node, e.AttributeRead | e.PrintedRead):
            return self._printed(node)
        return NUMBER

    def _of_fold(self, node: e.Fold) -> int:
        if node.function == "count":
            return ENTITIES
        if node.function != "sum" or node.body is None:
            return NUMBER
        return MOST_ELEMENTS * self.of(node.body)

    def _printed(self, node: e.AttributeRead | e.PrintedRead) -> int:
        """Return the largest number printed, for what is only printed."""
        table, formulas = printed_attributes(self.evaluator, node.name)
        is_modified = isinstance(node, e.AttributeRead) and self.evaluator.program.modifiers.get(
            (node.kind, node.name)
        )
        if formulas or is_modified:
            return NUMBER
        return max((abs(n) for n in table if isinstance(n, int)), default=NUMBER)


_OF: Final[dict[str, Callable[[int, int], int]]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a + b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a,
    "%": lambda a, b: b,
    "min": max,
    "max": max,
}
