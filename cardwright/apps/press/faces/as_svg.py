"""Draw a face as SVG: a picture by itself, in millimetres, that asks for nothing from outside."""

from __future__ import annotations

from html import escape
from typing import Final

from cardwright.apps.press.faces.primitives import Circle, Face, Line, Mark, Rect

FONTS: Final = "Helvetica, Arial, 'Liberation Sans', 'Noto Sans CJK JP', 'Noto Sans JP', sans-serif"


def svg(face: Face) -> str:
    """Return a face as an SVG element, `1` of its view box a millimetre.

    Each line of text says how wide it was measured, so that it fits whichever font is there.
    """
    size = f'viewBox="0 0 {_n(face.width)} {_n(face.height)}"'
    outer = f'width="{_n(face.width)}mm" height="{_n(face.height)}mm"'
    label, lang = escape(face.title), escape(face.lang)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {outer} {size} lang="{lang}" role="img"'
    fonts = f'font-family="{FONTS}"'
    return (
        "".join(
            (f'{head} aria-label="{label}" {fonts}><title>{label}</title>', *map(_mark, face.marks))
        )
        + "</svg>"
    )


def _mark(mark: Mark) -> str:
    match mark:
        case Rect():
            at = f'x="{_n(mark.x)}" y="{_n(mark.y)}" width="{_n(mark.width)}"'
            radius = f' rx="{_n(mark.radius)}"' if mark.radius else ""
            return f'<rect {at} height="{_n(mark.height)}"{radius} fill="{mark.fill}"/>'
        case Circle():
            at = f'cx="{_n(mark.x)}" cy="{_n(mark.y)}"'
            return f'<circle {at} r="{_n(mark.radius)}" fill="{mark.fill}"/>'
        case Line():
            at = f'x1="{_n(mark.x1)}" y1="{_n(mark.y1)}" x2="{_n(mark.x2)}" y2="{_n(mark.y2)}"'
            return f'<line {at} stroke="{mark.stroke}" stroke-width="{_n(mark.line)}"/>'
        case _:
            at = f'x="{_n(mark.x)}" y="{_n(mark.y)}" font-size="{_n(mark.size)}"'
            bold = ' font-weight="700"' if mark.is_bold else ""
            wide = f'textLength="{_n(mark.width)}" lengthAdjust="spacingAndGlyphs"'
            return f'<text {at} {wide}{bold} fill="{mark.fill}">{escape(mark.text)}</text>'


def _n(number: float) -> str:
    """Return a length with two places at most."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
