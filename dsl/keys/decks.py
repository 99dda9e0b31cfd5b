"""List the keys of decks and of the formats that say how they may be built."""

from __future__ import annotations

from typing import Final

from dsl.keys.key import Key, Keyed
from dsl.keys.kinds import MAPPING, ByName, Either, Plain
from dsl.keys.values import COPIES_COUNT, COUNT, DESCRIPTION, EXPRESSIONS, NAME, NAMES

SIZE: Final = Plain("number-of-cards", ("integer", "string"))
LIST: Final = Plain("list-of-a-deck", ("string",))
FORMAT: Final = Keyed(
    "format",
    (
        Key("size", SIZE, is_needed=True, others=("cards", "deck")),
        Key("sideboard", SIZE, others=("side",)),
        Key("copies", COUNT, others=("max-copies",)),
        Key("limits", ByName("copies-by-card", COPIES_COUNT), others=("restricted",)),
        Key("banned", NAMES, others=("forbidden",)),
        Key("legal", ByName("what-is-legal-by-attribute", EXPRESSIONS), others=("allowed", "sets")),
        DESCRIPTION,
    ),
)
DECK: Final = Keyed(
    "deck",
    (
        Key("cards", LIST, is_needed=True, others=("list", "main")),
        Key("format", NAME),
        DESCRIPTION,
    ),
)
FORMATS: Final = Key("formats", ByName("formats-by-name", FORMAT))
DECKS: Final = Key("decks", ByName("decks-by-name", Either(MAPPING, DECK, LIST)))
OF_OPTION: Final = (Key("format", NAME), Key("sideboard-of", NAME))
