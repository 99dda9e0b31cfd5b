"""List every text for people, and insert those of translation files where they belong.

A document with a top-level `translation: TAG` says in that language what the package says in
others: the same sections and names, with a text for each text. So a language is added to a package
without a change of its other files.

`{actions}` in a card's text stands for the texts of its actions. Each becomes a sentence: a
capital in front and a full stop behind, as its writing has them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from dsl.check.scopes.collect import report_duplicate
from dsl.check.scopes.draft import Draft
from dsl.check.texts.package import CardText, Package, as_mapping, written
from dsl.check.texts.texts import (
    PLACEHOLDER,
    Prelude,
    Translations,
    called,
    change_sections,
    changed_card,
    changed_entry,
    changed_manifest,
    paragraphs_of,
    text_of,
    without_variant,
    written_of,
)
from dsl.check.texts.texts import SECTIONS as PRELUDE_SECTIONS
from dsl.diagnostics.diagnostic import Instead
from dsl.diagnostics.wording import Said, nearest
from dsl.keys.course import PhaseKeys
from dsl.keys.files import TranslationKeys
from dsl.keys.nouns import OfCardKeys
from dsl.keys.rules import EndingKeys
from dsl.languages import Language
from dsl.model import documents as d
from dsl.model.nouns import Text
from dsl.model.texts import MANIFEST, Path, WrittenText, run_together, sentence

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
            draft.package.single[section] = d.Entry(entry.key, value)
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


def _with_text(section: str, entry: d.Entry, found: Translations) -> d.Entry:
    """Return an entry with room for a text that stands in translation files alone."""
    node, path = as_mapping(section, entry.value), (section, called(section, entry.key.text))
    if isinstance(node, d.Scalar) and node.is_null:
        node = d.Mapping((), False, entry.key.span)
    full = _given_room(node, path, found)
    return entry if full is node else d.Entry(entry.key, full)


def _phases_with_text(node: d.Node, path: Path, found: Translations) -> d.Node:
    """Return phases with room for the texts that stand in translation files alone."""
    if not isinstance(node, d.Sequence):
        return node
    return d.Sequence(tuple(_phase_with_text(item, path, found) for item in node.items), node.span)


def _phase_with_text(node: d.Node, path: Path, found: Translations) -> d.Node:
    """Return a phase and those inside it with room for such texts."""
    name = PhaseKeys(node).id
    if name is None or not isinstance(node, d.Mapping):
        return node
    here = (*path, name.text)
    entries = tuple(
        d.Entry(e.key, _phases_with_text(e.value, (*here, "phases"), found))
        if e.key.text == "phases"
        else e
        for e in node.entries
    )
    return _given_room(d.Mapping(entries, node.is_flow, node.span), here, found)


def _given_room(node: d.Node, path: Path, found: Translations) -> d.Node:
    """Return a node with an empty `text`, if it says none and translations do under its path."""
    is_said = path in found.texts or (*path, "text") in found.texts
    if not is_said or not isinstance(node, d.Mapping) or PhaseKeys.text.at(node) is not None:
        return node
    text = d.Entry(written(PhaseKeys.text.name, node.span), d.Mapping((), False, node.span))
    return d.Mapping((*node.entries, text), node.is_flow, node.span)


def _read(document: d.Document, found: Translations, draft: Draft) -> None:
    """Note the texts of a file; its `title` and the like belong to its own package's manifest."""
    tag = TranslationKeys(document.root).translation
    if tag is None:
        return
    found.languages.setdefault(tag.text, tag.span)
    for entry in d.entries_of(document.root):
        if entry.key.text == KEY:
            continue
        start: Path = (entry.key.text,)
        if entry.key.text in MANIFEST:
            # the folder of the innermost manifest around the file
            roots = [each.manifest for each in (draft.package, *draft.parts)]
            roots += draft.package.libraries
            folders = (_folder(root) for root in roots if root is not None)
            around = [each for each in folders if document.source.path.startswith(each)]
            start = (entry.key.text, max(around, key=len, default=""))
        for path, scalar in _leaves(entry.value, start):
            known = found.texts.setdefault(path, {})
            first = known.setdefault(tag.text, scalar)
            if first is not scalar:
                what = Said("noun.translation-into", tag=tag.text)
                report_duplicate(draft.report, what, ".".join(path), scalar.span, first.span)


def _leaves(node: d.Node, path: Path) -> Iterator[tuple[Path, d.Scalar]]:
    """Yield the texts below a node of a translation file."""
    scalar = d.scalar_of(node)
    if scalar is not None:
        yield path, scalar
    for entry in d.entries_of(node):
        yield from _leaves(entry.value, (*path, entry.key.text))


def _folder(root: d.Node) -> str:
    """Return the folder of a manifest, with what ends it."""
    folder, slash, _ = root.span.source.path.rpartition("/")
    return folder + slash


def _translate_manifest(package: Package, found: Translations, draft: Draft) -> None:
    """Translate what the manifest of one package says."""
    root = package.manifest
    if root is None:
        return
    home = _folder(root)

    def change(path: Path, node: d.Node) -> d.Node:
        return _translated(found, draft, (path[0], home, *path[1:]), node)

    package.manifest = changed_manifest(root, change)


def _translated(found: Translations, draft: Draft, path: Path, node: d.Node) -> d.Node:
    """Return a text with its translations beside it."""
    return _beside(node, found.at(path), path, draft)


