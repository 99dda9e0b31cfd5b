"""Tell what `works-while`, which says when the rules of a card work, adds to their conditions."""

from __future__ import annotations

from typing import Final

from dsl.model.expressions import AttributeRead, Expression, Role
from dsl.model.slots import conjunction, conjuncts
from dsl.model.walk import walk

WORKS: Final = "works-while"


def besides_works(condition: Expression | None) -> Expression | None:
    """Return a condition as it is written, without what `works-while` adds to it."""
    parts = list(conjuncts(condition))
    own = [part for part in parts if not _asks_works(part)]
    return condition if len(own) == len(parts) else conjunction(own)


def _asks_works(part: Expression) -> bool:
    asks = (node for node in walk(part) if isinstance(node, AttributeRead))
    return any(node.name == WORKS and _is_self(node.of) for node in asks)


def _is_self(node: Expression) -> bool:
    return isinstance(node, Role) and node.name == "self"
