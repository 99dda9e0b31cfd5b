"""Tell what `works-while`, which says when the rules of a card work, adds to their conditions."""

from __future__ import annotations

from typing import Final

from dsl.model.expressions import AttributeRead, Expression, Logic, Role
from dsl.model.walk import walk

WORKS: Final = "works-while"


def besides_works(condition: Expression | None) -> Expression | None:
    """Return a condition as it is written, without what `works-while` adds to it."""
    if isinstance(condition, Logic) and condition.operator == "and" and condition.right is not None:
        rest, own = besides_works(condition.left), besides_works(condition.right)
        return rest if own is None else own if rest is None else condition
    asks = (node for node in walk(condition) if isinstance(node, AttributeRead))
    return None if any(node.name == WORKS and _is_self(node.of) for node in asks) else condition


def _is_self(node: Expression) -> bool:
    return isinstance(node, Role) and node.name == "self"
