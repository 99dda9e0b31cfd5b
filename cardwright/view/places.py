"""Find the places of a game's layouts in what a seat observes, and say what stands on each.

Nothing but the observation is read: a place shows what the table would show of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cardwright.view.names import in_language
from cardwright.view.observation import CardView, OwnerView, TableView, ZoneView
from cardwright.view.seen import VACANT, Words
from dsl.model.expressions import ZoneKey
from dsl.model.game import Game
from dsl.model.layout import Layout

if TYPE_CHECKING:
    from cardwright.view.board import Board, Cell


class Places:
    """The layouts of a game, in one language."""

    def __init__(self, model: Game, lang: str, words: Words) -> None:
        self._layouts = model.layouts
        self._lang = lang
        self._default = model.manifest.default_language
        self._words = words

    def boards(self, view: TableView) -> tuple[list[Board], TableView]:
        """Return the boards, and the table without what they show."""
        if not self._layouts:
            return [], view
        table = view.owners[0]
        seen = {card.definition: card for card in _all_cards(table) if card.definition}
        boards = {each.id: self._board(each, table, seen) for each in self._layouts}
        drawn = [each for each in self._layouts if boards[each.id] is not None]
        zones, state = tuple(_left(table, drawn)), _left_state(table, drawn)
        rest = replace(table, zones=zones, state=state)
        found = [board for board in boards.values() if board is not None]
        return found, replace(view, owners=(rest, *view.owners[1:]))

    def _board(self, layout: Layout, table: OwnerView, seen: dict[str, CardView]) -> Board | None:
        """Return a layout as cells; None where the seat sees nothing of it."""
        from cardwright.view.board import Board

        title = in_language(layout.text, self._lang, self._default)
        if layout.zone is not None:
            zone = _zone_of(table, layout.zone.name)
            if zone is None or not zone.cards:
                return None
            title = title or self._words.zone_name(zone.name)
            cells = [
                self._card_cell(number, card, zone.name)
                for number, card in enumerate(zone.cards, start=1)
            ]
            width = layout.columns or len(cells)
            rows = [cells[at : at + width] for at in range(0, len(cells), width)]
            return Board(title, rows, layout.form == "ring", self._middle(layout, table))
        places = [
            [None if place is None else self._cell(layout, place, seen) for place in row]
            for row in layout.rows
        ]
        return Board(title or layout.id, places, layout.form == "ring", self._middle(layout, table))

    def _cell(self, layout: Layout, place: str, seen: dict[str, CardView]) -> Cell:
        """Return what stands on a place and on the places inside it."""
        from cardwright.view.board import Cell

        lines = list(self._standing(seen.get(place)))
        for inner in layout.inside.get(place, ()):
            parts = list(self._standing(seen.get(inner), is_inner=True))
            shown = ", ".join(parts) or VACANT
            lines.append(f"{self._words.name_of(inner)}: {shown}")
        return Cell(self._words.name_of(place), tuple(lines))

    def _standing(
        self, card: CardView | None, zone: str = "", *, is_inner: bool = False
    ) -> Iterator[str]:
        """Yield the state of a place and what lies on it, a text each.

        Args:
            is_inner: Whether there is little room, so that the name of a lone zone is left out.
        """
        if card is None:
            return
        if state := self._words.card_state(card, zone):
            yield state
        for own in card.zones:
            if not own.cards and not own.count:
                continue
            cards = ", ".join(self._words.in_order(own)) or str(own.count)
            name = self._words.inner_zone_name(own.name)
            yield cards if is_inner and len(card.zones) == 1 else f"{name}: {cards}"

    def _card_cell(self, number: int, card: CardView | None, zone: str) -> Cell:
        """Return a card of a zone as a cell, with the number of its place."""
        from cardwright.view.board import Cell

        if card is None:
            return Cell(f"{number}. {VACANT}", ())
        name = self._words.card(replace(card, state={}, zones=()), zone)
        return Cell(f"{number}. {name}", tuple(self._standing(card, zone)))

    def _middle(self, layout: Layout, table: OwnerView) -> Cell | None:
        """Return what stands in the middle of a ring."""
        from cardwright.view.board import Cell

        lines = []
        for key in layout.middle:
            if isinstance(key, ZoneKey):
                zone = _zone_of(table, key.name)
                if zone is not None:
                    lines.append(self._named_zone(zone))
            elif key.name in table.state:
                lines.append(self._words.state_text({key.name: table.state[key.name]}, (None,)))
        shown = tuple(line for line in lines if line)
        return Cell("", shown) if shown else None

    def _named_zone(self, zone: ZoneView) -> str:
        """Return a zone of the table in one line."""
        count = "?" if zone.count is None else zone.count
        head = f"{self._words.zone_name(zone.name)} ({count})"
        cards = ", ".join(self._words.in_order(zone))
        return f"{head}: {cards}" if cards else head


def _left(table: OwnerView, drawn: Sequence[Layout]) -> Iterator[ZoneView]:
    """Yield the zones of the table that no board shows."""
    shown = {each.zone.name for each in drawn if each.zone is not None}
    shown |= {key.name for each in drawn for key in each.middle if isinstance(key, ZoneKey)}
    places = {place for each in drawn for row in each.rows for place in row}
    places |= {place for each in drawn for inner in each.inside.values() for place in inner}
    for zone in table.zones:
        if zone.name:
            if zone.name not in shown:
                yield zone
            continue
        cards = tuple(card for card in zone.cards if card and card.definition not in places)
        if cards:
            yield replace(zone, cards=cards, count=len(cards))


def _left_state(table: OwnerView, drawn: Sequence[Layout]) -> dict[str, object]:
    """Return the state of the table that no board shows."""
    keys = (key for each in drawn for key in each.middle)
    shown = {key.name for key in keys if not isinstance(key, ZoneKey)}
    return {name: value for name, value in table.state.items() if name not in shown}


def _zone_of(table: OwnerView, name: str) -> ZoneView | None:
    """Return a zone of the table by name."""
    return next((zone for zone in table.zones if zone.name == name), None)


def _all_cards(owner: OwnerView) -> Iterator[CardView]:
    """Yield every card that is seen in the zones of an owner, those on cards too."""
    stack = list(owner.zones)
    while stack:
        zone = stack.pop()
        for card in zone.cards:
            if card is not None:
                yield card
                stack.extend(card.zones)
