"""Answer what a checked node says apart from where it stands, so that two can be compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Final

from dsl.model.rules import Limit
from dsl.source import Span

PLACE: Final = frozenset({"span", "id", "card"})
"""Fields that tell where a rule stands, and not what it does."""


def likeness(node: object) -> object:
    """Return plain data that is equal for two nodes that say the same."""
    if isinstance(node, tuple):
        return tuple(map(likeness, node))
    if isinstance(node, Mapping):
        return tuple(sorted((key, likeness(value)) for key, value in node.items()))
    if isinstance(node, Limit):
        return (node.number, node.scope)
    if not is_dataclass(node) or isinstance(node, Span):
        return node
    kept = (each.name for each in fields(node) if each.name not in PLACE)
    return (type(node).__name__, *(likeness(getattr(node, name)) for name in kept))
