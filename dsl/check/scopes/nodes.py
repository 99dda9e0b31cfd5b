"""Make nodes from other nodes: mappings with more entries, lists put together."""

from __future__ import annotations

from collections.abc import Collection

from dsl.check.scopes.collect import report_duplicate
from dsl.check.texts.shapes import written
from dsl.diagnostics.diagnostic import Report
from dsl.syntax.documents import Entry, Mapping, Node


def with_entries(node: Mapping, key: str, entries: tuple[Entry, ...]) -> Mapping:
    """Return a mapping with other entries under one of its keys."""
    found = node.entry(key)
    first = found.key if found is not None else entries[0].key if entries else None
    if first is None:
        return node
    inner = Mapping(entries, False, first.span)
    name = found.key if found is not None else written(key, first.span)
    rest = tuple(entry for entry in node.entries if entry.key.text != key)
    return Mapping((*rest, Entry(name, inner)), node.is_flow, node.span)


def joined(
    known: tuple[Entry, ...], more: tuple[Entry, ...], what: str, report: Report
) -> tuple[Entry, ...]:
    """Return entries of two packages together; a name that both have is reported."""
    first = {entry.key.text: entry for entry in known}
    for entry in more:
        if entry.key.text in first:
            name, place = entry.key.text, first[entry.key.text].key.span
            report_duplicate(report, what, name, entry.key.span, place)
    return (*known, *(entry for entry in more if entry.key.text not in first))


def laid_over(node: Node, below: Node | None, without: Collection[str] = ()) -> Node:
    """Return a mapping with what another one says where it says nothing itself.

    Args:
        without: Keys that are not taken over.
    """
    if not isinstance(node, Mapping) or not isinstance(below, Mapping):
        return node
    own = {entry.key.text for entry in node.entries} | set(without)
    kept = tuple(entry for entry in below.entries if entry.key.text not in own)
    return Mapping((*kept, *node.entries), node.is_flow, node.span)


def without_keys(node: Node, keys: Collection[str]) -> Node:
    """Return a mapping without some keys; any other node as it is."""
    if not isinstance(node, Mapping):
        return node
    kept = tuple(entry for entry in node.entries if entry.key.text not in keys)
    return Mapping(kept, node.is_flow, node.span)
