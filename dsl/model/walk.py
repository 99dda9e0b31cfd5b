"""Visit every node of a checked expression or step, and every name of a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from operator import attrgetter
from typing import Any

from dsl.model.types import Type
from dsl.source import Span

_Children = Callable[[Any], tuple[object, ...]]


class _ChildrenByType(dict[type, "_Children | None"]):
    """How to read what stands inside a node of each type met so far; None for what is no node.

    Args:
        passed: Types of fields, as they are written, that are not read.
    """

    def __init__(self, passed: frozenset[str] = frozenset()) -> None:
        self._passed = passed

    def __missing__(self, node_type: type) -> _Children | None:
        found = self[node_type] = _children_of(node_type, self._passed)
        return found


_PLAIN = ("str", "int", "bool")
_CHILDREN = _ChildrenByType()
_NODES = _ChildrenByType(
    frozenset(form for each in _PLAIN for form in (each, f"{each} | None", f"tuple[{each}, ...]"))
)
"""The same without the fields that hold no node for sure."""


def _children_of(node_type: type, passed: frozenset[str]) -> _Children | None:
    """Return a function that gives the fields of a node, the last one first."""
    if not is_dataclass(node_type) or issubclass(node_type, Type | Span):
        return None
    names = [
        each.name
        for each in fields(node_type)
        if each.name not in ("type", "span") and each.type not in passed
    ]
    if len(names) > 1:
        return attrgetter(*reversed(names))
    if not names:
        return lambda node: ()
    only = attrgetter(names[0])
    return lambda node: (only(node),)


def is_node(thing: object) -> bool:
    """Return whether something is a node, and no tuple of them or what is said of one."""
    return _CHILDREN[type(thing)] is not None


def parts(node: object) -> tuple[object, ...]:
    """Return what stands right below a node or in a tuple."""
    if isinstance(node, tuple):
        return node
    children = _CHILDREN[type(node)]
    return () if children is None else children(node)[::-1]


def inner(node: object) -> tuple[object, ...]:
    """Return the same without what holds no node for sure, the last one first."""
    if type(node) is tuple:
        return node[::-1]
    children = _NODES[type(node)]
    return () if children is None else children(node)


def operands(node: object) -> list[Any]:
    """Return the expressions right below a node."""
    found: list[object] = []
    for part in parts(node):
        found += part if isinstance(part, tuple) else (part,)
    return [part for part in found if hasattr(part, "type")]


def walk(node: object) -> Iterator[object]:
    """Yield a node and all nodes inside it, the outer ones first."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if type(node) is tuple:
            waiting += node[::-1]
        elif (children := _NODES[type(node)]) is not None:
            yield node
            waiting += children(node)
