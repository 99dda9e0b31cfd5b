"""Draw faces on pages of a PDF: what stands on paper, and what pixels are made of."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import radians, tan
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from cardwright.apps.press.faces.as_svg import SLANT, THICKER
from cardwright.apps.press.faces.primitives import (
    Circle,
    Face,
    Line,
    Mark,
    Path,
    Picture,
    Rect,
    Text,
    Turned,
)
from cardwright.apps.press.printing.embedding import font_bytes, name_of
from cardwright.apps.press.printing.fonts import Drawn, Font, Fonts
from cardwright.apps.press.printing.shaping import Placed, with_marks

POINT: Final = 72 / 25.4
_NEAR: Final = 1e-6
_PRESSED: Final = 0.98
AnyMark = TypeVar("AnyMark", bound=Mark)


def register(sides: Iterable[Face], fonts: Fonts) -> dict[Font, str]:
    """Make the fonts of faces known, each with the characters that are used; return their names.

    A name stands for one font: reportlab keeps them as long as the program runs.
    """
    from reportlab.pdfbase import pdfmetrics

    names, known = dict[Font, str](), set(pdfmetrics.getRegisteredFontNames())
    for font, glyphs in fonts.used(sides).items():
        names[font] = name_of(font, glyphs)
        if names[font] not in known:
            file = io.BytesIO(font_bytes(font, glyphs))
            pdfmetrics.registerFont(_readable()(names[font], file, glyphs))
    return names


def _readable() -> Any:
    """Return the fonts of reportlab, of which a file says what their glyphs mean."""
    from reportlab.pdfbase.ttfonts import SUBSETN, TTFont

    class Readable(TTFont):  # type: ignore[misc]
        def __init__(self, name: str, file: Any, glyphs: Mapping[str, Drawn]) -> None:
            super().__init__(name, file, shapable=False)
            self.meaning = {ord(char): drawn.text for char, drawn in glyphs.items()}

        def addObjects(self, doc: Any) -> None:
            subsets = [list(each) for each in self.state[doc].subsets]
            super().addObjects(doc)
            for number, codes in enumerate(subsets):
                start = f"toUnicodeCMap:{SUBSETN(number).decode()}+{self.fontName}"
                for name, made in doc.idToObject.items():
                    if name.startswith(start):
                        made.content = _read_back(made.content, codes, self.meaning)

    return Readable


def _read_back(content: str, codes: Sequence[int], meaning: Mapping[int, str]) -> str:
    """Return the table of what the codes of a font mean, with what its glyphs stand for."""
    head, _, rest = content.partition("beginbfchar\n")
    _, _, tail = rest.partition("endbfchar")
    rows = (
        f"<{number:02X}> <{meaning.get(code, chr(code)).encode('utf-16-be').hex()}>\n"
        for number, code in enumerate(codes)
    )
    return f"{head}beginbfchar\n{''.join(rows)}endbfchar{tail}"


class Drawer:
    """Draws faces on a page."""

    def __init__(self, canvas: Any, fonts: Fonts, names: Mapping[Font, str]) -> None:
        self._canvas, self._fonts, self._names = canvas, fonts, names
        self._left, self._top, self._height = 0.0, 0.0, 0.0

    def page(self, width: float, height: float) -> None:
        """Begin a page."""
        self._height = height
        self._canvas.setPageSize((width * POINT, height * POINT))

    def line(self, mark: Line) -> None:
        """Draw a line on the page."""
        self._left = self._top = 0
        self._mark(mark)

    def side(self, side: Face, left: float, top: float, bleed: float) -> None:
        """Draw one side of a card, its edge beyond the cut; nothing of it goes farther."""
        self._left, self._top = left, top
        self._canvas.saveState()
        whole = Rect(x=0, y=0, width=side.width, height=side.height, fill=side.fill)
        edge = _bled(whole, side, bleed)
        self._clip(edge)
        for mark in (edge, *(_bled(each, side, bleed) for each in side.marks)):
            self._mark(mark)
        self._canvas.restoreState()

    def _clip(self, box: Rect | Picture) -> None:
        """Let nothing be drawn outside of a box."""
        clip = self._canvas.beginPath()
        x, y = self._at(box.x, box.y + box.height)
        size = box.width * POINT, box.height * POINT
        if box.radius:
            clip.roundRect(x, y, *size, box.radius * POINT)
        else:
            clip.rect(x, y, *size)
        self._canvas.clipPath(clip, stroke=0, fill=0)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        """Return a point of a card in points of the page, which are counted from below."""
        return (self._left + x) * POINT, (self._height - self._top - y) * POINT

    def _mark(self, mark: Mark) -> None:
        canvas = self._canvas
        match mark:
            case Rect():
                self._rect(mark)
            case Circle():
                canvas.setFillColor(mark.fill)
                canvas.circle(*self._at(mark.x, mark.y), mark.radius * POINT, stroke=0, fill=1)
            case Line():
                canvas.setStrokeColor(mark.stroke)
                canvas.setLineWidth(mark.line * POINT)
                canvas.line(*self._at(mark.x1, mark.y1), *self._at(mark.x2, mark.y2))
            case Path():
                self._path(mark)
            case Picture():
                self._picture(mark)
            case Turned():
                x, y = self._at(mark.x, mark.y)
                canvas.saveState()
                canvas.transform(-1, 0, 0, -1, 2 * x, 2 * y)
                for each in mark.marks:
                    self._mark(each)
                canvas.restoreState()
            case _:
                self._text(mark)

    def _rect(self, mark: Rect) -> None:
        canvas = self._canvas
        canvas.setFillColor(mark.fill)
        x, y = self._at(mark.x, mark.y + mark.height)
        size = mark.width * POINT, mark.height * POINT
        if mark.opacity < 1:
            canvas.setFillAlpha(mark.opacity)
        if mark.radius:
            canvas.roundRect(x, y, *size, mark.radius * POINT, stroke=0, fill=1)
        else:
            canvas.rect(x, y, *size, stroke=0, fill=1)
        if mark.opacity < 1:
            canvas.setFillAlpha(1)

    def _path(self, mark: Path) -> None:
        canvas, path = self._canvas, self._canvas.beginPath()
        steps = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo}
        words = iter(mark.d.split())
        for word in words:
            if word == "Z":
                path.close()
                continue
            points = (
                self._at(mark.x + mark.scale * float(next(words)),
                         mark.y + mark.scale * float(next(words)))
                for _ in range(3 if word == "C" else 1)
            )  # fmt: skip
            steps[word](*(number for point in points for number in point))
        canvas.saveState()
        if mark.fill:
            canvas.setFillColor(mark.fill)
        if mark.stroke:
            canvas.setStrokeColor(mark.stroke)
            canvas.setLineWidth(mark.line * mark.scale * POINT)
        if mark.opacity < 1:
            canvas.setFillAlpha(mark.opacity)
        rule = 0 if mark.is_even_odd else 1
        canvas.drawPath(path, stroke=int(bool(mark.stroke)), fill=int(bool(mark.fill)),
                        fillMode=rule)  # fmt: skip
        canvas.restoreState()

    def _picture(self, mark: Picture) -> None:
        from reportlab.lib.utils import ImageReader

        canvas = self._canvas
        canvas.saveState()
        self._clip(mark)
        x, y, width, height = mark.whole
        at = self._at(x, y + height)
        size = width * POINT, height * POINT
        canvas.drawImage(ImageReader(io.BytesIO(mark.data)), *at, *size, mask="auto")
        canvas.restoreState()

    def _text(self, mark: Text) -> None:
        """Draw a line of text, a part for each font."""
        canvas, size, x = self._canvas, mark.size * POINT, mark.x
        written = canvas.beginText(*self._at(mark.x, mark.y))
        written.setFillColor(mark.fill)
        written.setStrokeColor(mark.fill)
        fonts = self._fonts.of(mark.font)
        usual = fonts.width(mark.text, mark.is_bold) * mark.size
        share = mark.width / usual if mark.width < usual * _PRESSED else 1
        if share < 1:
            written.setHorizScale(100 * share)
        for run in fonts.runs(mark.text, mark.is_bold, mark.is_italic):
            canvas.setLineWidth(size * THICKER)
            written.setFont(self._names[run.font], size)
            is_own = mark.is_thick and str(run.font.path) == mark.font
            is_thick = is_own or (run.font.is_thickened and mark.is_bold)
            written.setTextRenderMode(2 if is_thick else 0)
            lean = tan(radians(SLANT)) if mark.is_italic and not run.font.is_italic else 0
            for start, chars in _pieces(run.font, with_marks(run.glyphs), fonts):
                off = start or (0.0, 0.0)
                at = self._at(x + off[0] * mark.size * share, mark.y - off[1] * mark.size)
                if start is not None or mark.is_italic:
                    written.setTextTransform(1, 0, lean, 1, *at)
                written.textOut(chars)
            x += run.width * mark.size * share
        written.setHorizScale(100)
        written.setTextRenderMode(0)  # outlives the text, though the next one does not know it
        canvas.drawText(written)


def _pieces(
    font: Font, glyphs: Sequence[Placed], fonts: Fonts
) -> Iterator[tuple[tuple[float, float] | None, str]]:
    """Yield characters that follow one another, and where they begin if not behind the last."""
    x, chars, start = 0.0, "", None
    expected: float | None = None
    for glyph in glyphs:
        is_off = bool(glyph.x or glyph.y) or (expected is not None and abs(x - expected) > _NEAR)
        if is_off:
            if chars:
                yield start, chars
            chars, start = "", (x + glyph.x, glyph.y)
        chars += fonts.char_of(font, glyph)
        x, expected = x + glyph.advance, x + glyph.x + font.advance(glyph.glyph)
        if glyph.y or glyph.x:
            yield start, chars
            chars, start = "", (x, 0.0)
            expected = x
    if chars:
        yield start, chars


def _bled(mark: AnyMark, side: Face, bleed: float) -> AnyMark:
    """Return a mark that goes on beyond the edges that it touches."""
    if not bleed or not isinstance(mark, Rect | Picture) or mark.radius:
        return mark
    left = bleed if mark.x <= _NEAR else 0
    top = bleed if mark.y <= _NEAR else 0
    right = bleed if mark.x + mark.width >= side.width - _NEAR else 0
    below = bleed if mark.y + mark.height >= side.height - _NEAR else 0
    return replace(mark, x=mark.x - left, y=mark.y - top, width=mark.width + left + right,
                   height=mark.height + top + below)  # fmt: skip
