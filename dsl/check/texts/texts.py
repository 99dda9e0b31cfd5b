"""Return the texts for people: by language, by where they stand, and those of the prelude.

A path such as `events take-trick text` or `cards villager actions 1 text` names a text whatever
file it is in: section, name, keys; items of lists by their `id`, else by their number from 1.
Nothing of the prelude is read before a game needs it.
"""

from __future__ import annotations

import re
from collections import abc
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from msgspec import field as record_field

from dsl.check.texts.package import CardText, Package
from dsl.diagnostics.diagnostic import Instead, Report
from dsl.diagnostics.spelling import nearest
from dsl.diagnostics.wording import Said
from dsl.languages import RESULT
from dsl.model.documents import (
    NAME,
    Document,
    Entry,
    Mapping,
    Node,
    Scalar,
    Sequence,
    child,
    entries_of,
    scalar_at,
    scalar_of,
)
from dsl.model.nouns import Text
from dsl.model.texts import MANIFEST, Path
from dsl.records import Record
from dsl.source import Span

PLACEHOLDER: Final = re.compile(r"\{([a-zA-Z][a-zA-Z0-9_-]*)\}")
BREAK: Final = re.compile(r" *\n\s*")


def text_of(node: Node | None, default_language: str) -> Text:
    """Return a text of one line by language tag: what parts lines in it counts as a blank."""
    return {
        tag: BREAK.sub(" ", text) for tag, text in paragraphs_of(node, default_language).items()
    }


def paragraphs_of(node: Node | None, default_language: str) -> Text:
    """Return a text by language tag; a lone string stands under the default language."""
    if isinstance(node, Scalar):
        return {} if node.is_null else {default_language: _plain(node)}
    if isinstance(node, Mapping):
        pairs = ((entry.key.text, scalar_of(entry.value)) for entry in node.entries)
        return {tag: _plain(scalar) for tag, scalar in pairs if scalar is not None}
    return {}


def _plain(scalar: Scalar) -> str:
    """Return what a string says; a tab counts as a blank."""
    return scalar.text.replace("\t", " ").strip()


def text_at(node: Node | None, key: str, default_language: str) -> Text:
    """Return the text under a key of a mapping."""
    return text_of(child(node, key), default_language)


def check_placeholders(
    node: Node | None, slots: Iterable[str], report: Report, *, has_self: bool = False
) -> None:
    """Report each `{slot}` of a text template that names no slot.

    Args:
        has_self: Whether the text is of a card, which it may name.
    """
    known = sorted({*slots, "me", *(["self"] if has_self else [])})
    texts: list[Node | None] = [node]  # in all its languages
    if isinstance(node, Mapping):
        texts = [entry.value for entry in node.entries]
    for scalar in (text for text in texts if isinstance(text, Scalar)):
        for match in PLACEHOLDER.finditer(scalar.text):
            if match[1] not in known:
                near = nearest(match[1], known) if len(match[1]) > 1 else None
                there = [f"{{{slot}}}" for slot in known]
                helps: tuple[str, ...] = (
                    Instead.of(f"{{{near}}}", match[0])
                    if near
                    else Said("help.write-one-5", there=there),
                )
                if match[1] == RESULT:
                    helps = (Said("help.declare-result"),)
                report.add(
                    "unknown-slot.text-names-no", scalar.part(*match.span()), *helps, match=match[1]
                )


Change: TypeAlias = Callable[[Path, Node], Node]

RULES: Final = ("actions", "triggers", "replacements", "modifiers", "forbids", "always")
_SECTIONS: Final = (
    "options", "enums", "kinds", "keywords", "zones", "layout", "state", "values", "events",
    "actions", "scenarios", "rulings", "origins", "formats", "decks",
)  # fmt: skip
_COURSE: Final = ("players", "setup", "phases")
_KEYS: Final = frozenset(["text", "sentence", "decision"])
_NAMING: Final = frozenset(["attributes", "state", "choose", "options"])
_OPAQUE: Final = frozenset(["examples", "source", "settled-by"])
_SIGNED: Final = frozenset(["keywords", "values", "events"])
_VARIANTS: Final = frozenset(["values", "events", "actions"])
_HEAD: Final = re.compile(r"[\s(]")


