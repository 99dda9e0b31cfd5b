"""Draw faces on pages of a PDF: what stands on paper, and what pixels are made of."""

from __future__ import annotations

import io
from collections.abc import Mapping
from math import radians, tan
from typing import Any, Final

from cardwright.apps.press.faces import primitives
from cardwright.apps.press.faces.fonts import SLANT, THICKER, Font, Fonts
from cardwright.apps.press.faces.shaping import with_marks
from cardwright.apps.press.printing.embedding import pieces

POINT: Final = 72 / 25.4


class Drawer:
    """Draws faces on a page."""

    def __init__(self, canvas: Any, fonts: Fonts, names: Mapping[Font, str]) -> None:
        self._canvas, self._fonts, self._names = canvas, fonts, names
        self._left, self._top, self._height = 0.0, 0.0, 0.0

    def page(self, width: float, height: float) -> None:
        """Begin a page."""
        self._height = height
        self._canvas.setPageSize((width * POINT, height * POINT))

    def line(self, mark: primitives.Line) -> None:
        """Draw a line on the page."""
        self._left = self._top = 0
        self._mark(mark)

    def side(self, side: primitives.Face, left: float, top: float, bleed: float) -> None:
        """Draw one side of a card, its edge beyond the cut; nothing of it goes farther."""
        self._left, self._top = left, top
        self._canvas.saveState()
        edge, *marks = primitives.bled(side, bleed)
        self._canvas.clipPath(self._box(edge), stroke=0, fill=0)
        for mark in (edge, *marks):
            self._mark(mark)
        self._canvas.restoreState()

    def _box(self, box: primitives.Rect | primitives.Picture) -> Any:
        """Return the outline of a box."""
        path = self._canvas.beginPath()
        at = self._at(box.x, box.y + box.height)
        size = box.width * POINT, box.height * POINT
        if box.radius:
            path.roundRect(*at, *size, box.radius * POINT)
        else:
            path.rect(*at, *size)
        return path

    def _at(self, x: float, y: float) -> tuple[float, float]:
        """Return a point of a card in points of the page, which are counted from below."""
        return (self._left + x) * POINT, (self._height - self._top - y) * POINT

    def _mark(self, mark: primitives.Mark) -> None:
        canvas = self._canvas
        match mark:
            case primitives.Rect() | primitives.Path():
                self._shape(mark)
            case primitives.Circle():
                canvas.setFillColor(mark.fill)
                canvas.circle(*self._at(mark.x, mark.y), mark.radius * POINT, stroke=0, fill=1)
            case primitives.Line():
                canvas.setStrokeColor(mark.stroke)
                canvas.setLineWidth(mark.line * POINT)
                canvas.line(*self._at(mark.x1, mark.y1), *self._at(mark.x2, mark.y2))
            case primitives.Picture():
                self._picture(mark)
            case primitives.Turned():
                x, y = self._at(mark.x, mark.y)
                canvas.saveState()
                canvas.transform(-1, 0, 0, -1, 2 * x, 2 * y)
                for each in mark.marks:
                    self._mark(each)
                canvas.restoreState()
            case _:
                self._text(mark)

    def _outline(self, mark: primitives.Path) -> Any:
        path = self._canvas.beginPath()
        steps = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo}
        for letter, points in mark.steps:
            if letter == "Z":
                path.close()
            else:
                steps[letter](*(number for point in points for number in self._at(*point)))
        return path

    def _shape(self, mark: primitives.Rect | primitives.Path) -> None:
        canvas = self._canvas
        outline = self._outline(mark) if isinstance(mark, primitives.Path) else self._box(mark)
        stroke = mark.stroke if isinstance(mark, primitives.Path) else ""
        canvas.saveState()
        if mark.fill:
            canvas.setFillColor(mark.fill)
        if stroke:
            canvas.setStrokeColor(stroke)
        if isinstance(mark, primitives.Path):
            canvas.setLineWidth(mark.line * mark.scale * POINT)
        if mark.opacity < 1:
            canvas.setFillAlpha(mark.opacity)
            canvas.setStrokeAlpha(mark.opacity)
        rule = int(not (isinstance(mark, primitives.Path) and mark.is_even_odd))
        canvas.drawPath(outline, stroke=bool(stroke), fill=bool(mark.fill), fillMode=rule)
        canvas.restoreState()

    def _picture(self, mark: primitives.Picture) -> None:
        from reportlab.lib.utils import ImageReader

        canvas = self._canvas
        canvas.saveState()
        canvas.clipPath(self._box(mark), stroke=0, fill=0)
        x, y, width, height = mark.whole
        at = self._at(x, y + height)
        size = width * POINT, height * POINT
        canvas.drawImage(ImageReader(io.BytesIO(mark.data)), *at, *size, mask="auto")
        canvas.restoreState()

    def _text(self, mark: primitives.Text) -> None:
        """Draw a line of text, a part for each font."""
        canvas, size, x = self._canvas, mark.size * POINT, mark.x
        written = canvas.beginText(*self._at(mark.x, mark.y))
        written.setFillColor(mark.fill)
        written.setStrokeColor(mark.fill)
        runs = self._fonts.drawn(mark)
        share = mark.width / (sum(run.width for run in runs) * mark.size or mark.width)
        written.setHorizScale(round(100 * share, 1))
        for run in runs:
            canvas.setLineWidth(size * THICKER)
            written.setFont(self._names[run.font], size)
            written.setTextRenderMode(2 if run.is_thick else 0)
            lean = tan(radians(SLANT)) if run.is_slanted else 0
            for start, chars in pieces(run.font, with_marks(run.glyphs), self._fonts):
                off = start or (0.0, 0.0)
                at = self._at(x + off[0] * mark.size * share, mark.y - off[1] * mark.size)
                if start is not None or mark.is_italic:
                    written.setTextTransform(1, 0, lean, 1, *at)
                written.textOut(chars)
            x += run.width * mark.size * share
        written.setHorizScale(100)
        written.setTextRenderMode(0)  # outlives the text, though the next one does not know it
        canvas.drawText(written)
