"""Visit every node of a checked expression or step, and every name of a tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from dsl.model.types import Type
from dsl.source import Span

_FIELDS: dict[type, tuple[str, ...] | None] = {}
"""The fields of each node type met so far."""


def _field_names(node_type: type) -> tuple[str, ...] | None:
    """Return the fields of a node type that can hold nodes; None for what is no node."""
    if node_type not in _FIELDS:
        _FIELDS[node_type] = _find_names(node_type)
    return _FIELDS[node_type]


def _find_names(node_type: type) -> tuple[str, ...] | None:
    if not is_dataclass(node_type) or issubclass(node_type, Type | Span):
        return None
    return tuple(f.name for f in fields(node_type) if f.name not in ("type", "span"))


def parts(node: object) -> Iterator[object]:
    """Yield what stands right below a node or in a tuple."""
    if isinstance(node, tuple):
        yield from node
    elif (names := _field_names(type(node))) is not None:
        for name in names:
            yield getattr(node, name)


def walk(node: object) -> Iterator[object]:
    """Yield a node and all nodes inside it, the outer ones first."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting.extend(reversed(node))
        elif (names := _field_names(type(node))) is not None:
            yield node
            waiting.extend([getattr(node, name) for name in reversed(names)])
