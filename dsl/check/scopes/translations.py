"""Insert the texts of translation files where they belong, as if they stood there.

A document with a top-level `translation: TAG` says in that language what the package says in
others: the same sections and names, with a text for each text. So a language is added to a package
without a change of its other files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from dsl.check.scopes.collect import report_duplicate
from dsl.check.scopes.draft import Draft
from dsl.check.texts.package import CardText, Package, as_mapping
from dsl.check.texts.shapes import written
from dsl.check.texts.texts import (
    PLACEHOLDER,
    Prelude,
    Translations,
    called,
    change_sections,
    changed_card,
    changed_entry,
    changed_manifest,
)
from dsl.check.texts.texts import SECTIONS as PRELUDE_SECTIONS
from dsl.diagnostics.diagnostic import Instead
from dsl.diagnostics.spelling import nearest
from dsl.diagnostics.wording import Said
from dsl.keys.course import PhaseKeys
from dsl.keys.files import TranslationKeys
from dsl.model.documents import (
    Document,
    Entry,
    Mapping,
    Node,
    Scalar,
    Sequence,
    entries_of,
    scalar_of,
)
from dsl.model.texts import MANIFEST, Path

KEY: Final = TranslationKeys.translation.name
RULES_WITH_TEXT: Final = ("values", "events", "actions")
"""Sections whose entries may leave their text to translation files."""


def translate(draft: Draft) -> None:
    """Translate the sections of the game, its expansions in it, and words of the prelude."""
    found, packages = draft.translated, (draft.package, *draft.parts)
    for document in (each for package in packages for each in package.translations):
        _read(document, found, draft)
    if not found.texts:
        return
    change = partial(_translated, found, draft)
    for section in RULES_WITH_TEXT:
        named = draft.package.named
        named[section] = [_with_text(section, each, found) for each in named.get(section, [])]
    for section in ("setup", "phases"):
        entry = draft.package.single.get(section)
        if entry is not None:
            value = _phases_with_text(entry.value, (section,), found)
            draft.package.single[section] = Entry(entry.key, value)
    change_sections(draft.package, change)
    draft.plain_prelude, draft.prelude = draft.prelude, _prelude(draft, found, change)
    names = (name for name, head in draft.world.events.items() if head.native)
    texts = {name: found.at(("events", name, "text")) for name in names}
    draft.natives = {
        name: {tag: scalar.text.strip() for tag, scalar in text.items()}
        for name, text in texts.items()
        if text
    }


def translate_cards(draft: Draft) -> None:
    """Translate the cards, and say which translations are of nothing."""
    found = draft.translated
    if not found.texts:
        return
    for package in (draft.package, *draft.parts):
        _translate_manifest(package, found, draft)
    patterns = [p[1] for p in found.texts if p[0] == "cards" and "{" in p[1]]
    draft.package.cards = [_card(card, found, patterns, draft) for card in draft.package.cards]
    known = sorted(found.known)
    for path in sorted(found.texts.keys() - found.used):
        for scalar in found.texts[path].values():
            if draft.parts and not scalar.span.source.package:
                continue  # an expansion may have put something else in its place
            name = ".".join(each for each in path if not each.endswith("/") and each)
            near = nearest(name, known)
            helps = (Instead.of(near, name),) if near else (Said("help.write-text-translated"),)
            draft.report.add("unknown-text.no-text", scalar.span, *helps, name=name)


def _with_text(section: str, entry: Entry, found: Translations) -> Entry:
    """Return an entry with room for a text that stands in translation files alone."""
    node, path = as_mapping(section, entry.value), (section, called(section, entry.key.text))
    if isinstance(node, Scalar) and node.is_null:
        node = Mapping((), False, entry.key.span)
    full = _given_room(node, path, found)
    return entry if full is node else Entry(entry.key, full)


def _phases_with_text(node: Node, path: Path, found: Translations) -> Node:
    """Return phases with room for the texts that stand in translation files alone."""
    if not isinstance(node, Sequence):
        return node
    return Sequence(tuple(_phase_with_text(item, path, found) for item in node.items), node.span)


def _phase_with_text(node: Node, path: Path, found: Translations) -> Node:
    """Return a phase and those inside it with room for such texts."""
    name = PhaseKeys(node).id
    if name is None or not isinstance(node, Mapping):
        return node
    here = (*path, name.text)
    entries = tuple(
        Entry(e.key, _phases_with_text(e.value, (*here, "phases"), found))
        if e.key.text == "phases"
        else e
        for e in node.entries
    )
    return _given_room(Mapping(entries, node.is_flow, node.span), here, found)


def _given_room(node: Node, path: Path, found: Translations) -> Node:
    """Return a node with an empty `text`, if it says none and translations do under its path."""
    is_said = path in found.texts or (*path, "text") in found.texts
    if not is_said or not isinstance(node, Mapping) or PhaseKeys.text.at(node) is not None:
        return node
    text = Entry(written(PhaseKeys.text.name, node.span), Mapping((), False, node.span))
    return Mapping((*node.entries, text), node.is_flow, node.span)


def _read(document: Document, found: Translations, draft: Draft) -> None:
    """Note the texts of a file; its `title` and the like belong to its own package's manifest."""
    tag = TranslationKeys(document.root).translation
    if tag is None:
        return
    found.languages.setdefault(tag.text, tag.span)
    for entry in entries_of(document.root):
        if entry.key.text == KEY:
            continue
        start: Path = (entry.key.text,)
        if entry.key.text in MANIFEST:
            start = (entry.key.text, _home(document, draft))
        for path, scalar in _leaves(entry.value, start):
            known = found.texts.setdefault(path, {})
            first = known.setdefault(tag.text, scalar)
            if first is not scalar:
                what = Said("noun.translation-into", tag=tag.text)
                report_duplicate(draft.report, what, ".".join(path), scalar.span, first.span)


