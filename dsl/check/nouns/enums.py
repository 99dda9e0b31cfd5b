"""Declare the enums and their members."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.check.expressions.names_declared import Places
from dsl.check.scopes.collect import unique_entries
from dsl.check.scopes.draft import Draft
from dsl.check.texts.shapes import child, items_of, scalar_of
from dsl.check.texts.texts import text_at, text_of
from dsl.model.nouns import Enum, Text
from dsl.syntax.documents import Entry, Mapping, Node, Scalar
from dsl.syntax.parser import parse_name


def declare_enums(draft: Draft) -> None:
    """Fill `World.enums`."""
    for entry in unique_entries(draft, "enums", "enum"):
        draft.world.enums[entry.key.text] = _enum_of(entry, draft)
        for member, _ in _members(members_node(entry.value), draft.language):
            whose = member.span.source.package
            draft.member_packages.setdefault((entry.key.text, member.text), whose)


def _enum_of(entry: Entry, draft: Draft) -> Enum:
    """Return one enum; its members stand in a list, or in a mapping with their texts."""
    is_plain = members_node(entry.value) is entry.value
    places = Places("member", draft.report)
    kept = [
        (member.text, text)
        for member, text in _members(members_node(entry.value), draft.language)
        if parse_name(member, draft.report) and places.add(member.text, member.span)
    ]
    return Enum(
        name=entry.key.text,
        members=tuple(name for name, _ in kept),
        texts=tuple(text for _, text in kept),
        span=entry.key.span,
        text={} if is_plain else text_at(entry.value, "text", draft.language),
    )


def members_node(node: Node) -> Node:
    """Return where the members of an enum stand: under `is`, if it has a text of its own."""
    return child(node, "is") or node


def _members(node: Node, language: str) -> Iterator[tuple[Scalar, Text]]:
    """Yield each member with its text, in declared order."""
    if isinstance(node, Mapping):
        for entry in node.entries:
            yield entry.key, text_of(entry.value, language)
    for item in items_of(node):
        scalar = scalar_of(item)
        if scalar is not None:
            yield scalar, {}
