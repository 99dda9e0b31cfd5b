"""Draw a card as it lies on a table on a screen: little, and all of it large enough to read.

The face for paper is shown beside it where somebody looks closer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from cardwright.apps.cards.entries import Entry
from cardwright.apps.press.faces import looks
from cardwright.apps.press.faces.content import Content, content_of
from cardwright.apps.press.faces.fitting import Block, pieces, too_long
from cardwright.apps.press.faces.fonts import USUAL, Fonts
from cardwright.apps.press.faces.index import Index
from cardwright.apps.press.faces.outlines import ornament
from cardwright.apps.press.faces.pen import Pen, Pictured
from cardwright.apps.press.faces.primitives import Face, Mark, Rect, Text
from dsl.model.look import Box

LEAST: Final = 0.167
"""The smallest text, as a share of the width of the card: 8 pixels on a card 48 pixels wide."""
PAPER_SIZE: Final = 1.75
"""The smallest text on paper, in mm."""
_CORNER: Final = 0.17
_FRAME: Final = 0.045
_FIGURE: Final = 0.55
_NARROWEST: Final = 0.72
"""How far the letters of a name are pressed together before the name gives way."""
_LEAST_ART: Final = 0.24
DOTS: Final = 4.0
"""How many pixels of a picture a millimetre has where a card is small."""


class _SmallPen(Pen):
    """Draws discs so large that the letters on them are as large as those beside them."""

    disc_radius = 0.82

    def letter_size(self, text: str, radius: float) -> float:
        """Return the size of letters on a disc: as large as its round shape lets them be."""
        return min(1.25 * radius, 1.6 * radius / self.measure.width(text, None))


def small_face(
    entry: Entry, lang: str, fonts: Fonts = USUAL, dots: float = DOTS, *, is_paper: bool = False
) -> Face:
    """Return a face for a small card: its corner, and its picture, figure or name.

    Args:
        is_paper: Whether it is printed: letters may be smaller there, and nothing gives way.

    Raises:
        DoesNotFit: A name or corner is too long for paper.
    """
    size = looks.size_of(entry)
    content = content_of(entry, lang)
    pictured = Pictured(entry, lang, size, dots)
    if pictured.frame == "index":
        drawn = Index(entry, content, size, fonts, pictured, is_small=True)
        drawn.draw()
        return _face(content, lang, size, looks.PAPER, drawn.pen.marks)
    pen = _SmallPen(content, fonts, size[0])
    _Small(entry, content, pictured, pen, size, is_paper).draw()
    return _face(content, lang, size, content.color, pen.marks)


def token_face(entry: Entry, lang: str, fonts: Fonts = USUAL) -> Face:
    """Return a card as a token of 16 to 48 pixels: its colour with a symbol, number or ornament."""
    content = content_of(entry, lang)
    pen, side = _SmallPen(content, fonts), float(min(looks.size_of(entry)))
    color, middle = content.color, side / 2
    pen.marks.append(Rect(x=0, y=0, width=side, height=side, fill=color))
    piece = next(iter(content.corner), "") if content.is_initial else content.figure[0]
    ink = looks.ink_on(color)
    if content.symbols:
        _discs(pen, content.symbols, side)
    elif isinstance(piece, looks.Symbol):
        pen.disc(piece, middle, middle, side * 0.42)
    elif piece and pen.width(piece, 1, is_bold=True) <= 1.6:
        pen.text(middle, middle + side * 0.2, piece, side * 0.55, ink, is_bold=True, align=0.5)
    elif content.icon is not None:
        pen.marks += content.icon.marks(middle, middle, side * 0.7, ink)
    else:
        shades = looks.mixed(color, ink, 0.35), looks.mixed(color, ink, 0.7)
        center = middle, middle
        pen.marks += ornament(entry.kinds[0], entry.id, center, side * 0.46, shades)
    return _face(content, lang, (side, side), color, pen.marks)


def _discs(pen: Pen, symbols: Sequence[looks.Symbol], side: float) -> None:
    """Draw one symbol as large as there is room, or two from corner to corner."""
    places = (0.28, 0.72) if len(symbols) > 1 else (0.5,)
    for symbol, at in zip(symbols, places, strict=True):
        pen.disc(symbol, side * at, side * at, side * (0.27 if len(symbols) > 1 else 0.42))


def _face(
    content: Content, lang: str, size: tuple[float, float], fill: str, marks: list[Mark]
) -> Face:
    return Face(title=content.name, lang=lang, width=size[0], height=size[1], fill=fill,
                marks=tuple(marks))  # fmt: skip


class _Small:
    """Draws a card with its corner above, and below that a picture, figure or name."""

    def __init__(
        self, entry: Entry, content: Content, pictured: Pictured, pen: Pen,
        size: tuple[float, float], is_paper: bool,
    ) -> None:  # fmt: skip
        self.entry, self.content, self.pictured, self.pen = entry, content, pictured, pen
        self.width, self.height = size
        self.is_paper = is_paper
        self.least = min(LEAST, PAPER_SIZE / self.width) if is_paper else LEAST

    def draw(self) -> None:
        """Draw the whole face."""
        color, frame, marks = self.content.color, _FRAME * self.width, self.pen.marks
        marks.append(Rect(x=0, y=0, width=self.width, height=self.height, fill=color))
        ink = looks.ink_on(color)
        top = _corner(self.pen, self.content.corner, self.width, self.height, ink)
        if self.is_paper and self.content.corner and top == frame:
            raise too_long(self.entry, self.content.lang, "corner", self.content.name, PAPER_SIZE)
        box = frame, top, self.width - 2 * frame, self.height - top - frame
        tint = looks.mixed(color, looks.PAPER, 0.82)
        marks.append(Rect(x=frame, y=top, width=box[2], height=box[3], fill=tint, radius=frame / 2))
        if self.pictured.draw(marks, box, radius=frame / 2):
            self._name_over(box, color, ink)
        elif self._wants_name():
            self._name_below(box, tint)
        else:
            self._figure(box, looks.darkened(color, tint))

    def _wants_name(self) -> bool:
        """Return whether the figure tells no more than the corner does already."""
        content = self.content
        return content.is_initial or (
            content.figure == content.corner
            and content.icon is None
            and not content.is_named_by_figure
        )

    def _name_over(self, box: Box, color: str, ink: str) -> None:
        """Draw the name on a band over the lower end of a picture."""
        x, y, width, height = box
        block = self._name(width * 0.96, height * 0.45, LEAST)
        if block is not None:
            band = block.height * 1.04
            self.pen.marks.append(
                Rect(x=x, y=y + height - band, width=width, height=band, fill=color)
            )
            self._lines(block, x, width, y + height - band, ink)

    def _name_below(self, box: Box, tint: str) -> None:
        """Draw an icon or ornament, and below it the name."""
        x, y, width, height = box
        color = self.content.color
        block = self._name(width * 0.96, height * 0.97)
        if block is None:
            self._figure(box, looks.darkened(color, tint))
            return
        art = height - block.height
        middle = self.width / 2, y + art * 0.54
        radius = min(art * 0.48, width * 0.4)
        if art < _LEAST_ART * self.width:
            self._lines(block, x, width, y + art / 2, looks.darkened(color, tint))
            return
        if self.content.icon is not None:
            icon = self.content.icon
            self.pen.marks += icon.marks(*middle, radius * 1.6, looks.darkened(color, tint))
        else:
            seen = looks.drawn_on(color, looks.PAPER)
            shades = tuple(looks.mixed(seen, looks.PAPER, share) for share in (0.6, 0.35, 0.1, 0.9))
            kind, card = self.entry.kinds[0], self.entry.id
            self.pen.marks += ornament(kind, card, middle, radius, shades)
        self._lines(block, x, width, y + art - height * 0.02, looks.darkened(color, tint))

    def _name(self, width: float, height: float, largest: float = 0.22) -> Block | None:
        """Return the name in lines, pressed together at worst; None where it is too long."""
        least, name = self.least * self.width, self.content.name
        words = [self.pen.width(each.rstrip(), least, is_bold=True) for each in pieces(name)]
        widest = max(words, default=0)
        room = max(width, widest), height
        found = None
        if words and widest <= width / _NARROWEST:
            found = self.pen.fit_name(name, room, (largest * self.width, least))
        if found is None and self.is_paper:
            raise too_long(self.entry, self.content.lang, "name", name, PAPER_SIZE)
        return found

    def _lines(self, block: Block, x: float, width: float, y: float, ink: str) -> None:
        """Draw the lines of the name, none wider than its room."""
        before = len(self.pen.marks)
        self.pen.block(block, self.width / 2, y, ink, is_bold=True, align=0.5)
        self.pen.marks[before:] = [
            pressed(mark, x + width * 0.02, width * 0.96) for mark in self.pen.marks[before:]
        ]

    def _figure(self, box: Box, ink: str) -> None:
        """Draw the figure, or the name where the figure is too long."""
        x, y, width, height = box
        content, pen = self.content, self.pen
        size = min(height * _FIGURE, width * 0.5)
        size = min(size, width * 0.88 / pen.pieces_width(content.figure, 1))
        if size < LEAST * self.width:
            block = self._name(width * 0.96, height * 0.97)
            if block is not None:
                self._lines(block, x, width, y + (height - block.height) / 2, ink)
            return
        start = (self.width - pen.pieces_width(content.figure, size)) / 2
        pen.pieces(content.figure, start, y + height / 2 + size * 0.36, size, ink)


def _corner(pen: Pen, corner: looks.Pieces, width: float, height: float, ink: str) -> float:
    """Draw the corner in rows; return where they end.

    What has no room in half of the card is left out altogether: a part of a price would be wrong.
    """
    frame, size = _FRAME * width, _CORNER * width
    rows = _rows(pen, corner, size, width - 3 * frame)
    has_discs = any(isinstance(each, looks.Symbol) for each in corner)
    line = size * (2 * pen.disc_radius if has_discs else 1) * 1.1
    if not rows or line * len(rows) > height / 2:
        return frame
    for number, row in enumerate(rows):
        middle = frame / 2 + line * (number + 0.5)
        pen.pieces(row, 1.5 * frame, middle + size * 0.36, size, ink)
    return frame + line * len(rows)


def _rows(pen: Pen, corner: looks.Pieces, size: float, room: float) -> list[looks.Pieces]:
    """Return pieces in rows, a number beside the symbol after it; none where one is too wide."""
    groups = list[tuple[looks.Piece, ...]]()
    for piece in corner:
        if isinstance(piece, looks.Symbol) and groups and isinstance(groups[-1][-1], str):
            groups[-1] = (*groups[-1], piece)
        else:
            groups.append((piece,))
    rows = list[looks.Pieces]()
    for group in groups:
        if pen.pieces_width(group, size) > room:
            return []
        if rows and pen.pieces_width((*rows[-1], *group), size) <= room:
            rows[-1] = (*rows[-1], *group)
        else:
            rows.append(group)
    return rows


def pressed(mark: Mark, x: float, width: float) -> Mark:
    """Return a line of text, pressed together if it is wider than a room."""
    if not isinstance(mark, Text) or mark.width <= width:
        return mark
    return replace(mark, x=x, width=width)
