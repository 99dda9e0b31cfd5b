"""List what a package declares, as it is written, and the names that findings do not know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from dsl.check.nouns.kinds import members_node
from dsl.check.scopes.draft import Draft
from dsl.check.texts.consequences import FOLLOWING
from dsl.diagnostics.diagnostic import Diagnostic, Report
from dsl.diagnostics.wording import Said, Slots
from dsl.keys.course import PhaseKeys
from dsl.keys.files import SectionKeys
from dsl.keys.key import StateFieldKeys
from dsl.keys.nouns import KindKeys, OptionKeys
from dsl.model.documents import Entry, Mapping, Node, Scalar, entries_of, items_of
from dsl.records import Record, Span
from dsl.syntax.parser import parse_event_signature, parse_field, parse_value_signature
from dsl.syntax.trees import Slot

WORD: Final = re.compile(r"[\w-]*\w")


def is_missing(found: Diagnostic) -> bool:
    """Return whether a finding says that a name is declared nowhere."""
    return (
        found.name in FOLLOWING
        and found.name.startswith("unknown-")
        and found.name != "unknown-slot"
    )


def word_of(found: Diagnostic) -> str:
    """Return the name that a finding does not know: of `player.deck` the part behind the dot."""
    return found.span.text.strip("{}").rpartition(".")[2]


def texts_of(slots: Slots) -> Iterator[str]:
    """Yield the plain texts in the slots of a message, and of the texts inside them."""
    for value in slots.values():
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Said):
                yield from texts_of(each.slots)
            elif isinstance(each, str):
                yield each


def repeated_words(found: Diagnostic) -> Iterator[str]:
    """Yield the words of the author that a message repeats."""
    for text in texts_of(found.slots):
        yield from WORD.findall(text)


def speaks_of(found: Diagnostic, words: frozenset[str]) -> bool:
    """Return whether a finding stands at one of some words, or repeats one."""
    return not words.isdisjoint((*WORD.findall(found.span.text), *repeated_words(found)))


PLAIN: Final = ("options", "enums", "kinds", "actions")


class Declared(Record, kw_only=True):
    """One declared name.

    Attributes:
        sort: The section; of fields `attributes` or `state`, of slots `slots`.
        span: The name alone.
        type: The words of its type, with the default behind it; None where it has no type.
        within: Where it can be used, if that is one entry only.
        of: The value or event that it is a slot of.
    """

    sort: str
    name: str
    span: Span
    type: Span | None = None
    within: Span | None = None
    of: str = ""


def declared_in(draft: Draft) -> tuple[Declared, ...]:
    """Return all names that the game and its expansions declare."""
    return tuple(_all(draft))


def _all(draft: Draft) -> Iterator[Declared]:
    package = draft.package
    for section in PLAIN:
        for entry in package.entries(section):
            type_ = OptionKeys(entry.value).type if section == "options" else None
            yield Declared(
                sort=section,
                name=entry.key.text,
                span=entry.key.span,
                type=None if type_ is None else type_.span,
            )
            if section == "kinds":
                yield from _fields(entry.value)
            elif section == "enums":
                node = members_node(entry.value)
                keys = [each.key for each in entries_of(node)] if isinstance(node, Mapping) else [
                    each for each in items_of(node) if isinstance(each, Scalar)
                ]  # fmt: skip
                yield from (Declared(sort="members", name=key.text, span=key.span) for key in keys)
    for entry in package.entries(SectionKeys.zones):
        start = entry.key.text.rfind(".") + 1
        name = entry.key.text[start:]
        span = entry.key.part(start, len(entry.key.text))
        yield Declared(sort="zones", name=name, span=span)
    yield from (_field("state", entry) for entry in package.entries(SectionKeys.state))
    players = package.one(SectionKeys.players)
    if players is not None:
        yield from _fields(players.value)
    for section in ("values", "events"):
        for entry in package.entries(section):
            yield from _signature(section, entry)
    course = package.one(SectionKeys.phases)
    waiting = [] if course is None else [course.value]
    while waiting:
        for phase in items_of(waiting.pop()):
            id_, inner = PhaseKeys(phase).id, PhaseKeys(phase).phases
            if id_ is not None:
                yield Declared(sort="phases", name=id_.text, span=id_.span)
            waiting += () if inner is None else (inner,)
    for card in package.cards:
        if not card.pattern:
            yield Declared(sort="cards", name=card.id.text, span=card.id.span)


def _fields(owner: Node) -> Iterator[Declared]:
    for key in (KindKeys.attributes, KindKeys.state):
        yield from (_field(key.name, entry) for entry in entries_of(key.at(owner)))


def _field(sort: str, entry: Entry) -> Declared:
    inner = StateFieldKeys(entry.value).is_ or entry.value
    written = inner if isinstance(inner, Scalar) else None
    field = None if written is None or "(" in written.text else parse_field(written, Report())
    type_ = None if field is None else field.type.span
    if field is not None and field.default is not None:
        type_ = field.type.span.to(field.default.span)
    return Declared(sort=sort, name=entry.key.text, span=entry.key.span, type=type_)


def _signature(section: str, entry: Entry) -> Iterator[Declared]:
    """Yield a value or event, then what is typed in its signature."""
    parse = parse_value_signature if section == "values" else parse_event_signature
    tree = parse(entry.key, Report())
    if tree is None:
        return
    last = max((node.span.end for node in _scalars(entry.value)), default=entry.key.span.end)
    within = Span(entry.key.span.source, entry.key.span.start, last)
    yield Declared(sort=section, name=tree.name.text, span=tree.name.span)
    slots: tuple[Slot, ...] = tree.slots
    for slot in slots:
        yield Declared(sort="slots", name=slot.name.text, span=slot.name.span,
                       type=slot.type.span, within=within, of=tree.name.text)  # fmt: skip
    if tree.result is not None:
        yield Declared(sort="results", name=tree.name.text, span=tree.name.span,
                       type=tree.result.span)  # fmt: skip


def _scalars(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    for entry in entries_of(node):
        yield from _scalars(entry.value)
    for item in items_of(node):
        yield from _scalars(item)
