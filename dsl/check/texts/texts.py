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
from dsl.diagnostics.wording import Said, nearest
from dsl.keys.course import PhaseKeys
from dsl.keys.examples import EXAMPLES
from dsl.keys.files import COURSE, NAMED, GameKeys, ManifestKeys, SectionKeys, TranslationKeys
from dsl.keys.key import LANGUAGES, WORDING, Keyed
from dsl.keys.kinds import AnyKind, ByName, Either, ListOf, fits_form, plain_kind
from dsl.keys.nouns import OfCardKeys
from dsl.keys.rules import RULES
from dsl.languages import RESULT
from dsl.model import documents as d
from dsl.model.nouns import Text
from dsl.model.texts import MANIFEST, Path, without_marks
from dsl.records import NOTHING, Record, Span

PLACEHOLDER: Final = re.compile(r"\{([a-zA-Z][a-zA-Z0-9_-]*)\}")
_WITH_DOTS: Final = re.compile(r"\{([a-zA-Z][\w-]*(?:\.[\w-]+)*)\}")
"""A slot, or what people take for one: `{card.owner}`."""
BREAK: Final = re.compile(r" *\n\s*")


def text_of(node: d.Node | None, default_language: str) -> Text:
    """Return a text of one line by language tag, without marks of letters, which cards alone
    show."""
    return unmarked(written_of(node, default_language))


def unmarked(text: Text) -> Text:
    """Return a text as it is read."""
    return {tag: without_marks(words) for tag, words in text.items()} if text else NOTHING


def written_of(node: d.Node | None, default_language: str) -> Text:
    """Return a text of one line with its marks: what parts lines in it counts as a blank."""
    return {
        tag: BREAK.sub(" ", text) for tag, text in paragraphs_of(node, default_language).items()
    }


def paragraphs_of(node: d.Node | None, default_language: str) -> Text:
    """Return a text by language tag; a lone string stands under the default language."""
    if isinstance(node, d.Scalar):
        return NOTHING if node.is_null else {default_language: _plain(node)}
    if isinstance(node, d.Mapping):
        pairs = ((entry.key.text, d.scalar_of(entry.value)) for entry in node.entries)
        return {tag: _plain(scalar) for tag, scalar in pairs if scalar is not None}
    return NOTHING


def _plain(scalar: d.Scalar) -> str:
    """Return what a string says; a tab counts as a blank."""
    return scalar.text.replace("\t", " ").strip()


def check_placeholders(
    node: d.Node | None, slots: Iterable[str], report: Report, *, has_self: bool = False
) -> None:
    """Report each `{slot}` of a text template that names no slot.

    Args:
        has_self: Whether the text is of a card, which it may name.
    """
    check_slots(node, sorted({*slots, "me", *(["self"] if has_self else [])}), report)


def check_slots(node: d.Node | None, known: list[str], report: Report) -> None:
    """Report each slot of a text that is not among those known; of a text without any slot, which
    is the same wherever it is read, a backslash lets a brace stand."""
    texts: list[d.Node | None] = [node]  # in all its languages
    if isinstance(node, d.Mapping):
        texts = [entry.value for entry in node.entries]
    for scalar in (text for text in texts if isinstance(text, d.Scalar)):
        for match in _WITH_DOTS.finditer(scalar.text):
            is_brace = not known and scalar.text[: match.start()].endswith("\\")
            if match[1] in known or is_brace:
                continue
            near = nearest(match[1], known) if len(match[1]) > 1 else None
            there = [f"{{{slot}}}" for slot in known]
            helps: tuple[str, ...] = (
                Instead.of(f"{{{near}}}", match[0])
                if near
                else Said("help.write-slot-there", there=there),
            )
            if "." in match[1]:
                helps = (Said("help.slot-alone", there=there),)
            if match[1] == RESULT:
                helps = (Said("help.declare-result"),)
            if not known:
                helps = (Said("help.no-slots"),)
            report.add(
                "unknown-slot.text-names-no", scalar.part(*match.span()), *helps, match=match[1]
            )


Change: TypeAlias = Callable[[Path, d.Node], d.Node]

_SECTIONS: Final = tuple(
    key for key in (*NAMED, *COURSE, *RULES) if key.name in TranslationKeys.form.names
)
_RULES: Final = (SectionKeys.events.name, SectionKeys.values.name)
_SIGNED: Final = (SectionKeys.keywords.name, *_RULES)
_VARIANTS: Final = (*_RULES, SectionKeys.actions.name)
_HEAD: Final = re.compile(r"[\s(]")


@dataclass(slots=True)
class Translations:
    """The texts of some translation files, by path and language.

    Attributes:
        languages: Where each language is declared first.
        used: The paths that met a text.
        known: The names of all texts there are, for guesses.
    """

    texts: dict[Path, dict[str, d.Scalar]] = field(default_factory=dict)
    languages: dict[str, Span] = field(default_factory=dict)
    used: set[Path] = field(default_factory=set)
    known: set[str] = field(default_factory=set)

    def at(self, path: Path) -> dict[str, d.Scalar]:
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
    for key in _SECTIONS:
        section, kind = key.name, plain_kind(key.kind)
        if section in package.named:
            entries = package.named[section]
            package.named[section] = [changed_entry(section, each, change) for each in entries]
        if section in package.single:
            entry = package.single[section]
            changed = _changed(entry.value, (section,), kind, change)
            package.single[section] = d.Entry(entry.key, changed)
        if section in package.listed and isinstance(kind, ListOf):
            items = enumerate(package.listed[section], start=1)
            package.listed[section] = [
                _changed(item, (section, _item_name(item, n)), kind.item, change)
                for n, item in items
            ]