def _beside(node: d.Node, more: dict[str, d.Scalar], path: Path, draft: Draft) -> d.Node:
    """Return a text with other languages of it."""
    if not more:
        return node
    if isinstance(node, d.Mapping):
        known = node.entries
    else:
        assert isinstance(node, d.Scalar)
        known = (d.Entry(written(draft.language, node.span), node),)
    first = {entry.key.text: entry.key.span for entry in known}
    for tag in first.keys() & more.keys():
        what = Said("noun.text-in", tag=tag)
        report_duplicate(draft.report, what, ".".join(path), more[tag].span, first[tag])
    added = (
        d.Entry(written(tag, text.span), text) for tag, text in more.items() if tag not in first
    )
    return d.Mapping((*known, *added), False, node.span)


def _card(card: CardText, found: Translations, patterns: list[str], draft: Draft) -> CardText:
    """Return a card with its translations, under a pattern that makes it or its own id."""
    fills = {key: word for key, (word, _) in card.fills.items()}
    made = {p: PLACEHOLDER.sub(lambda m: fills.get(m[1], m[0]), p) for p in patterns}
    names = [*(p for p in patterns if made[p] == card.id.text), card.id.text]

    def change(path: Path, node: d.Node) -> d.Node:
        called = [(path[0], name, *path[2:]) for name in names]
        more = {tag: text for each in called for tag, text in found.at(each).items()}
        return _beside(node, more, called[-1], draft)

    changed = changed_card(card, change)
    return replace(card, keys={**card.keys, **changed}, said=card.keys) if changed else card


def _prelude(
    draft: Draft, found: Translations, change: Callable[[Path, d.Node], d.Node]
) -> Prelude:
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


ACTIONS: Final = "{actions}"
_SELF: Final = "{self}"


def joins(text: Text) -> bool:
    """Return whether a text takes in those of actions."""
    return any(ACTIONS in words for words in text.values())


def joined(text: Text, card: CardText, draft: Draft) -> Text:
    """Return a card's text with the texts of its actions in it.

    One of no words of its own is there in all their languages.
    """
    if not joins(text):
        return text
    texts = [
        written_of(EndingKeys(item).text, draft.language)
        for item in d.items_of(OfCardKeys(card).actions)
    ]
    told = [each for each in texts if each]
    if not told or not _can_be_joined(told, card, draft):
        if not told:
            span = card.keys["text"].value.span
            draft.report.add("unknown-slot.no-action-text", span, card=card.id.text)
        return text
    name = text_of(OfCardKeys(card).name, draft.language)
    only = all(words.strip() == ACTIONS for words in text.values())
    tags = dict.fromkeys(tag for each in told for tag in each) if only else text
    called = {tag: Language(tag).text_of(name) or card.id.text for tag in tags}
    return {
        tag: Language(tag)
        .text_of(text, (draft.language,))
        .replace(
            ACTIONS,
            run_together(
                sentence(Language(tag).text_of(each, (draft.language,)).replace(_SELF, called[tag]))
                for each in told
            ),
        )
        for tag in tags
    }


def _can_be_joined(told: Iterable[Text], card: CardText, draft: Draft) -> bool:
    """Report a slot of an action's text that nothing fills while the card is only read."""
    entry, all_words = card.keys["text"], (words for text in told for words in text.values())
    slots = (match[0] for words in all_words for match in PLACEHOLDER.finditer(words))
    wrong = next((slot for slot in slots if slot != _SELF), None)
    if wrong is not None:
        draft.report.add(
            "unknown-slot.actions-text-names", entry.value.span, wrong=wrong, actions=ACTIONS
        )
    return wrong is None


def written_texts(draft: Draft) -> tuple[WrittenText, ...]:
    """Return all texts of a game, its expansions and the words of the prelude that it uses.

    Variants that say the same, and cards of a product, are one.
    """
    every = [*_all(draft)]
    said: dict[Path, list[Text]] = {}
    for each in every:
        said.setdefault(without_variant(each.path), []).append(each.text)
    found: dict[tuple[str, Path], WrittenText] = {}
    for each in every:
        path = without_variant(each.path)
        if any(text != said[path][0] for text in said[path]):
            path = each.path  # the variants of this entry differ
        text = WrittenText(path, each.text, each.span, each.expansion, each.is_shared)
        found.setdefault((text.expansion if len(path) < 3 else "", path), text)
    return tuple(found.values())


def _all(draft: Draft) -> Iterator[WrittenText]:
    """Yield every text with its full path."""
    package = draft.package
    for each in (package, *draft.parts):
        if each.manifest is not None:
            noted = _Notes(draft.language, each.expansion)
            changed_manifest(each.manifest, noted.note)
            yield from noted.found
    noted = _Notes(draft.language)
    change_sections(package, noted.note)
    for card in package.cards:
        changed_card(card, noted.note)
    yield from noted.found
    noted = _Notes(draft.language, is_shared=True)
    for section in PRELUDE_SECTIONS:
        for name in sorted(draft.prelude_digests):
            entry = draft.prelude.get(section, name)
            if entry is not None:
                changed_entry(section, entry, noted.note)
    yield from noted.found


class _Notes:
    """Texts met on the way through nodes that stay as they are."""

    def __init__(self, language: str, expansion: str = "", is_shared: bool = False) -> None:
        self.found: list[WrittenText] = []
        self._language = language
        self._expansion = expansion
        self._is_shared = is_shared

    def note(self, path: Path, node: d.Node) -> d.Node:
        """Note a text."""
        text = paragraphs_of(node, self._language)
        whose = self._expansion or node.span.source.package
        self.found.append(WrittenText(path, text, node.span, whose, self._is_shared))
        return node
