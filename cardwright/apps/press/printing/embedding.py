"""Put into a file what is used of a font.

PDF takes TrueType outlines alone from reportlab, but most Japanese fonts have those of PostScript:
each glyph is drawn again with quadratic curves, whatever sort of font it comes from.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, TypeAlias

from cardwright.apps.press.faces.fonts import Drawn, Font, Fonts
from cardwright.apps.press.faces.primitives import Face
from cardwright.apps.press.faces.shaping import Placed

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
