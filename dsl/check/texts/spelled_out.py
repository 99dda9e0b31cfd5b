"""Spell out the short forms in which entries of sections may be written.

An event or a phase that is nothing but steps is written as these, phases may stand by name, and the
actions of a group inside it. What reads the sections later sees the long forms alone, each at its
own place in the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from dsl.check.texts.shapes import child, entries_of, flag_of, items_or_one, written
from dsl.syntax.documents import Entry, Mapping, Node, Scalar
from dsl.syntax.documents import Sequence as Items

WHOLE: Final = {"events": "do", "phases": "do", "values": "is"}
"""What an entry that is a lone text says, by section."""
GROUPED: Final = "actions"
"""The section whose entries may hold others, and the key under which these stand: a group has it,
none in it once they are spelled out."""
WAS_GROUP: Final = "group"
"""The key that said so before; it is reported, and what is in the group still finds it."""


def spelled_out(section: str, entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries of a section in their long forms."""
    if section == "events":
        return [Entry(each.key, as_mapping(section, each.value)) for each in entries]
    return [*_flat(entries)] if section == GROUPED else [*entries]


def as_mapping(section: str, node: Node) -> Node:
    """Return what a value, event or phase is, if it is written as a lone text, under its key."""
    if section not in WHOLE or not isinstance(node, Scalar) or node.is_null:
        return node
    return Mapping((Entry(written(WHOLE[section], node.span), node),), False, node.span)


def phases_in_a_list(node: Node) -> Node:
    """Return phases that stand by name, and those inside them, as a list of phases with an `id`."""
    if isinstance(node, Mapping):
        return Items(tuple(_phase(entry) for entry in node.entries), node.span)
    if isinstance(node, Items):
        return Items(tuple(_with_inner(item) for item in node.items), node.span)
    return node


def _phase(entry: Entry) -> Node:
    """Return a phase that stands under its name."""
    name = Entry(written("id", entry.key.span), entry.key)
    own = entries_of(_with_inner(as_mapping("phases", entry.value)))
    return Mapping((name, *own), False, entry.key.span)


def _with_inner(phase: Node) -> Node:
    """Return a phase, those inside it in a list."""
    if child(phase, "phases") is None:
        return phase
    inner = [
        Entry(each.key, phases_in_a_list(each.value)) if each.key.text == "phases" else each
        for each in entries_of(phase)
    ]
    return Mapping(tuple(inner), False, phase.span)


def _flat(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Yield actions, each group before those that stand in it."""
    for entry in entries:
        inner = child(entry.value, GROUPED)
        if inner is None and not flag_of(child(entry.value, WAS_GROUP)):
            yield entry
            continue
        own = [
            each for each in entries_of(entry.value) if each.key.text not in (GROUPED, WAS_GROUP)
        ]
        none = Entry(written(GROUPED, entry.key.span), Mapping((), False, entry.key.span))
        yield Entry(entry.key, _mapping((*own, none), entry))
        yield from _flat([_inside(entry.key, each) for each in entries_of(inner)])


def _inside(group: Scalar, entry: Entry) -> Entry:
    """Return an action that says itself in which group it is, beside the phases it names."""
    name = written(group.text, entry.key.span)
    said = items_or_one(child(entry.value, "in"))
    where: Node = Items((name, *said), entry.key.span) if said else name
    own = [each for each in entries_of(entry.value) if each.key.text != "in"]
    return Entry(entry.key, _mapping((Entry(written("in", name.span), where), *own), entry))


def _mapping(entries: Sequence[Entry], entry: Entry) -> Mapping:
    return Mapping(tuple(entries), False, entry.value.span)
