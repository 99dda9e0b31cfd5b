"""Return what a checked node says apart from where it stands, so that two can be compared."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from dsl.model.rules import Limit
from dsl.records import Record, fields_of
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
    node_type: Any = type(node)
    names = _kept(node_type)
    if names is None:
        return node
    return (type(node).__name__, *[likeness(getattr(node, name)) for name in names])


@cache
def _kept(node_type: type) -> tuple[str, ...] | None:
    """Return the fields of a type that say what a node does; None for what is no node."""
    if not issubclass(node_type, Record) or issubclass(node_type, Span):
        return None
    return tuple(name for name in fields_of(node_type) if name not in PLACE)
