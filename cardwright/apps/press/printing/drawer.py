"""Draw faces on pages of a PDF, with their fonts inside, and paint such pages as pixels.

PDF takes TrueType outlines alone from reportlab, but most Japanese fonts have those of PostScript:
each glyph is drawn again with quadratic curves, whatever sort of font it comes from.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from math import radians, tan
from typing import Any, Final, TypeAlias

from cardwright.apps.press.faces import primitives
from cardwright.apps.press.faces.fonts import SLANT, THICKER, Drawn, Font, Fonts
from cardwright.apps.press.faces.primitives import Face
from cardwright.apps.press.faces.shaping import Placed, with_marks

Glyphs: TypeAlias = Mapping[str, Drawn]
"""What is drawn by a character of a file."""
_MISSING: Final = ".notdef"
_NEAR: Final = 1e-6
_ERROR: Final = 0.001
"""How far a curve may be from the original, in sizes of the font."""


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


def name_of(font: Font, glyphs: Glyphs) -> str:
    """Return a name that no font of other characters has: reportlab goes by names alone."""
    whole = f"{font.ttfont['head'].checkSumAdjustment} {sorted(glyphs.items())}"
    return f"{font.name}-{sha256(whole.encode()).hexdigest()[:12]}"


def font_bytes(font: Font, glyphs: Glyphs) -> bytes:
    """Return a font that has some glyphs alone; the same glyphs give the same bytes."""
    from fontTools.fontBuilder import FontBuilder

    drawn_by = {" ": Drawn(font.cmap.get(0x20), " "), **glyphs}
    codes = {ord(char): drawn_by[char] for char in sorted(drawn_by)}
    names = {code: f"u{code:05X}" for code in codes}
    builder = FontBuilder(font.units, isTTF=True)
    builder.setupGlyphOrder([_MISSING, *names.values()])
    builder.setupCharacterMap(names)
    drawn = {name: _drawn(font, codes[code]) for code, name in names.items()}
    builder.setupGlyf({_MISSING: _drawn(font, Drawn(None, "")), **drawn})
    widths = {
        name: round(font.advance(codes[code].glyph) * font.units) for code, name in names.items()
    }
    bounds = builder.font["glyf"]
    metrics = {name: (width, bounds[name].xMin) for name, width in widths.items()}
    builder.setupHorizontalMetrics({_MISSING: (font.units, 0), **metrics})
    head = font.ttfont["hhea"]
    builder.setupHorizontalHeader(ascent=head.ascent, descent=head.descent)
    name = name_of(font, glyphs)
    builder.setupNameTable({"familyName": name, "styleName": "Regular", "psName": name})
    builder.setupOS2()
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.font.recalcTimestamp = False
    out = io.BytesIO()
    builder.save(out)
    return out.getvalue()


def _drawn(font: Font, drawn: Drawn) -> Any:
    """Return a glyph with its marks in quadratic curves; an empty one for none."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    pen = TTGlyphPen(None)
    if drawn.glyph is not None:
        whole = DecomposingRecordingPen(font.glyphs)
        for name, x, y in ((drawn.glyph, 0.0, 0.0), *drawn.marks):
            moved = TransformPen(whole, (1, 0, 0, 1, x * font.units, y * font.units))
            font.glyphs[name].draw(moved)
        is_cubic = "CFF " in font.ttfont or "CFF2" in font.ttfont
        # PostScript outlines turn the other way round
        target = Cu2QuPen(pen, _ERROR * font.units, reverse_direction=is_cubic)
        whole.replay(target)
    made = pen.glyph()
    made.recalcBounds(None)
    return made


def pieces(
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


class Painter:
    """Paints faces, all of which are known from the start."""

    def __init__(self, fonts: Fonts, sides: Iterable[Face], bleed: float = 0) -> None:
        import pypdfium2

        self._pages = {side: number for number, side in enumerate(dict.fromkeys(sides))}
        self._document = pypdfium2.PdfDocument(_pages([*self._pages], fonts, bleed))

    def picture(self, side: Face, width: int) -> Any:
        """Return a face as a picture of Pillow, with a width in pixels."""
        page = self._document[self._pages[side]]
        scale = width / page.get_width()
        picture = page.render(scale=scale, rev_byteorder=True).to_pil().convert("RGB")
        height = round(width * page.get_height() / page.get_width())
        return picture.crop((0, 0, width, height))


def _pages(sides: Sequence[Face], fonts: Fonts, bleed: float) -> bytes:
    """Return a PDF with a page for each face."""
    from reportlab.pdfgen.canvas import Canvas

    names, out = register(sides, fonts), io.BytesIO()
    canvas = Canvas(out, invariant=1, pageCompression=0)
    drawer = Drawer(canvas, fonts, names)
    for side in sides:
        drawer.page(side.width + 2 * bleed, side.height + 2 * bleed)
        drawer.side(side, bleed, bleed, bleed)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


INCH: Final = 25.4


def pixels_of(side: Face, dpi: float, bleed: float = 0) -> int:
    """Return how many pixels wide a face is."""
    return round((side.width + 2 * bleed) / INCH * dpi)