def _leaves(node: Node, path: Path) -> Iterator[tuple[Path, Scalar]]:
    """Yield the texts below a node of a translation file."""
    scalar = scalar_of(node)
    if scalar is not None:
        yield path, scalar
    for entry in entries_of(node):
        yield from _leaves(entry.value, (*path, entry.key.text))


def _home(document: Document, draft: Draft) -> str:
    """Return the folder of the innermost manifest around a file."""
    roots = [each.manifest for each in (draft.package, *draft.parts)] + draft.package.libraries
    folders = (_folder(root) for root in roots if root is not None)
    around = [each for each in folders if document.source.path.startswith(each)]
    return max(around, key=len, default="")


def _folder(root: Node) -> str:
    """Return the folder of a manifest, with what ends it."""
    folder, slash, _ = root.span.source.path.rpartition("/")
    return folder + slash


def _translate_manifest(package: Package, found: Translations, draft: Draft) -> None:
    """Translate what the manifest of one package says."""
    root = package.manifest
    if root is None:
        return
    home = _folder(root)

    def change(path: Path, node: Node) -> Node:
        return _translated(found, draft, (path[0], home, *path[1:]), node)

    package.manifest = changed_manifest(root, change)


def _translated(found: Translations, draft: Draft, path: Path, node: Node) -> Node:
    """Return a text with its translations beside it."""
    return _beside(node, found.at(path), path, draft)


def _beside(node: Node, more: dict[str, Scalar], path: Path, draft: Draft) -> Node:
    """Return a text with other languages of it."""
    if not more:
        return node
    if isinstance(node, Mapping):
        known = node.entries
    else:
        assert isinstance(node, Scalar)
        known = (Entry(written(draft.language, node.span), node),)
    first = {entry.key.text: entry.key.span for entry in known}
    for tag in first.keys() & more.keys():
        what = Said("noun.text-in", tag=tag)
        report_duplicate(draft.report, what, ".".join(path), more[tag].span, first[tag])
    added = (Entry(written(tag, text.span), text) for tag, text in more.items() if tag not in first)
    return Mapping((*known, *added), False, node.span)


def _card(card: CardText, found: Translations, patterns: list[str], draft: Draft) -> CardText:
    """Return a card with its translations, under a pattern that makes it or its own id."""
    fills = {key: word for key, (word, _) in card.fills.items()}
    made = {p: PLACEHOLDER.sub(lambda m: fills.get(m[1], m[0]), p) for p in patterns}
    names = [*(p for p in patterns if made[p] == card.id.text), card.id.text]

    def change(path: Path, node: Node) -> Node:
        called = [(path[0], name, *path[2:]) for name in names]
        more = {tag: text for each in called for tag, text in found.at(each).items()}
        return _beside(node, more, called[-1], draft)

    changed = changed_card(card, change)
    return replace(card, keys={**card.keys, **changed}, said=card.keys) if changed else card


def _prelude(draft: Draft, found: Translations, change: Callable[[Path, Node], Node]) -> Prelude:
    """Return the prelude with the words translated of which the files say something."""
    sections = {}
    for section in PRELUDE_SECTIONS:
        known = draft.prelude.sections.get(section, {})
        named = {path[1] for path in found.texts if path[0] == section and len(path) > 1}
        own = {called(section, each.key.text) for each in draft.package.entries(section)}
        words = (named & {*known}) - own
        changed = {name: changed_entry(section, known[name], change) for name in words}
        sections[section] = {**known, **changed}
    return Prelude(sections)
