"""A card's text that says again what its actions' texts say.

What it finds: a card whose text holds the texts of all its actions, sentence by sentence, in each
of its languages.

Why it matters: an author who changes one of the two forgets the other, and translators translate
both.

Bad:

    cards:
    - id: well
      kind: card
      text: {en: "Tap this: draw 2."}
      actions: [{cost: tap self, do: draw 2, text: {en: "tap this: draw 2"}}]

Good:

    cards:
    - id: well
      kind: card
      text: "{actions}"
      actions: [{cost: tap self, do: draw 2, text: {en: "tap this: draw 2"}}]

Exceptions: texts of fewer than three words, which may well come twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts
from dsl.model.nouns import Text
from dsl.model.texts import run_together, sentence

SHORTEST: Final = 10
"""Letters of the shortest text that is not said twice by chance."""


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each card that says its actions twice."""
    actions: dict[str, list[Text]] = {}
    for action in facts.game.actions:
        if action.card is not None and action.text:
            actions.setdefault(action.card, []).append(action.text)
    for card in facts.game.definitions:
        told = actions.get(card.id, [])
        if not told or not card.text or card.is_joined:
            continue
        if all(
            _holds(text, [each.get(tag, "") for each in told]) for tag, text in card.text.items()
        ):
            yield finding("repeated-text", card.span, card=card.id)


def _holds(text: str, texts: Iterable[str]) -> bool:
    """Return whether a text holds others as sentences, one behind the other."""
    whole = run_together(map(sentence, texts))
    return len(whole) >= SHORTEST and "".join(whole.split()) in "".join(text.split())
