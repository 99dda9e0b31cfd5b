"""Lay areas and things out as the game's layouts say; all of it is named by key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardwright.screen.model import Area, Board, Card, Shown
from cardwright.screen.wording import Wording
from dsl.model.expressions import ZoneKey
from dsl.model.layout import Layout


def boards(
    wording: Wording, areas: Sequence[Area], things: Sequence[Card], shown: Sequence[Shown]
) -> tuple[Board, ...]:
    """Return the boards of a game, of places that the seat sees.

    Args:
        areas, shown: Those of the table.
    """
    keys = {card.id: card.key for card in _cards(areas, things) if card.id is not None}
    zones = {area.name: area for area in areas}
    drawn = (each for each in wording.model.layouts if each.is_drawn)
    found = (_board(wording, each, keys, zones, shown) for each in drawn)
    return tuple(board for board in found if board is not None)


def _cards(areas: Sequence[Area], things: Sequence[Card]) -> Iterator[Card]:
    """Yield every card, those on cards too."""
    stack = [*things, *(card for area in areas for card in area.cards)]
    while stack:
        card = stack.pop()
        yield card
        stack += [inner for area in card.areas for inner in area.cards]


def _board(
    wording: Wording,
    layout: Layout,
    keys: Mapping[str, str],
    zones: Mapping[str, Area],
    shown: Sequence[Shown],
) -> Board | None:
    """Return a layout; None where it is of a zone in which the seat sees no place."""
    label = wording.text(layout.text)
    if layout.zone is not None:
        area = zones.get(layout.zone.name)
        if area is None or not area.cards:
            return None
        cells = [card.key for card in area.cards]
        width = layout.columns or len(cells)
        rows: list[tuple[str | None, ...]] = [
            tuple(cells[at : at + width]) for at in range(0, len(cells), width)
        ]
        label = label or area.label
    else:
        rows = [tuple(keys.get(place or "") for place in row) for row in layout.rows]
    inside = {
        keys[place]: tuple(keys[each] for each in inner if each in keys)
        for place, inner in layout.inside.items()
        if place in keys
    }
    middle = [key.name for key in layout.middle if isinstance(key, ZoneKey) and key.name in zones]
    names = {key.name for key in layout.middle if not isinstance(key, ZoneKey)}
    return Board(
        id=layout.id,
        label=label or wording.names.text({}, layout.id),
        form=layout.form,
        rows=tuple(rows),
        inside=inside,
        middle=tuple(middle),
        shown=tuple(each for each in shown if each.name in names),
    )


def on_boards(boards: Sequence[Board]) -> set[str]:
    """Return the keys of the areas of the table that boards show."""
    cells = (key for board in boards for row in board.rows for key in row if key is not None)
    return {key.rpartition(".")[0] for key in cells} | {k for board in boards for k in board.middle}
