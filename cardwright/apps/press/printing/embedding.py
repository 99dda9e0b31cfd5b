"""Put into a file what is used of a font.

PDF takes TrueType outlines alone from reportlab, but most Japanese fonts have those of PostScript:
each glyph is drawn again with quadratic curves, whatever sort of font it comes from.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final, TypeAlias

from cardwright.apps.press.printing.fonts import Drawn, Font

Glyphs: TypeAlias = Mapping[str, Drawn]
"""What is drawn by a character of a file."""
_MISSING: Final = ".notdef"
_ERROR: Final = 0.001
"""How far a curve may be from the original, in sizes of the font."""


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
