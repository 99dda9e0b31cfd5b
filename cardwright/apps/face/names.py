"""Return the names of cards, zones and words of a game in a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dsl import languages
from dsl.model.game import Game
from dsl.model.nouns import Definition

GENRES: Final = ("tricks", "shedding", "matching", "betting", "boards", "others")
"""The genres that have a heading, in the order in which their games are listed."""


def in_language(text: object, lang: str, default: str = "en") -> str:
    """Return a text in a language, else in the game's default one, else in any, else nothing."""
    if not isinstance(text, Mapping):
        return str(text) if text else ""
    return languages.in_language(text, lang, (default, *languages.OWN[:1]))


def card_name(model: Game, definition: Definition, lang: str) -> str:
    """Return the name people read, or the id of a card without one."""
    return in_language(definition.name, lang, model.manifest.default_language) or definition.id


def find_cards(model: Game, word: str) -> list[Definition]:
    """Return the cards that a word means: an id or name, else those it begins, else those it is in.

    Case does not count; names in any language do.
    """
    wanted = word.strip().casefold()
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [
            definition
            for definition in model.definitions
            if any(
                fits(name.casefold(), wanted) for name in (definition.id, *definition.name.values())
            )
        ]
        if found and wanted:
            return found
    return []
