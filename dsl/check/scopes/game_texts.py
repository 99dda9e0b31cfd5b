"""List every text for people of a checked game, and join a card's text from its actions.

`{actions}` in a card's text stands for the texts of its actions. Each becomes a sentence: a
capital in front and a full stop behind, as its writing has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from dsl.check.scopes.draft import Draft
from dsl.check.texts.package import CardText
from dsl.check.texts.texts import (
    PLACEHOLDER,
    change_sections,
    changed_card,
    changed_entry,
    changed_manifest,
    paragraphs_of,
    text_of,
    without_variant,
)
from dsl.check.texts.texts import SECTIONS as PRELUDE_SECTIONS
from dsl.keys.nouns import OfCardKeys
from dsl.keys.rules import EndingKeys
from dsl.languages import in_language
from dsl.model.documents import Node, items_of
from dsl.model.nouns import Text
from dsl.model.texts import Path, WrittenText, run_together, sentence

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
        text_of(EndingKeys(item).text, draft.language)
        for item in items_of(OfCardKeys(card).actions)
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
    called = {tag: in_language(name, tag) or card.id.text for tag in tags}
    return {
        tag: in_language(text, tag, (draft.language,)).replace(
            ACTIONS,
            run_together(
                sentence(in_language(each, tag, (draft.language,)).replace(_SELF, called[tag]))
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

    def note(self, path: Path, node: Node) -> Node:
        """Note a text."""
        text = paragraphs_of(node, self._language)
        whose = self._expansion or node.span.source.package
        self.found.append(WrittenText(path, text, node.span, whose, self._is_shared))
        return node
