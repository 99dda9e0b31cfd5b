"""Join a card's text from the texts of its actions: `{actions}` in it stands for them.

Each becomes a sentence: a capital in front and a full stop behind, as its writing has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from dsl.characters import is_wide
from dsl.check.scopes.draft import Draft
from dsl.check.texts.package import CardText
from dsl.check.texts.shapes import items_of
from dsl.check.texts.texts import PLACEHOLDER, text_at, text_of
from dsl.languages import in_language
from dsl.model.nouns import Text

ACTIONS: Final = "{actions}"
_SELF: Final = "{self}"
_ENDS: Final = re.compile(r"[.!?…。！？][\"”’」』)）]*$")


def joins(text: Text) -> bool:
    """Return whether a text takes in those of actions."""
    return any(ACTIONS in words for words in text.values())


def joined(text: Text, card: CardText, draft: Draft) -> Text:
    """Return a card's text with the texts of its actions in it.

    One of no words of its own is there in all their languages.
    """
    if not joins(text):
        return text
    texts = [text_at(item, "text", draft.language) for item in items_of(card.get("actions"))]
    told = [each for each in texts if each]
    if not told or not _can_be_joined(told, card, draft):
        _refuse_nothing(told, card, draft)
        return text
    name = text_of(card.get("name"), draft.language)
    only = all(words.strip() == ACTIONS for words in text.values())
    tags = dict.fromkeys(tag for each in told for tag in each) if only else text
    return {
        tag: in_language(text, tag, (draft.language,)).replace(
            ACTIONS, _sentences(told, in_language(name, tag) or card.id.text, tag, draft.language)
        )
        for tag in tags
    }


def _sentences(told: Iterable[Text], name: str, tag: str, default: str) -> str:
    """Return texts as sentences in one language."""
    found = (in_language(each, tag, (default,)).replace(_SELF, name) for each in told)
    return run_together(map(sentence, found))


def sentence(text: str) -> str:
    """Return a text with a capital in front and a full stop behind."""
    begun = text[:1].upper() + text[1:]
    if _ENDS.search(begun):
        return begun
    return begun + ("。" if _ends_wide(begun) else ".")


def run_together(sentences: Iterable[str]) -> str:
    """Return sentences one behind the other; a blank parts those that end in a narrow letter."""
    found = ""
    for each in sentences:
        found += each if _ends_wide(found) or not found else f" {each}"
    return found


def _ends_wide(text: str) -> bool:
    """Return whether the last letter of a text is a wide one."""
    return is_wide(text[-1:] or " ")


def _can_be_joined(told: Iterable[Text], card: CardText, draft: Draft) -> bool:
    """Report a slot of an action's text that nothing fills while the card is only read."""
    entry, slots = card.keys["text"], (m for t in told for w in t.values() for m in _slots(w))
    wrong = next(slots, None)
    if wrong is not None:
        message = f"an action's text names `{wrong}`, which is not known on the card"
        help_text = f"write the card's text without `{ACTIONS}`"
        draft.report.add("unknown-slot", message, entry.value.span, help_text)
    return wrong is None


def _slots(words: str) -> Iterable[str]:
    """Yield the slots of an action's text but for the card itself."""
    return (match[0] for match in PLACEHOLDER.finditer(words) if match[0] != _SELF)


def _refuse_nothing(told: list[Text], card: CardText, draft: Draft) -> None:
    """Report `{actions}` on a card whose actions say nothing."""
    if not told:
        span = card.keys["text"].value.span
        message = f"no action of `{card.id.text}` has a text"
        draft.report.add("unknown-slot", message, span, "give its actions a `text`")
