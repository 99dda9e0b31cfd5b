"""Draw the boards of a game for paper: places in rows or in a ring, ways between them, fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Final, TypeAlias

from cardwright.apps.cards.entries import Entry
from cardwright.apps.press.faces.content import Content, content_of
from cardwright.apps.press.faces.fonts import USUAL, Fonts
from cardwright.apps.press.faces.looks import (
    INK,
    PAPER,
    PLAIN,
    darkened,
    drawn_on,
    in_row,
    is_of_points,
    mixed,
    said,
)
from cardwright.apps.press.faces.pen import Pen, Pictured
from cardwright.apps.press.faces.primitives import Face, Line, Mark, Rect
from cardwright.apps.text.inflection import capital
from cardwright.apps.text.names import Names
from dsl.model.expressions import Constant, ZoneKey
from dsl.model.game import Game
from dsl.model.look import CORNERS, SLANT, Layout
from dsl.model.nouns import Zone, is_kind_of

_LARGEST: Final = 32.0
"""How wide a place is where there is room, in mm."""
_SMALLEST: Final = 14.0
"""A board whose places would be smaller is parted into several sheets."""
_MOST: Final = 60
"""So many places a zone has on paper where its rules set no number."""
_EDGE: Final = 6.0
_TITLE: Final = 8.0
_GAP: Final = 0.06
_WAY: Final = 0.3
"""Between two places, and between those with a way from one to the other, as shares of one."""
_NEAR: Final = {
    SLANT: ((1, 0), (0.5, 1), (-0.5, 1)), CORNERS: ((1, 0), (0, 1), (1, 1), (-1, 1)),
}  # fmt: skip
"""How far the places beside one lie to its right and below; the others see it in turn."""
_SIDES: Final = ((1, 0), (0, 1))
Spots: TypeAlias = list[tuple[str, float, float]]
"""Ids of places, "" for one without a name, with their columns and rows."""
Window: TypeAlias = tuple[int, int, float, float]


def boards(
    model: Game, lang: str, room: tuple[float, float], fonts: Fonts = USUAL
) -> Iterator[tuple[str, Face]]:
    """Yield the ids of the boards, with their faces; of a large one its sheets, by rows.

    Args:
        room: The largest width and height, in either order.
    """
    places = {each.id: Entry(model, each, None) for each in model.definitions}
    for layout in model.layouts:
        spots = _spots(layout, model) if layout.is_drawn else []
        if not spots:
            continue
        windows = _windows(spots, room)
        for number, window in enumerate(windows, start=1):
            drawn = _Board(layout, spots, model, places, lang, fonts)
            sign = f"{number} / {len(windows)}" if len(windows) > 1 else ""
            name = f"{layout.id}-{number}" if sign else layout.id
            yield name, drawn.face(room, window, sign)


def _windows(spots: Spots, room: tuple[float, float]) -> list[Window]:
    """Return what each sheet of a board shows: its first column and row, and their numbers."""
    columns = 1 + max(column for _, column, _ in spots)
    rows = 1 + max(row for _, _, row in spots)
    wide, high = min(
        (room, room[::-1]), key=lambda each: _sheets(columns, each[0] - 2 * _EDGE)
        * _sheets(rows, each[1] - 2 * _EDGE - _TITLE),
    )  # fmt: skip
    across = _sheets(columns, wide - 2 * _EDGE)
    down = _sheets(rows, high - 2 * _EDGE - _TITLE)
    part = ceil(columns / across), ceil(rows / down)
    return [
        (x, y, min(part[0], columns - x), min(part[1], rows - y))
        for y in range(0, ceil(rows), part[1])
        for x in range(0, ceil(columns), part[0])
    ]


def _sheets(places: float, room: float) -> int:
    """Return how many sheets it takes for some places in a row."""
    return ceil(places / max(1, room // _SMALLEST))


def _spots(layout: Layout, model: Game) -> Spots:
    """Return where the places of a board lie."""
    rows = layout.rows
    if layout.zone is not None:
        number = _size_of(model.zones[layout.zone], model)
        width = layout.columns or number
        rows = tuple(("",) * min(width, number - at) for at in range(0, number, width or 1))
    if layout.form == "ring":
        return _ring([place or "" for row in rows for place in row])
    shift = 0.5 if layout.beside == SLANT else 0
    return [
        (place, column + shift * row, float(row))
        for row, listed in enumerate(rows)
        for column, place in enumerate(listed)
        if place is not None
    ]


def _size_of(zone: Zone, model: Game) -> int:
    """Return how many places a zone has: as its rules say, else one for each card of its kind."""
    numbers = (each.value for each in (zone.slots, zone.max) if isinstance(each, Constant))
    said = next((number for number in numbers if isinstance(number, int)), None)
    if said is not None:
        return said
    cards = (c for c in model.cards if is_kind_of(model.kinds, c.kind, zone.of))
    return min(_MOST, sum(max(1, card.copies) for card in cards))


def _ring(places: list[str]) -> Spots:
    """Return places around a rectangle, clockwise from its upper left corner."""
    half = ceil(len(places) / 2) + 2
    wide, high = half - half // 2, max(2, half // 2)
    around = [(x, 0) for x in range(wide)] + [(wide - 1, y) for y in range(1, high)]
    around += [(x, high - 1) for x in range(wide - 2, -1, -1)]
    around += [(0, y) for y in range(high - 2, 0, -1)]
    return [(place, float(x), float(y)) for place, (x, y) in zip(places, around, strict=False)]


class _Board:
    """Draws one board."""

    def __init__(
        self, layout: Layout, spots: Spots, model: Game, places: Mapping[str, Entry], lang: str,
        fonts: Fonts,
    ) -> None:  # fmt: skip
        self.layout, self.spots, self.places, self.lang = layout, spots, places, lang
        self.model, self.names = model, Names(model, lang)
        self.title = capital(self.names.text(layout.text, layout.id))
        self.pen = Pen(Content(lang=lang, name=self.title, kind="", color=PLAIN), fonts)

    def face(self, room: tuple[float, float], window: Window, sign: str) -> Face:
        """Return a sheet of the board, as large as a page has room for."""
        left, top, columns, rows = window
        self.spots = [(place, x - left, y - top) for place, x, y in self.spots]
        around = 2 * _EDGE, 2 * _EDGE + _TITLE
        # a page can be turned
        side = max(
            min((wide - around[0]) / columns, (high - around[1]) / rows)
            for wide, high in (room, room[::-1])
        )
        side = min(side, _LARGEST)
        size = columns * side + around[0], rows * side + around[1]
        marks, pen = self.pen.marks, self.pen
        marks.append(Rect(x=0, y=0, width=size[0], height=size[1], fill=PAPER))
        block = pen.fit_name(self.title, (size[0] - around[0], _TITLE), (5, 1.5))
        if block is not None:
            pen.block(block, _EDGE, _EDGE - 1.5, INK, is_bold=True)
        pen.text(size[0] - _EDGE, _EDGE + 3, sign, 3, PLAIN, align=1)
        at = {place: self._corner(x, y, side) for place, x, y in self.spots if place}
        for one, two in self.layout.paths:
            if one in at and two in at:
                (x1, y1), (x2, y2) = at[one], at[two]
                marks.append(Line(x1=x1 + side / 2, y1=y1 + side / 2, x2=x2 + side / 2,
                                  y2=y2 + side / 2, stroke=PLAIN, line=side * 0.03))  # fmt: skip
        shown = [(self.places.get(place), x, y) for place, x, y in self.spots
                 if -1 < x < columns and -1 < y < rows]  # fmt: skip
        if is_of_points(self.layout, self.model):
            self._points([(entry, x, y) for entry, x, y in shown if entry is not None], side)
        else:
            for entry, x, y in shown:
                self._place(entry, *self._corner(x, y, side), side)
        if self.layout.form == "ring" and not sign and columns > 2 and rows > 2:
            self._middle(side, columns, rows)
        return Face(title=self.title, lang=self.lang, width=size[0], height=size[1], fill=PAPER,
                    marks=tuple(marks))  # fmt: skip

    def _points(self, points: Sequence[tuple[Entry, float, float]], side: float) -> None:
        """Draw places as points: a ground, lines to those beside them, and names."""
        lines, others = list[Mark](), {(x, y) for place, x, y in self.spots if place}
        seen = {(x, y) for _, x, y in points}
        near = () if self.layout.paths else _NEAR.get(self.layout.beside, _SIDES)
        for entry, x, y in points:
            content, (left, top) = content_of(entry, self.lang), self._corner(x, y, side)
            ground = mixed(drawn_on(self._color(entry, content), PAPER), PAPER, 0.7)
            ink, middle = darkened(content.color, ground), (left + side / 2, top + side / 2)
            self.pen.marks.append(Rect(x=left, y=top, width=side, height=side, fill=ground))
            for dx, dy in (*near, *((-dx, -dy) for dx, dy in near)):
                other = x + dx, y + dy
                # what a line leads to may be on another sheet; else one of both draws it
                if other in others and (other not in seen or (dx, dy) in near):
                    reach = side if other in seen else side / 2
                    end = middle[0] + dx * reach, middle[1] + dy * reach
                    lines.append(Line(x1=middle[0], y1=middle[1], x2=end[0], y2=end[1],
                                      stroke=ink, line=side * 0.02))  # fmt: skip
            room = side * 0.4, side * 0.2
            name = self.pen.fit_name(content.name, room, (side * 0.13, side * 0.05))
            if name is not None:
                self.pen.block(name, left + side * 0.56, top + side * 0.56, ink, is_bold=True)
        self.pen.marks += lines

    @staticmethod
    def _corner(x: float, y: float, side: float) -> tuple[float, float]:
        return _EDGE + x * side, _EDGE + _TITLE + y * side

    def _color(self, entry: Entry | None, content: Content | None) -> str:
        """Return the colour of a place: that which a look says, else that of its kind."""
        if entry is None or content is None:
            return PLAIN
        is_said = said(entry, "color") is not None
        return content.color if is_said else in_row([*self.model.kinds].index(entry.kinds[0]))

    def _place(self, entry: Entry | None, x: float, y: float, side: float) -> None:
        """Draw a place: its colour, picture or icon and name, and the fields inside."""
        gap = side * (_WAY if self.layout.paths else _GAP) / 2
        content = content_of(entry, self.lang) if entry is not None else None
        color = drawn_on(self._color(entry, content), PAPER)
        tint = mixed(color, PAPER, 0.8)
        for inset, fill in ((gap, color), (gap + side * 0.018, tint)):
            wide = side - 2 * inset
            self.pen.marks.append(Rect(x=x + inset, y=y + inset, width=wide, height=wide,
                                       fill=fill, radius=side * 0.06))  # fmt: skip
        if entry is None or content is None:
            return
        x, y, side = x + gap, y + gap, side - 2 * gap
        inner = x + side * 0.05, y + side * 0.05, side * 0.9, side * 0.9
        has_art = said(entry, "art") is not None and Pictured(
            entry, self.lang, (side, side), 12
        ).draw(self.pen.marks, inner, radius=side * 0.05)
        ink = darkened(color, tint)
        fields = self.layout.inside.get(entry.id, ())
        for number in range(len(fields)):
            wide = min(side * 0.3, (side * 0.84) / len(fields))
            left = x + side / 2 + (number - len(fields) / 2) * wide
            self.pen.marks.append(Rect(x=left + wide * 0.06, y=y + side * 0.92 - wide,
                                       width=wide * 0.88, height=wide * 0.88, fill=PAPER,
                                       radius=wide * 0.12))  # fmt: skip
        if content.icon is not None and not has_art and not fields:
            middle = x + side / 2, y + side * 0.6
            self.pen.marks += content.icon.marks(*middle, side * 0.42, mixed(color, PAPER, 0.45))
        # a number that the name says already needs no second place
        corner = tuple(p for p in content.corner if not isinstance(p, str) or p not in content.name)
        size, wide = side * 0.14, 0.0
        if corner and not has_art:
            wide = self.pen.pieces_width(corner, size)
            self.pen.pieces(corner, x + side * 0.92 - wide, y + side * 0.2, size, ink)
            wide += side * 0.05
        room = side * 0.84 - wide, side * 0.32
        name = self.pen.fit_name(content.name, room, (size, side * 0.05))
        if name is not None and not has_art:
            self.pen.block(name, x + side * 0.08, y + side * 0.08, ink, is_bold=True)

    def _middle(self, side: float, columns: float, rows: float) -> None:
        """Draw the zones inside a ring as fields with a name."""
        zones = [key for key in self.layout.middle if isinstance(key, ZoneKey)]
        left, top = self._corner(1, 1, side)
        wide, high = (columns - 2) * side, (rows - 2) * side
        for number, key in enumerate(zones):
            width = wide / len(zones)
            x, inset = left + number * width, side * 0.1
            self.pen.marks.append(
                Rect(x=x + inset, y=top + inset, width=width - 2 * inset, height=high - 2 * inset,
                     fill=mixed(PLAIN, PAPER, 0.88), radius=side * 0.06)
            )  # fmt: skip
            room = width - side * 0.3, side * 0.3
            block = self.pen.fit_name(
                capital(self.names.zone(key)), room, (side * 0.13, side * 0.05)
            )
            if block is not None:
                self.pen.block(block, x + side * 0.18, top + side * 0.16, PLAIN, is_bold=True)