def called(section: str, key: str) -> str:
    """Return what a translation calls an entry: by its name, without slots."""
    return _HEAD.split(key, maxsplit=1)[0] if section in _SIGNED else key


def changed_entry(section: str, entry: d.Entry, change: Change) -> d.Entry:
    """Return an entry of a section of named things, its texts changed."""
    kind = plain_kind(GameKeys.form.key(section).kind)
    assert isinstance(kind, ByName)
    path = (section, called(section, entry.key.text))
    value = _changed(entry.value, path, kind.value, change)
    return entry if value is entry.value else d.Entry(entry.key, value)


def changed_card(card: CardText, change: Change) -> dict[str, d.Entry]:
    """Return the keys of a card whose texts are changed."""
    path = (SectionKeys.cards.name, card.pattern or card.id.text)
    form = OfCardKeys.form
    # an entry of the section `names` has the id of its card as its key
    pairs = ((key, _of_key(entry, path, form, change, key)) for key, entry in card.keys.items())
    return {key: entry for key, entry in pairs if entry is not card.keys[key]}


def changed_manifest(root: d.Mapping, change: Change) -> d.Mapping:
    """Return the manifest of a package, its texts changed."""
    entries = (
        _of_key(entry, (), ManifestKeys.form, change) if entry.key.text in MANIFEST else entry
        for entry in root.entries
    )
    return d.Mapping(tuple(entries), root.is_flow, root.span)


def _changed(node: d.Node, path: Path, kind: AnyKind, change: Change) -> d.Node:
    """Return a node of a kind, its texts changed; the very node where none is."""
    kind = plain_kind(kind)
    if isinstance(kind, Either):
        if kind.then is WORDING or kind.then is LANGUAGES:
            return _text(node, path, change)
        return _changed(node, path, kind.then if fits_form(node, kind.form) else kind.other, change)
    if isinstance(kind, Keyed | ByName) and isinstance(node, d.Mapping):
        entries = tuple(_of_key(entry, path, kind, change) for entry in node.entries)
        same = all(a is b for a, b in zip(entries, node.entries, strict=True))
        return node if same else d.Mapping(entries, node.is_flow, node.span)
    if isinstance(kind, ListOf) and isinstance(node, d.Sequence):
        items = tuple(
            _changed(item, (*path, _item_name(item, number)), kind.item, change)
            for number, item in enumerate(node.items, start=1)
        )
        same = all(a is b for a, b in zip(items, node.items, strict=True))
        return node if same else d.Sequence(items, node.span)
    return node


def _of_key(
    entry: d.Entry, path: Path, kind: Keyed | ByName, change: Change, name: str = ""
) -> d.Entry:
    """Return one entry of a mapping, its texts changed; examples have none for players."""
    name = name or entry.key.text
    inner: AnyKind | None
    if isinstance(kind, Keyed):
        is_known = name in kind.names and kind.key(name) is not EXAMPLES
        inner = kind.key(name).kind if is_known else kind.extra if name not in kind.names else None
    else:
        inner = kind.value
    if inner is None:
        return entry
    value = _changed(entry.value, (*path, name), inner, change)
    return entry if value is entry.value else d.Entry(entry.key, value)


def _item_name(item: d.Node, number: int) -> str:
    """Return what an item of a list is called in a path."""
    id_ = PhaseKeys(item).id
    return str(number) if id_ is None else id_.text


def _text(node: d.Node, path: Path, change: Change) -> d.Node:
    """Return a text, changed; one that says nothing stays as it is."""
    is_empty = isinstance(node, d.Sequence) or (
        isinstance(node, d.Scalar) and not node.text.strip()
    )
    return node if is_empty or (isinstance(node, d.Scalar) and node.is_null) else change(path, node)


SECTIONS: Final = _VARIANTS


class Prelude(Record):
    """The entries of the prelude: by section, then by the name their signature begins with."""

    sections: abc.Mapping[str, abc.Mapping[str, d.Entry]] = record_field(default_factory=dict)

    def get(self, section: str, name: str) -> d.Entry | None:
        """Return an entry, or None where the prelude has no such word."""
        return self.sections.get(section, {}).get(name)


def prelude_of(documents: Iterable[d.Document], report: Report) -> Prelude:
    """Return the entries of the prelude's documents."""
    sections: dict[str, dict[str, d.Entry]] = {section: {} for section in SECTIONS}
    for document in documents:
        for section in SECTIONS:
            for entry in d.entries_of(d.child(document.root, section)):
                name = d.NAME.match(entry.key.text)
                if name is None or name[0] in sections[section]:
                    report.add("duplicate-name.no-new-name", entry.key.span, name=entry.key.text)
                else:
                    sections[section][name[0]] = entry
    return Prelude(sections)
