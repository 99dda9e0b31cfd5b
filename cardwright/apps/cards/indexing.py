"""Make the index of cards out of their checked games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardwright.apps.cards.card_cells import table_cells
from cardwright.apps.cards.columns import (
    attribute_columns,
    column,
    general_columns,
    rule_columns,
)
from cardwright.apps.cards.entries import Entry
from cardwright.apps.cards.facts.cards import Facts, facts_of
from cardwright.apps.cards.folding import folded
from cardwright.apps.cards.index import FORMAT, Column, Index
from cardwright.apps.cards.labels import called_in_text, labels_of
from dsl.languages import OWN
from dsl.model.game import Game


def build_index(cards: Sequence[Entry]) -> Index:
    """Return the index of cards, which may come from a game and its expansions."""
    models = [*{id(card.model): card.model for card in cards}.values()]
    known = {id(model): facts_of(model) for model in models}
    facts = [known[id(card.model)].get(card.id, Facts()) for card in cards]
    return Index(
        format=FORMAT,
        ids=[card.id for card in cards],
        digests=[card.definition.digest for card in cards],
        names=[tuple(card.definition.name.values()) for card in cards],
        heads=[_head(card) for card in cards],
        texts=column(_text(card) for card in cards),
        columns={**general_columns(cards), **rule_columns(facts)},
        attributes=attribute_columns(cards),
        labels=labels_of(models),
        called=called_in_text(models),
        members=dict(_members(models)),
        shown={lang: _cells(cards, lang) for lang in _languages(models)},
    )


def _languages(models: Sequence[Game]) -> tuple[str, ...]:
    """Return the languages that the program or one of the games speaks."""
    return tuple(
        dict.fromkeys((*OWN, *(tag for each in models for tag in each.manifest.languages)))
    )


def _head(card: Entry) -> str:
    """Return the id and the names of a card, a line each."""
    lines = (card.id, *card.definition.name.values())
    return folded("\n".join(" ".join(line.split()) for line in lines))


def _cells(cards: Sequence[Entry], lang: str) -> list[Column]:
    """Return what is shown of cards in a table, a column each."""
    return [*map(column, zip(*(table_cells(card, lang) for card in cards), strict=True))]


def _text(card: Entry) -> str:
    """Return what is printed on a card and what its rules say, in all languages."""
    rules = (line for lang in OWN for line in card.rules(lang))
    return folded("\n".join((*card.definition.text.values(), *rules)))


def _members(models: Sequence[Game]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the members of each enum, of the game in which there are most."""
    for model in sorted(models, key=lambda each: sum(len(e.members) for e in each.enums.values())):
        yield from ((enum.name, enum.members) for enum in model.enums.values())
