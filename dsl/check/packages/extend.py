"""Add to the nouns of what an expansion requires: members, attributes, state, zones, players."""

from __future__ import annotations

from dsl.check.expressions.names_declared import unknown
from dsl.check.nouns.enums import members_node
from dsl.check.nouns.players import count_of
from dsl.check.scopes.collect import package_of
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.nodes import joined, with_entries
from dsl.check.texts.package import Package
from dsl.check.texts.shapes import child, entries_of, items_of, scalar_at, scalar_of, written
from dsl.diagnostics.diagnostic import Report
from dsl.syntax.documents import Entry, Mapping, Node, Scalar, Sequence

FIELDS = {"attributes": "attribute", "state": "state"}


def extend(part: Package, draft: Draft) -> None:
    """Carry out `extend:` of one expansion."""
    entry = part.single.get("extend")
    if entry is None:
        return
    for section, code in (("enums", "unknown-enum"), ("kinds", "unknown-kind")):
        for added in entries_of(child(entry.value, section)):
            _extend_one(section, code, added, part, draft)
    _extend_players(child(entry.value, "players"), draft)


def _extend_one(section: str, code: str, added: Entry, part: Package, draft: Draft) -> None:
    """Add to one enum or kind."""
    entries = draft.package.named[section]
    visible = draft.closures[part.expansion]
    for place, entry in enumerate(entries):
        if entry.key.text != added.key.text or entry.key.span.source.package not in visible:
            continue
        if entry.key.span.source.package == part.expansion:
            message = f"`{added.key.text}` is declared by {package_of(added.key.span)} itself"
            draft.report.add("bad-override", message, added.key.span, "write it all there")
        change = _with_members if section == "enums" else _with_fields
        entries[place] = Entry(entry.key, change(entry.value, added.value, draft.report))
        return
    names = [e.key.text for e in entries if e.key.span.source.package in visible]
    word = section.removesuffix("s")
    unknown(draft.report, code, word, added.key.text, added.key.span, names)


def _extend_players(node: Node | None, draft: Draft) -> None:
    """Let fewer or more players play than before; a count never becomes narrower."""
    added, known = scalar_at(node, "count"), draft.package.single.get("players")
    before = None if known is None else scalar_at(known.value, "count")
    if added is None or before is None or known is None or not isinstance(known.value, Mapping):
        return
    bounds, wider = count_of(before), count_of(added)
    count: Scalar = added
    if bounds is not None and wider is not None:
        count = written(f"{min(bounds[0], wider[0])}-{max(bounds[1], wider[1])}", added.span)
    rest = tuple(entry for entry in known.value.entries if entry.key.text != "count")
    whole = (Entry(written("count", added.span), count), *rest)
    draft.package.single["players"] = Entry(known.key, Mapping(whole, False, known.value.span))


def _with_members(node: Node, added: Node, report: Report) -> Node:
    """Return an enum with more members at its end."""
    inside, span = members_node(node), node.span
    members = Mapping((*_members(inside), *_members(members_node(added))), False, inside.span)
    if inside is node or not isinstance(node, Mapping):
        return members
    rest = tuple(entry for entry in node.entries if entry.key.text != "is")
    return Mapping((*rest, Entry(written("is", span), members)), False, span)


def _members(node: Node) -> tuple[Entry, ...]:
    """Return the members of an enum with their texts."""
    scalars = (scalar_of(item) for item in items_of(node))
    listed = (Entry(scalar, written("", scalar.span)) for scalar in scalars if scalar is not None)
    return (*entries_of(node), *listed)


def _with_fields(node: Node, added: Node, report: Report) -> Node:
    """Return a kind with more attributes, state and zones in which its rules work."""
    found = node if isinstance(node, Mapping) else Mapping((), False, node.span)
    for key in FIELDS:
        more = entries_of(child(added, key))
        if more:
            whole = joined(entries_of(child(found, key)), more, FIELDS[key], report)
            found = with_entries(found, key, whole)
    more_zones = child(added, "active-in")
    if more_zones is None:
        return found
    zones = (*_listed(child(found, "active-in")), *_listed(more_zones))
    rest = tuple(entry for entry in found.entries if entry.key.text != "active-in")
    key_node = written("active-in", more_zones.span)
    return Mapping((*rest, Entry(key_node, Sequence(zones, more_zones.span))), False, found.span)


def _listed(node: Node | None) -> tuple[Node, ...]:
    """Return the items of a list, or a lone text as the only one."""
    scalar = scalar_of(node)
    return items_of(node) if scalar is None else (scalar,)
