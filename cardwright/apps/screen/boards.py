"""Lay areas and things out as the game's layouts say; all of it is named by key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardwright.apps.face.words import say
from cardwright.apps.screen.model import Area, Board, Card, Shown
from cardwright.apps.screen.wording import Wording
from dsl.model.expressions import ZoneKey
from dsl.model.layout import Layout
from interpreter.observe.keys import player_key


def boards(
    wording: Wording,
    areas: Sequence[Area],
    things: Sequence[Card],
    shown: Sequence[Shown],
    names: Sequence[str],
) -> tuple[Board, ...]:
    """Return the boards of a game, of places that the seat sees.

    Args:
        shown: What is shown of the table.
        names: Of the players.
    """
    table = [area for area in areas if not area.key.startswith("~")]
    keys = {card.id: card.key for card in _cards(table, things) if card.id is not None}
    zones = {area.key: area for area in areas}
    found: list[Board | None] = []
    for layout in wording.model.layouts:
        if layout.zone is not None and layout.zone.owner is not None:
            each = (_of_player(wording, layout, zones, *player) for player in enumerate(names))
            found += each if layout.is_drawn else ()
        elif layout.is_drawn:
            found.append(_board(wording, layout, keys, zones, shown))
    return tuple(board for board in found if board is not None)


def _cards(areas: Sequence[Area], things: Sequence[Card]) -> Iterator[Card]:
    """Yield every card, those on cards too."""
    stack = [*things, *(card for area in areas for card in area.cards)]
    while stack:
        card = stack.pop()
        yield card
        stack += [inner for area in card.areas for inner in area.cards]


def _of_player(
    wording: Wording, layout: Layout, zones: Mapping[str, Area], seat: int, name: str
) -> Board | None:
    """Return the board of one player; None where the seat sees no place on it."""
    assert layout.zone is not None
    area = zones.get(f"{player_key(seat)}.{layout.zone.name}")
    if area is None or not area.cards:
        return None
    label = wording.text(layout.text) or area.label
    return Board(
        id=layout.id,
        label=say(wording.lang, "board-of", name=name, board=label),
        form=layout.form,
        rows=_rows_of(layout, area),
        inside={},
        owner=seat,
    )


def _rows_of(layout: Layout, area: Area) -> tuple[tuple[str | None, ...], ...]:
    """Return the places of a zone in rows."""
    cells = [card.key for card in area.cards]
    width = layout.columns or len(cells)
    return tuple(tuple(cells[at : at + width]) for at in range(0, len(cells), width))


def _board(
    wording: Wording,
    layout: Layout,
    keys: Mapping[str, str],
    zones: Mapping[str, Area],
    shown: Sequence[Shown],
) -> Board | None:
    """Return a board of the table; None where it is of a zone in which the seat sees no place."""
    label = wording.text(layout.text)
    if layout.zone is not None:
        area = zones.get(layout.zone.name)
        if area is None or not area.cards:
            return None
        rows, label = _rows_of(layout, area), label or area.label
    else:
        rows = tuple(tuple(keys.get(place or "") for place in row) for row in layout.rows)
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
        rows=rows,
        inside=inside,
        middle=tuple(middle),
        shown=tuple(each for each in shown if each.name in names),
    )


def on_boards(boards: Sequence[Board]) -> set[str]:
    """Return the keys of the areas that boards show."""
    cells = (key for board in boards for row in board.rows for key in row if key is not None)
    return {key.rpartition(".")[0] for key in cells} | {k for board in boards for k in board.middle}