@dataclass(slots=True)
class Translations:
    """The texts of some translation files, by path and language.

    Attributes:
        languages: Where each language is declared first.
        used: The paths that met a text.
        known: The names of all texts there are, for guesses.
    """

    texts: dict[Path, dict[str, Scalar]] = field(default_factory=dict)
    languages: dict[str, Span] = field(default_factory=dict)
    used: set[Path] = field(default_factory=set)
    known: set[str] = field(default_factory=set)

    def at(self, path: Path) -> dict[str, Scalar]:
        """Return the translations of a text; those of an action may stand without its `text`."""
        self.known.add(".".join(path).removesuffix(".text"))
        names: list[Path] = []
        for name in (path, without_variant(path)):
            names += (name, name[:-1]) if path[-1:] == ("text",) else (name,)
        for each in names:
            if each in self.texts:
                self.used.add(each)
                return self.texts[each]
        return {}


def without_variant(path: Path) -> Path:
    """Return the path of a text without the number of its variant."""
    is_variant = path[0] in _VARIANTS and len(path) > 2 and path[2].isdecimal()
    return (*path[:2], *path[3:]) if is_variant else path


def change_sections(package: Package, change: Change) -> None:
    """Change the texts in all sections of a package; those of its cards and manifest are apart."""
    for section in (each for each in _SECTIONS if each in package.named):
        entries = package.named[section]
        package.named[section] = [changed_entry(section, each, change) for each in entries]
    for section in (each for each in _COURSE if each in package.single):
        entry = package.single[section]
        changed = _changed(entry.value, (section,), change)
        package.single[section] = Entry(entry.key, changed)
    for section in RULES[1:]:
        items = enumerate(package.items(section), start=1)
        package.listed[section] = [
            _changed(item, (section, _item_name(item, n)), change) for n, item in items
        ]


def called(section: str, key: str) -> str:
    """Return what a translation calls an entry: by its name, without slots."""
    return _HEAD.split(key, maxsplit=1)[0] if section in _SIGNED else key


def changed_entry(section: str, entry: Entry, change: Change) -> Entry:
    """Return an entry of a section of named things, its texts changed."""
    path = (section, called(section, entry.key.text))
    if section == "enums":
        value = _enum(entry.value, path, change)
    elif section == "origins" and isinstance(entry.value, Mapping):
        value = _all_texts(entry.value, path, change)
    else:
        value = _changed(entry.value, path, change)
    return entry if value is entry.value else Entry(entry.key, value)


def changed_card(card: CardText, change: Change) -> dict[str, Entry]:
    """Return the keys of a card whose texts are changed."""
    path = ("cards", card.pattern or card.id.text)
    found: dict[str, Entry] = {}
    for key, entry in card.keys.items():
        value = entry.value
        if key in ("name", "text"):
            value = _text(value, (*path, key), change)
        elif key == "source" and isinstance(value, Mapping):
            value = _all_texts(value, (*path, key), change)
        elif key in RULES:
            value = _changed(value, (*path, key), change)
        if value is not entry.value:
            found[key] = Entry(entry.key, value)
    return found


def changed_manifest(root: Mapping, change: Change) -> Mapping:
    """Return the manifest of a package, its texts changed."""
    entries = []
    for entry in root.entries:
        key, value = entry.key.text, entry.value
        if key in MANIFEST and isinstance(value, Sequence):
            items = (_text(item, (key, str(n)), change) for n, item in enumerate(value.items, 1))
            value = Sequence(tuple(items), value.span)
        elif key in MANIFEST:
            value = _text(value, (key,), change)
        entries.append(Entry(entry.key, value))
    return Mapping(tuple(entries), root.is_flow, root.span)


