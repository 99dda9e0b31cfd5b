"""Write a deck as PDF: fonts inside, the same bytes for the same cards and fonts."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from cardwright import write_atomically
from cardwright.apps.press.faces.primitives import Circle, Face, Line, Mark, Rect, Text
from cardwright.apps.press.printing.deck import Card, Grid, chunks, grid
from cardwright.apps.press.printing.fonts import Font, Fonts, font_bytes, name_of
from dsl import Record

POINT: Final = 72 / 25.4
CUT_COLOR: Final = "#8a8a8a"
CUT_WIDTH: Final = 0.1
THICKER: Final = 0.035
"""How much thicker letters are drawn where a font has no bold ones, in sizes of the font."""


class Paper(Record, kw_only=True):
    """How cards are put on paper: `A4` or `letter`, millimetres beyond the cut, with backs."""

    name: str
    bleed: float
    has_backs: bool


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
        by_size.setdefault((card.face.width, card.face.height), []).extend([card] * card.copies)
    grids = {size: grid(paper.name, size, paper.bleed) for size in by_size}
    sides = [side for listed in by_size.values() for c in listed for side in (c.face, c.back)]
    names = register(sides, fonts)
    out = io.BytesIO()
    # a font that is inside to begin with, or else Helvetica, which is not, is named in the file
    canvas = Canvas(out, invariant=1, initialFontName=next(iter(names.values())))
    canvas.setTitle(title)
    canvas.setCreator("Cardwright")
    printer = _Printer(canvas, fonts, names)
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


def register(sides: Sequence[Face], fonts: Fonts) -> dict[Font, str]:
    """Make the fonts of faces known, each with the characters that are used; return their names.

    A name stands for one font: reportlab keeps them as long as the program runs.
    """
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    names, known = dict[Font, str](), set(pdfmetrics.getRegisteredFontNames())
    for font, chars in fonts.used(sides).items():
        names[font] = name_of(font, chars)
        if names[font] not in known:
            file = io.BytesIO(font_bytes(font, chars))
            pdfmetrics.registerFont(TTFont(names[font], file))
    return names


class _Printer:
    """Draws pages of cards."""

    def __init__(self, canvas: Any, fonts: Fonts, names: Mapping[Font, str]) -> None:
        self._canvas, self._fonts, self._names = canvas, fonts, names
        self._left, self._top, self._height = 0.0, 0.0, 0.0

    def page(self, sides: Sequence[Face], on: Grid, are_backs: bool = False) -> None:
        """Draw a page; marks to cut along stand beside the faces."""
        canvas, self._height = self._canvas, on.page[1]
        canvas.setPageSize((on.page[0] * POINT, on.page[1] * POINT))
        for number, side in enumerate(sides):
            self._left, self._top = on.place(number, are_backs)
            self._side(side, on.bleed)
        self._left = self._top = 0
        for x1, y1, x2, y2 in () if are_backs else on.marks():
            cut = Line(x1=x1, y1=y1, x2=x2, y2=y2, stroke=CUT_COLOR, line=CUT_WIDTH)
            self._mark(cut)
        canvas.showPage()

    def _side(self, side: Face, bleed: float) -> None:
        """Draw one side of a card, its edge beyond the cut; nothing of it goes farther."""
        width, height = side.width + 2 * bleed, side.height + 2 * bleed
        edge = Rect(x=-bleed, y=-bleed, width=width, height=height, fill=side.fill)
        self._canvas.saveState()
        clip = self._canvas.beginPath()
        x, y = self._at(-bleed, side.height + bleed)
        clip.rect(x, y, width * POINT, height * POINT)
        self._canvas.clipPath(clip, stroke=0, fill=0)
        for mark in (edge, *side.marks):
            self._mark(mark)
        self._canvas.restoreState()

    def _at(self, x: float, y: float) -> tuple[float, float]:
        """Return a point of a card in points of the page, which are counted from below."""
        return (self._left + x) * POINT, (self._height - self._top - y) * POINT

    def _mark(self, mark: Mark) -> None:
        canvas = self._canvas
        match mark:
            case Rect():
                canvas.setFillColor(mark.fill)
                x, y = self._at(mark.x, mark.y + mark.height)
                size = mark.width * POINT, mark.height * POINT
                if mark.radius:
                    canvas.roundRect(x, y, *size, mark.radius * POINT, stroke=0, fill=1)
                else:
                    canvas.rect(x, y, *size, stroke=0, fill=1)
            case Circle():
                canvas.setFillColor(mark.fill)
                canvas.circle(*self._at(mark.x, mark.y), mark.radius * POINT, stroke=0, fill=1)
            case Line():
                canvas.setStrokeColor(mark.stroke)
                canvas.setLineWidth(mark.line * POINT)
                canvas.line(*self._at(mark.x1, mark.y1), *self._at(mark.x2, mark.y2))
            case _:
                self._text(mark)

    def _text(self, mark: Text) -> None:
        """Draw a line of text, a part for each font."""
        canvas, size = self._canvas, mark.size * POINT
        written = canvas.beginText(*self._at(mark.x, mark.y))
        written.setFillColor(mark.fill)
        written.setStrokeColor(mark.fill)
        for font, run in self._fonts.runs(mark.text, mark.is_bold):
            canvas.setLineWidth(size * THICKER)
            written.setFont(self._names[font], size)
            written.setTextRenderMode(2 if font.is_thickened else 0)
            written.textOut(run)
        written.setTextRenderMode(0)  # outlives the text, though the next one does not know it
        canvas.drawText(written)
