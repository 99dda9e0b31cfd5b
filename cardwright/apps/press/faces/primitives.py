"""Define the parts of a face, and write a face as SVG.

All lengths are millimetres, from the upper left corner. A picture asks for nothing from outside.
"""

from __future__ import annotations

from html import escape
from typing import Final, TypeAlias

from dsl import Record


class Rect(Record, kw_only=True):
    """A rectangle; `radius` rounds its corners."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    radius: float = 0


class Circle(Record, kw_only=True):
    """A circle around `x`, `y`."""

    x: float
    y: float
    radius: float
    fill: str


class Line(Record, kw_only=True):
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    stroke: str
    line: float


class Text(Record, kw_only=True):
    """A line of text.

    Attributes:
        x, y: Its left end on the baseline.
        size: The size of the font.
        width: How wide the text is as it was measured.
    """

    x: float
    y: float
    text: str
    size: float
    width: float
    fill: str
    is_bold: bool = False


Mark: TypeAlias = Rect | Circle | Line | Text


class Face(Record, kw_only=True):
    """One side of a card.

    Attributes:
        title: What it shows, in words.
        lang: The language of its texts.
        fill: The colour of its edge, which goes on where a printed card is cut.
        marks: The drawn parts, the lowest first.
    """

    title: str
    lang: str
    width: float
    height: float
    fill: str
    marks: tuple[Mark, ...]


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
