"""Say of boards that rules ask how their places stand: that has a meaning, all else is looks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cardwright.apps.authors.diff.meaning import Form, Meaning, ordered
from cardwright.apps.authors.diff.parts import Part
from dsl.lint.facts import all_texts
from dsl.model.expressions import Primitive
from dsl.model.game import Game
from dsl.model.layout import Layout
from dsl.model.nouns import lineage
from dsl.model.types import element_of, is_list, kind_of
from dsl.model.walk import walk
from dsl.words.vocabulary import FUNCTIONS
from dsl.words.word import Reads
from interpreter.effects.places import zone_node

BARE: Final = "–"


def asks_boards(game: Game) -> bool:
    """Return whether any rule asks which places are near."""
    return any(_asks(node) for node in walk(all_texts(game)))


def asked(node: Primitive, game: Game) -> Iterator[str]:
    """Yield the keys of the layouts on which the places stand that a function is asked about."""
    if not _asks(node):
        return
    type_ = node.arguments[0].type
    kind = kind_of(element_of(type_) if is_list(type_) else type_)
    for layout in game.layouts:
        if any(kind in lineage(game.kinds, each) for each in _kinds(layout, game)):
            yield f"layout:{layout.id}"


def _asks(node: object) -> bool:
    return isinstance(node, Primitive) and FUNCTIONS[node.name].reads == Reads.BOARD


def _kinds(layout: Layout, game: Game) -> set[str]:
    """Return the kinds of what stands on a board."""
    if layout.zone is not None:
        return {game.zones[layout.zone].of}
    places = {place for row in layout.rows for place in row if place is not None}
    return {card.kind for card in game.definitions if card.id in places}


def standing(layout: Layout) -> tuple[Part, ...]:
    """Return the parts of a layout that say how its places stand, and by which paths."""

    def places(meaning: Meaning) -> Form:
        zone = None if layout.zone is None else meaning.key(zone_node(layout.zone))
        rows = (tuple(each and meaning.key(f"card:{each}") for each in row) for row in layout.rows)
        return zone, layout.form, layout.columns, layout.is_straight, tuple(rows)

    def paths(meaning: Meaning) -> Form:
        return ordered(
            ordered(meaning.key(f"card:{each}") for each in pair) for pair in layout.paths
        )

    ways = ", ".join(f"{one} {BARE} {other}" for one, other in layout.paths)
    return (
        Part("standing", "", places, lambda lang: _said(layout)),
        Part("near", "", lambda meaning: layout.beside, lambda lang: layout.beside),
        *((Part("paths", "", paths, lambda lang: ways),) if ways else ()),
    )


def _said(layout: Layout) -> str:
    """Return how places stand as an author writes it."""
    if layout.zone is not None:
        zone = layout.zone.dotted
        return f"{zone} × {layout.columns}" if layout.columns else zone
    return " / ".join(", ".join(each or BARE for each in row) for row in layout.rows)
