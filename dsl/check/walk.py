"""Visit every node of a checked expression or step, and every name of a tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache

from dsl.model.types import Type
from dsl.source import Span


@cache
def _field_names(node_type: type) -> tuple[str, ...]:
    """Return the fields of a node type that can hold nodes."""
    return tuple(f.name for f in fields(node_type) if f.name not in ("type", "span"))


def walk(node: object) -> Iterator[object]:
    """Yield a node and all nodes inside it, the outer ones first."""
    if isinstance(node, tuple):
        for item in node:
            yield from walk(item)
    elif is_dataclass(node) and not isinstance(node, Type | Span | type):
        yield node
        for name in _field_names(type(node)):
            yield from walk(getattr(node, name))
