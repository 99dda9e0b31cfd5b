"""Draw a card that is known by its corners: a playing card, a domino, a tile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cardwright.apps.cards.entries import Entry
from cardwright.apps.press.faces import looks
from cardwright.apps.press.faces.content import Content
from cardwright.apps.press.faces.fitting import too_long
from cardwright.apps.press.faces.fonts import Fonts
from cardwright.apps.press.faces.pen import Pen, Pictured
from cardwright.apps.press.faces.primitives import Circle, Line, Mark, Rect, Turned

_LEFT, _MID, _RIGHT = 0.0, 0.5, 1.0
_SIDES: Final = (_LEFT, _RIGHT)
_ROWS: Final = {
    1: (), 2: (), 3: (), 4: (0, 1), 5: (0, 1), 6: (0, 0.5, 1), 7: (0, 0.5, 1), 8: (0, 0.5, 1),
    9: (0, 1 / 3, 2 / 3, 1), 10: (0, 1 / 3, 2 / 3, 1),
}  # fmt: skip
"""How high the pips of the two columns stand, from the top."""
_MIDDLE: Final = {
    1: (0.5,), 2: (0, 1), 3: (0, 0.5, 1), 4: (), 5: (0.5,), 6: (), 7: (0.25,), 8: (0.25, 0.75),
    9: (0.5,), 10: (1 / 6, 5 / 6),
}  # fmt: skip
MOST_PIPS: Final = 10
DOTS: Final = {
    0: (), 1: (4,), 2: (2, 6), 3: (2, 4, 6), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8),
    6: (0, 2, 3, 5, 6, 8), 7: (0, 2, 3, 4, 5, 6, 8), 8: (0, 1, 2, 3, 5, 6, 7, 8),
    9: (0, 1, 2, 3, 4, 5, 6, 7, 8),
}  # fmt: skip
"""Which of nine places have a dot on a die or on half of a domino."""


def pips_on_card(number: int) -> Iterator[tuple[float, float]]:
    """Yield the places of pips on a card, in shares of its field."""
    yield from ((x, y) for y in _ROWS[number] for x in _SIDES)
    yield from ((_MID, y) for y in _MIDDLE[number])


def dots(number: int) -> Iterator[tuple[float, float]]:
    """Yield the places of dots, in shares of a square."""
    yield from ((place % 3 / 2, place // 3 / 2) for place in DOTS.get(number, ()))


_EDGE: Final = "#d8d2c4"
_INDEX: Final = 0.13
"""The size of a corner, as a share of the width."""


class Index:
    """Draws one face: corners, and between them pips, a figure or a picture."""

    def __init__(
        self, entry: Entry, content: Content, size: tuple[float, float], fonts: Fonts,
        pictured: Pictured, *, is_small: bool = False,
    ) -> None:  # fmt: skip
        self.entry, self.content, self.pictured = entry, content, pictured
        self.width, self.height = size
        self.pen = Pen(content, fonts)
        self.values = looks.Values(entry, pictured.values.names.lang)
        self.ink = looks.darkened(content.color, looks.PAPER)
        self.is_small = is_small
        self.share = 0.3 if is_small else _INDEX
        if is_small:
            self.share = min(self.share, size[1] / size[0] * 0.22)

    def draw(self) -> None:
        """Draw the whole face."""
        marks, unit = self.pen.marks, self.width
        marks.append(Rect(x=0, y=0, width=self.width, height=self.height, fill=looks.PAPER))
        if self.is_small:
            edge = unit * 0.012
            marks.insert(0, Rect(x=0, y=0, width=self.width, height=self.height, fill=_EDGE))
            marks[1] = Rect(x=edge, y=edge, width=unit - 2 * edge, height=self.height - 2 * edge,
                            fill=looks.PAPER)  # fmt: skip
        whole = (0.0, 0.0, self.width, self.height)
        self.pictured.ground(marks, whole)
        if self.pips is not None and self.pips[1] is None:
            self._halves()
            return
        before = len(marks)
        reach = self._corner(unit * self.share)
        corner = tuple(marks[before:])
        if looks.said(self.entry, "is_turned") and not self.is_small:
            marks.append(Turned(x=self.width / 2, y=self.height / 2, marks=corner))
        self._field(reach)

    @property
    def pips(self) -> tuple[int, looks.Symbol | None] | None:
        """A number and the symbol that is drawn as often, or None where that is a number too."""
        names = looks.said(self.entry, "pips")
        if names is None:
            return None
        number, [piece, *_] = self.values.said(names[0]), (*self.values.short(names[1]), None)
        if type(number) is not int:
            return None
        return number, piece if isinstance(piece, looks.Symbol) else None

    def _corner(self, size: float) -> float:
        """Draw the pieces of the corner one below the other; return how far right they reach."""
        x, y, widest = self.width * 0.05, self.height * 0.03, 0.0
        if self.is_small:
            x, y = self.width * 0.06, self.width * 0.05
        pieces = self.content.corner
        middle = x + max((self.pen.pieces_width((each,), size) for each in pieces), default=0) / 2
        for piece in pieces:
            high = size * (0.85 if isinstance(piece, str) else 0.9)
            width = self.pen.pieces_width((piece,), size)
            if isinstance(piece, str):
                self.pen.text(middle, y + size * 0.75, piece, size, self.ink, True, 0.5)
            else:
                self.pen.disc(piece, middle, y + size * 0.46, size * 0.42)
            y, widest = y + high, max(widest, width)
        return x + widest

    def _field(self, reach: float) -> None:
        """Draw what stands between the corners."""
        inset = max(reach + self.width * 0.05, self.width * 0.2)
        x, y = inset, self.height * 0.11
        width, height = self.width - 2 * x, self.height - 2 * y
        if self.is_small:
            x, y = self.width * 0.3, self.height * 0.34
            width, height = self.width * 0.62, self.height * 0.6
        if self.pictured.draw(self.pen.marks, (x, y, width, height), radius=1):
            return
        pips_ = self.pips
        sign = pips_ and looks.said(self.entry, "pips")
        number = pips_[0] if pips_ else 0
        letter = (
            looks.number_sign(self.entry, sign[0], number, self.values.names.lang) if sign else ""
        )
        if pips_ is None or pips_[1] is None:
            self._figure(x, y, width, height)
        elif self.is_small:
            self._icon_at(pips_[1], x + width / 2, y + height / 2, min(width, height) * 0.95)
        elif self.content.icon is not None:
            self._court(pips_[1], letter, (x, y, width, height))
        elif letter or not 0 < number <= MOST_PIPS:
            self._icon_at(pips_[1], self.width / 2, self.height / 2, width * 0.62)
        else:
            self._pips(number, pips_[1], (x, y, width, height))

    def _icon_at(self, symbol: looks.Symbol, x: float, y: float, size: float) -> None:
        self.pen.disc(symbol, x, y, size / 2)

    def _pips(
        self, number: int, symbol: looks.Symbol, box: tuple[float, float, float, float]
    ) -> None:
        """Draw as many symbols as a number says; the lower ones upside down."""
        x, y, width, height = box
        size = self.width * (0.2 if number > 1 else 0.4)
        inner = width - size, height - size
        for across, down in pips_on_card(number):
            before = len(self.pen.marks)
            at = x + size / 2 + across * inner[0], y + size / 2 + down * inner[1]
            self._icon_at(symbol, *at, size)
            if down > 0.5:
                turned = tuple(self.pen.marks[before:])
                self.pen.marks[before:] = [Turned(x=at[0], y=at[1], marks=turned)]

    def _court(
        self, symbol: looks.Symbol, letter: str, box: tuple[float, float, float, float]
    ) -> None:
        """Draw a framed picture that is the same from both ends."""
        x, y, width, height = box
        line, marks = self.width * 0.008, self.pen.marks
        for inset, fill in (
            (0.0, self.ink),
            (line, looks.mixed(self.content.color, looks.PAPER, 0.86)),
        ):
            room = width - 2 * inset, height - 2 * inset
            marks.append(Rect(x=x + inset, y=y + inset, width=room[0], height=room[1], fill=fill,
                              radius=self.width * 0.02))  # fmt: skip
        before = len(marks)
        size = width * 0.46
        self._icon_at(symbol, x + width * 0.17, y + width * 0.17, width * 0.22)
        icon = self.content.icon
        if icon is not None:
            marks += icon.marks(self.width / 2, self.height / 2 - size * 0.98, size, self.ink)
        half = tuple(marks[before:])
        marks.append(Turned(x=self.width / 2, y=self.height / 2, marks=half))
        bar = self.width * 0.2
        marks.append(Line(x1=x + line, y1=self.height / 2, x2=x + width - line,
                          y2=self.height / 2, stroke=self.ink, line=line))  # fmt: skip
        marks.append(Circle(x=self.width / 2, y=self.height / 2, radius=bar / 2, fill=self.ink))
        big = bar * min(0.72, 0.78 / self.pen.width(letter or "0", 1, is_bold=True))
        ink = looks.ink_on(self.ink)
        middle = self.height / 2 + big * 0.36
        self.pen.text(self.width / 2, middle, letter, big, ink, is_bold=True, align=0.5)

    def _figure(self, x: float, y: float, width: float, height: float) -> None:
        """Draw the figure, the icon or the name."""
        content, pen = self.content, self.pen
        middle = x + width / 2, y + height / 2
        if content.icon is not None and content.is_initial:
            pen.marks += content.icon.marks(*middle, min(width, height) * 0.8, self.ink)
            return
        if content.is_initial:
            block = pen.fit_name(content.name, (width, height), (self.width * 0.16, 2))
            if block is not None:
                pen.block(block, middle[0], middle[1] - block.height / 2, self.ink, True, 0.5)
            elif not self.is_small:
                raise too_long(self.entry, content.lang, "name", content.name, 2)
            return
        size = min(height * 0.5, width / pen.pieces_width(content.figure, 1))
        start = middle[0] - pen.pieces_width(content.figure, size) / 2
        pen.pieces(content.figure, start, middle[1] + size * 0.36, size, self.ink)

    def _halves(self) -> None:
        """Draw two numbers as dots on the halves of a domino."""
        names = looks.said(self.entry, "pips")
        numbers = [self.values.said(name) for name in names]
        is_wide = self.width > self.height
        side = min(self.height / 2, self.width) if not is_wide else min(self.width / 2, self.height)
        marks = list[Mark]()
        line = side * 0.02
        if is_wide:
            at = self.width / 2
            marks.append(Line(x1=at, y1=side * 0.12, x2=at, y2=self.height - side * 0.12,
                              stroke=self.ink, line=line))  # fmt: skip
        else:
            at = self.height / 2
            marks.append(Line(x1=side * 0.12, y1=at, x2=self.width - side * 0.12, y2=at,
                              stroke=self.ink, line=line))  # fmt: skip
        for half, number in enumerate(numbers):
            number = number if type(number) is int else 0
            middle = ((self.width * (0.25 + 0.5 * half), self.height / 2) if is_wide
                      else (self.width / 2, self.height * (0.25 + 0.5 * half)))  # fmt: skip
            reach = side * 0.54
            for across, down in dots(number):
                marks.append(
                    Circle(x=middle[0] + (across - 0.5) * reach, y=middle[1] + (down - 0.5) * reach,
                           radius=side * 0.085, fill=self.ink)
                )  # fmt: skip
        self.pen.marks += marks