def _changed(node: Node, path: Path, change: Change, *, names: bool = False) -> Node:
    """Return a node, its texts changed; the very node where none is.

    Args:
        names: Whether the keys here are names that the author chose.
    """
    if isinstance(node, Mapping):
        entries = tuple(_of_key(entry, path, change, names) for entry in node.entries)
        same = all(a is b for a, b in zip(entries, node.entries, strict=True))
        return node if same else Mapping(entries, node.is_flow, node.span)
    if isinstance(node, Sequence):
        items = tuple(
            _changed(item, (*path, _item_name(item, number)), change)
            for number, item in enumerate(node.items, start=1)
        )
        same = all(a is b for a, b in zip(items, node.items, strict=True))
        return node if same else Sequence(items, node.span)
    return node


def _of_key(entry: Entry, path: Path, change: Change, names: bool) -> Entry:
    """Return one entry of a mapping, its texts changed."""
    key, value = entry.key.text, entry.value
    if key in _OPAQUE and not names:
        return entry
    if key in _KEYS and not names:
        value = _text(value, (*path, key), change)
    else:
        value = _changed(value, (*path, key), change, names=key in _NAMING and not names)
    return entry if value is entry.value else Entry(entry.key, value)


def _item_name(item: Node, number: int) -> str:
    """Return what an item of a list is called in a path."""
    id_ = scalar_at(item, "id")
    return str(number) if id_ is None else id_.text


def _enum(node: Node, path: Path, change: Change) -> Node:
    """Return an enum, the texts of its members and its own changed."""
    if not isinstance(node, Mapping):
        return node
    if node.get("is") is None:
        return _all_texts(node, path, change)
    entries = []
    for entry in node.entries:
        key, value = entry.key.text, entry.value
        if key == "is" and isinstance(value, Mapping):
            value = _all_texts(value, (*path, key), change)
        elif key == "text":
            value = _text(value, (*path, key), change)
        entries.append(Entry(entry.key, value))
    return Mapping(tuple(entries), node.is_flow, node.span)


def _all_texts(node: Mapping, path: Path, change: Change) -> Mapping:
    """Return a mapping of nothing but texts, these changed."""
    pairs = ((entry, _text(entry.value, (*path, entry.key.text), change)) for entry in node.entries)
    entries = tuple(e if value is e.value else Entry(e.key, value) for e, value in pairs)
    return Mapping(entries, node.is_flow, node.span)


def _text(node: Node, path: Path, change: Change) -> Node:
    """Return a text, changed; one that says nothing stays as it is."""
    is_empty = isinstance(node, Sequence) or (isinstance(node, Scalar) and not node.text.strip())
    return node if is_empty or (isinstance(node, Scalar) and node.is_null) else change(path, node)


SECTIONS: Final = ("events", "values", "actions")


class Prelude(Record):
    """The entries of the prelude: by section, then by the name their signature begins with."""

    sections: abc.Mapping[str, abc.Mapping[str, Entry]] = record_field(default_factory=dict)

    def get(self, section: str, name: str) -> Entry | None:
        """Return an entry, or None where the prelude has no such word."""
        return self.sections.get(section, {}).get(name)


def prelude_of(documents: Iterable[Document], report: Report) -> Prelude:
    """Return the entries of the prelude's documents."""
    sections: dict[str, dict[str, Entry]] = {section: {} for section in SECTIONS}
    for document in documents:
        for section in SECTIONS:
            for entry in entries_of(child(document.root, section)):
                name = NAME.match(entry.key.text)
                if name is None or name[0] in sections[section]:
                    report.add("duplicate-name.no-new-name", entry.key.span, name=entry.key.text)
                else:
                    sections[section][name[0]] = entry
    return Prelude(sections)
