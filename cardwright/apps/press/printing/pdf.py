"""Write a deck as PDF: fonts inside, the same bytes for the same cards and fonts."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from cardwright import write_atomically
from cardwright.apps.press.faces.fonts import Fonts
from cardwright.apps.press.faces.primitives import Face, Line, Turned
from cardwright.apps.press.printing.deck import Card, Grid, chunks, grid
from cardwright.apps.press.printing.drawer import POINT, Drawer
from cardwright.apps.press.printing.embedding import register
from dsl import Record

CUT_COLOR: Final = "#8a8a8a"
CUT_WIDTH: Final = 0.1


class Paper(Record, kw_only=True):
    """How cards are put on paper.

    Attributes:
        name: Of PAPERS, or CARD.
        bleed: Millimetres beyond the cut.
        gutter: Millimetres between the edges of two cards.
        is_over_top: Whether a page is turned over at its upper edge.
    """

    name: str
    bleed: float
    has_backs: bool
    gutter: float = 0
    is_over_top: bool = False


def write_pdf(
    cards: Iterable[Card],
    fonts: Fonts,
    paper: Paper,
    title: str,
    output: Path,
    advance: Callable[[int], None],
) -> int:
    """Write a deck to a file; return the number of pages.

    Raises:
        TooLarge: No page has room for a card.
    """
    from reportlab.pdfgen.canvas import Canvas

    by_size: dict[tuple[float, float], list[Card]] = {}
    for card in cards:
        faces = (
            [card, replace(card, face=card.back)] if card.other and not paper.has_backs else [card]
        )
        by_size.setdefault((card.face.width, card.face.height), []).extend(faces * card.copies)
    grids = {
        size: grid(paper.name, size, paper.bleed, paper.gutter, paper.is_over_top)
        for size in by_size
    }
    sides = [side for listed in by_size.values() for c in listed for side in (c.face, c.back)]
    names = register(sides, fonts)
    out = io.BytesIO()
    # a font that is inside to begin with, or else Helvetica, which is not, is named in the file
    canvas = Canvas(out, invariant=1, initialFontName=next(iter(names.values())))
    canvas.setTitle(title)
    canvas.setCreator("Cardwright")
    printer = _Printer(Drawer(canvas, fonts, names), canvas)
    pages = 0
    for size, listed in by_size.items():
        for chunk in chunks(listed, grids[size].size):
            printer.page([card.face for card in chunk], grids[size])
            if paper.has_backs:
                printer.page([card.back for card in chunk], grids[size], are_backs=True)
            pages += 1 + paper.has_backs
            advance(len(chunk))
    canvas.save()
    write_atomically(output, out.getvalue())
    return pages


class _Printer:
    """Draws pages of cards."""

    def __init__(self, drawer: Drawer, canvas: Any) -> None:
        self._drawer, self._canvas = drawer, canvas

    def page(self, sides: Sequence[Face], on: Grid, are_backs: bool = False) -> None:
        """Draw a page; marks to cut along stand beside the faces."""
        self._drawer.page(*on.page)
        if on.size == 1 and on.page[0] == on.card[0] + 2 * on.bleed:
            self._boxes(on)
        for number, side in enumerate(sides):
            side = turned(side) if are_backs and on.is_over_top else side
            self._drawer.side(side, *on.place(number, are_backs), on.bleed)
        for x1, y1, x2, y2 in () if are_backs else on.marks():
            cut = Line(x1=x1, y1=y1, x2=x2, y2=y2, stroke=CUT_COLOR, line=CUT_WIDTH)
            if min(x1, y1, on.page[0] - x2, on.page[1] - y2) >= 0:
                self._drawer.line(cut)
        self._canvas.showPage()

    def _boxes(self, on: Grid) -> None:
        """Say where a page that is one card is cut, and how far its bleed goes."""
        low, high = on.bleed * POINT, [(on.bleed + each) * POINT for each in on.card]
        self._canvas.setTrimBox((low, low, *high))
        self._canvas.setBleedBox((0, 0, *(each * POINT for each in on.page)))


def turned(side: Face) -> Face:
    """Return a side upside down."""
    whole = Turned(x=side.width / 2, y=side.height / 2, marks=side.marks)
    return replace(side, marks=(whole,))
