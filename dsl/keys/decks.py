"""List the keys of decks and of the formats that say how they may be built."""

from __future__ import annotations

from typing import Final

from dsl.keys.key import Key, Keys
from dsl.keys.kinds import MAPPING, ByName, Either, Plain
from dsl.keys.values import COPIES_COUNT, COUNT, DESCRIPTION, EXPRESSIONS, NAME, NAMES

SIZE: Final = Plain("number-of-cards", ("integer", "string"))
LIST: Final = Plain("list-of-a-deck", ("string",))


class FormatKeys(Keys, title="format"):
    """How a deck may be built."""

    size = Key(SIZE, is_needed=True, others=("cards", "deck"))
    sideboard = Key(SIZE, others=("side",))
    copies = Key(COUNT, others=("max-copies",))
    limits = Key(ByName("copies-by-card", COPIES_COUNT), others=("restricted",))
    banned = Key(NAMES, others=("forbidden",))
    legal = Key(ByName("what-is-legal-by-attribute", EXPRESSIONS), others=("allowed", "sets"))
    text = DESCRIPTION


class DeckKeys(Keys, title="deck"):
    """A deck, in its long form."""

    cards = Key(LIST, is_needed=True, others=("list", "main"))
    format = Key(NAME)
    text = DESCRIPTION


FORMATS: Final = Key(ByName("formats-by-name", FormatKeys.form))
DECKS: Final = Key(ByName("decks-by-name", Either(MAPPING, DeckKeys.form, LIST)))
OF_OPTION: Final = (Key(NAME), Key(NAME))
"""What options say of decks: `format` and `sideboard-of`."""
