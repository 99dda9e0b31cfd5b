"""Write a face as SVG, which asks for nothing from outside."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from itertools import count
from typing import Final

from cardwright.apps.press.faces import primitives
from cardwright.apps.press.faces.fonts import SLANT, THICKER, USUAL, NoGlyph

FONTS: Final = "Helvetica, Arial, 'Liberation Sans', 'Noto Sans CJK JP', 'Noto Sans JP', sans-serif"
_JPEG: Final = b"\xff\xd8"


def svg(face: primitives.Face) -> str:
    """Return a face as an SVG element, `1` of its view box a millimetre.

    Each line of text says how wide it was measured, so that it fits whichever font is there.
    """
    size = f'viewBox="0 0 {_n(face.width)} {_n(face.height)}"'
    outer = f'width="{_n(face.width)}mm" height="{_n(face.height)}mm"'
    label, lang = escape(face.title), escape(face.lang)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {outer} {size} lang="{lang}" role="img"'
    fonts = f'font-family="{FONTS}"'
    ids = count()
    marks = (_mark(mark, ids) for mark in face.marks)
    return f'{head} aria-label="{label}" {fonts}><title>{label}</title>{"".join(marks)}</svg>'


def _mark(mark: primitives.Mark, ids: Iterator[int]) -> str:
    match mark:
        case primitives.Rect():
            return f"<rect {_box(mark)}{_fill(mark.fill, mark.opacity)}/>"
        case primitives.Circle():
            at = f'cx="{_n(mark.x)}" cy="{_n(mark.y)}"'
            return f'<circle {at} r="{_n(mark.radius)}" fill="{mark.fill}"/>'
        case primitives.Line():
            at = f'x1="{_n(mark.x1)}" y1="{_n(mark.y1)}" x2="{_n(mark.x2)}" y2="{_n(mark.y2)}"'
            return f'<line {at} stroke="{mark.stroke}" stroke-width="{_n(mark.line)}"/>'
        case primitives.Path():
            return _path(mark)
        case primitives.Picture():
            return _picture(mark, next(ids))
        case primitives.Turned():
            inner = "".join(_mark(each, ids) for each in mark.marks)
            return f'<g transform="rotate(180 {_n(mark.x)} {_n(mark.y)})">{inner}</g>'
        case _:
            return _text(mark)


def _box(mark: primitives.Rect | primitives.Picture) -> str:
    at = f'x="{_n(mark.x)}" y="{_n(mark.y)}" width="{_n(mark.width)}" height="{_n(mark.height)}"'
    return at + (f' rx="{_n(mark.radius)}"' if mark.radius else "")


def _fill(fill: str, opacity: float) -> str:
    return f' fill="{fill or "none"}"' + (f' opacity="{_n(opacity)}"' if opacity < 1 else "")


def _path(mark: primitives.Path) -> str:
    at = f'transform="translate({_n(mark.x)} {_n(mark.y)}) scale({mark.scale:.5f})"'
    rule = ' fill-rule="evenodd"' if mark.is_even_odd else ""
    line = f' stroke="{mark.stroke}" stroke-width="{_n(mark.line)}"' if mark.stroke else ""
    return f'<path {at} d="{mark.d}"{rule}{line}{_fill(mark.fill, mark.opacity)}/>'


def _picture(mark: primitives.Picture, number: int) -> str:
    """Return a picture inside the file; its clip is named after what it holds."""
    x, y, width, height = mark.whole
    sort = "jpeg" if mark.data.startswith(_JPEG) else "png"
    name = f"c{sha256(mark.data).hexdigest()[:8]}-{number}"
    clip = f'<clipPath id="{name}"><rect {_box(mark)}/></clipPath>'
    at = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'
    data = f"data:image/{sort};base64,{b64encode(mark.data).decode()}"
    shown = f'preserveAspectRatio="none" clip-path="url(#{name})" href="{data}"'
    return f"{clip}<image {at} {shown}/>"


def _text(mark: primitives.Text) -> str:
    """Return a line of text; one from right to left begins at its right end.

    Letters of a font in a file are drawn as outlines: a picture brings no fonts.
    """
    if mark.font and (outline := _outlined(mark)):
        return outline
    x = mark.x + mark.width if mark.is_rtl else mark.x
    at = f'x="{_n(x)}" y="{_n(mark.y)}" font-size="{_n(mark.size)}"'
    bold = ' font-weight="700"' if mark.is_bold else ""
    bold += ' font-style="italic"' if mark.is_italic else ""
    bold += ' direction="rtl"' if mark.is_rtl else ""
    wide = f'textLength="{_n(mark.width)}" lengthAdjust="spacingAndGlyphs"'
    return f'<text {at} {wide}{bold} fill="{mark.fill}">{escape(mark.text)}</text>'


def _outlined(mark: primitives.Text) -> str:
    """Return a line of text as outlines; "" where its font cannot draw all of it."""
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    try:
        runs = USUAL.drawn(mark)
    except (ImportError, NoGlyph):
        return ""
    own = [run for run in runs if str(run.font.path) == mark.font]
    others = (glyph for run in runs if run not in own for glyph in run.glyphs)
    if not own or any(glyph.text.strip() for glyph in others):
        return ""
    first = own[0]
    pen, units, x = SVGPathPen(first.font.glyphs), first.font.units, 0.0
    for run in runs:
        for glyph in run.glyphs if run in own else ():
            at = (x + glyph.x) * units, -glyph.y * units
            first.font.glyphs[glyph.glyph].draw(TransformPen(pen, (1, 0, 0, -1, *at)))
            x += glyph.advance
        x += 0 if run in own else run.width
    share = mark.width / max(x * mark.size, 0.01)
    scale = f"{mark.size / units * share:.6f} {mark.size / units:.6f}"
    lean = f" skewX({-SLANT:g})" if first.is_slanted else ""
    at_ = f'transform="translate({_n(mark.x)} {_n(mark.y)}) scale({scale}){lean}"'
    line = f' stroke="{mark.fill}" stroke-width="{_n(units * THICKER)}"' if first.is_thick else ""
    seen = f'fill="{mark.fill}"{line} aria-label="{escape(mark.text)}"'
    return f'<path {at_} d="{pen.getCommands()}" {seen}/>'


def _n(number: float) -> str:
    """Return a length with two places at most."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
