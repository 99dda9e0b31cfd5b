"""Put phases of an expansion before or after those of what it requires."""

from __future__ import annotations

from dsl.check.expressions.names_declared import unknown
from dsl.check.scopes.draft import Draft
from dsl.check.texts.package import Package
from dsl.check.texts.shapes import child, items_of, scalar_at, walk_nodes, written
from dsl.syntax.documents import Entry, Mapping, Node, Scalar, Sequence

PLACES = ("before", "after")
SECTIONS = ("setup", "phases")


def insert(part: Package, draft: Draft) -> None:
    """Carry out `insert:` of one expansion; what stands first in its list ends up first."""
    entry = part.single.get("insert")
    for item in items_of(None if entry is None else entry.value):
        named = [(place, word) for place in PLACES if (word := scalar_at(item, place)) is not None]
        if len(named) != 1:
            message = "phases are put `before` or `after` one other"
            draft.report.add("missing-key", message, item.span, "write one of the two")
        else:
            _insert(named[0][0], named[0][1], items_of(child(item, "phases")), part, draft)


def _insert(place: str, word: Scalar, added: tuple[Node, ...], part: Package, draft: Draft) -> None:
    """Put phases beside another."""
    visible = draft.closures[part.expansion]
    for section in SECTIONS:
        entry = draft.package.single.get(section)
        if entry is None:
            continue
        whole = _as_list(entry)
        changed = _beside(whole, place, word.text, added, visible)
        if changed is not whole:
            draft.package.single[section] = Entry(entry.key, changed)
            return
    unknown(draft.report, "unknown-phase", "phase", word.text, word.span, phases_of(draft, visible))


def _as_list(entry: Entry) -> Node:
    """Return phases as a list: a lone text is one phase, called like the section."""
    if not isinstance(entry.value, Scalar):
        return entry.value
    span = entry.key.span
    name = Entry(written("id", span), written(entry.key.text, span))
    effect = Entry(written("do", span), entry.value)
    return Sequence((Mapping((name, effect), False, span),), span)


def phases_of(draft: Draft, visible: frozenset[str]) -> list[str]:
    """Return the ids of the phases that an expansion may name."""
    found = []
    for section in SECTIONS:
        entry = draft.package.single.get(section)
        for node in () if entry is None else walk_nodes(_as_list(entry)):
            name = scalar_at(node, "id") if isinstance(node, Mapping) else None
            if name is not None and name.span.source.package in visible:
                found.append(name.text)
    return found


def _beside(
    node: Node, place: str, id_: str, added: tuple[Node, ...], visible: frozenset[str]
) -> Node:
    """Return a list of phases with others beside one of them; the very list if it is not there."""
    items = items_of(node)
    for number, item in enumerate(items):
        if names_phase(item, id_, visible):
            at = number if place == "before" else number + 1
            return Sequence((*items[:at], *added, *items[at:]), node.span)
        inner = child(item, "phases")
        changed = None if inner is None else _beside(inner, place, id_, added, visible)
        if changed is not inner and changed is not None and isinstance(item, Mapping):
            phase = with_child(item, "phases", changed)
            return Sequence((*items[:number], phase, *items[number + 1 :]), node.span)
    return node


def names_phase(item: Node, id_: str, visible: frozenset[str]) -> bool:
    """Return whether a phase is the one of an id, and may be named."""
    name = scalar_at(item, "id")
    return name is not None and name.text == id_ and name.span.source.package in visible


def with_child(node: Mapping, key: str, value: Node) -> Mapping:
    """Return a mapping with another value under one of its keys."""
    entries = tuple(Entry(e.key, value) if e.key.text == key else e for e in node.entries)
    return Mapping(entries, node.is_flow, node.span)
