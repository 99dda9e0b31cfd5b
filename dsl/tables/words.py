"""Collect what a table may name: kinds, enums and cards, of a game that may be in the making."""

from __future__ import annotations

from collections.abc import Mapping

from dsl.check.assemble import manifest_of
from dsl.check.scopes.draft import Draft
from dsl.check.texts.texts import text_of
from dsl.keys.nouns import OfCardKeys
from dsl.model.game import Game
from dsl.model.nouns import Enum, Kind, Text
from dsl.records import Record


class CardWord(Record):
    """A card that stands elsewhere."""

    id: str
    kind: str
    names: Text


class Words(Record):
    """What a table may name.

    Attributes:
        cards: In the order in which they are written.
        language: The tag under which lone texts stand.
        languages: All tags of the game.
    """

    kinds: Mapping[str, Kind]
    enums: Mapping[str, Enum]
    cards: tuple[CardWord, ...]
    language: str
    languages: tuple[str, ...]


def words_of_game(game: Game) -> Words:
    """Return what a table of a checked game may name."""
    written = sorted(game.definitions, key=lambda c: (c.span.source.path, c.span.start))
    cards = tuple(CardWord(card.id, card.kind, card.name) for card in written)
    manifest = game.manifest
    return Words(game.kinds, game.enums, cards, manifest.default_language, manifest.languages)


def words_of_draft(draft: Draft) -> Words:
    """Return what a table may name of a game whose kinds and cards have been declared."""
    cards = tuple(
        CardWord(card.id.text, "" if card.kind is None else card.kind.text,
                 text_of(OfCardKeys(card).name, draft.language))
        for card in draft.package.cards
    )  # fmt: skip
    world, tags = draft.world, manifest_of(draft.package, draft).languages
    return Words(world.kinds, world.enums, cards, draft.language, tags)
