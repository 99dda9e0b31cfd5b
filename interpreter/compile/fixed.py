"""Say which expressions come to the same in every position: they are worked out once."""

from __future__ import annotations

from typing import Final

from dsl.model import expressions as e

MADE_OF_PARTS: Final = frozenset(
    {"to-amount", "open-units", "add-amounts", "less-bag", "floored", "reduce", "to-set", "to-list"}
)
"""Functions of the vocabulary that make amounts, sets and lists of others."""


def is_fixed(node: e.Expression) -> bool:
    """Return whether an expression puts together nothing but constants."""
    if isinstance(node, e.BagOfUnits):
        return _are_fixed(node.count, node.key)
    if isinstance(node, e.Combine):
        return _are_fixed(node.left, node.right)
    if isinstance(node, e.ListOfItems):
        return _are_fixed(*node.items)
    if isinstance(node, e.Primitive):
        return node.name in MADE_OF_PARTS and _are_fixed(*node.arguments)
    return False


def _are_fixed(*parts: e.Expression) -> bool:
    return all(isinstance(part, e.Constant) or is_fixed(part) for part in parts)
