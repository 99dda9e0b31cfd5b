"""Find printed texts that say what the text made from rules says: they can be left out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardwright.apps.text.rules import rules_text
from dsl.languages import OWN
from dsl.model.game import Game

_OTHER = re.compile(r"[\W_]+")


def said_twice(model: Game) -> Iterator[str]:
    """Yield the cards whose printed text is the made one, but for signs and capitals."""
    for card in model.definitions:
        tags = [tag for tag in card.text if tag in OWN]
        if tags and all(
            _plain(card.text[tag]) == _plain("".join(rules_text(model, card, tag))) for tag in tags
        ):
            yield card.id


def _plain(text: str) -> str:
    return _OTHER.sub("", text).casefold()
