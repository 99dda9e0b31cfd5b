"""Define the parts of a face, and write them as SVG, which asks for nothing from outside.

All lengths are millimetres, from the upper left corner.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from itertools import count
from typing import Final, TypeAlias

from msgspec.structs import replace

from cardwright.apps.face.words import AppMistake
from cardwright.apps.press.faces.fonts import SLANT, THICKER, USUAL, NoGlyph
from dsl import Record


class Rect(Record, kw_only=True):
    """A rectangle; `radius` rounds its corners."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    radius: float = 0
    opacity: float = 1


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


class Path(Record, kw_only=True):
    """A drawn shape.

    Attributes:
        x, y: Where the zero point of its numbers lies.
        scale: How long 1 of its numbers is.
        d: Its outline as `M x y`, `L x y`, `C x y x y x y` and `Z`, apart by blanks.
        fill, stroke: Its colours; "" for none.
        line: How wide its stroke is, in its numbers.
        is_even_odd: Whether what lies inside twice is outside.
    """

    x: float
    y: float
    scale: float
    d: str
    fill: str
    stroke: str = ""
    line: float = 0
    is_even_odd: bool = False
    opacity: float = 1

    @property
    def steps(self) -> Iterator[tuple[str, list[tuple[float, float]]]]:
        """The letters of its outline, each with its points on the face."""
        words = iter(self.d.split())
        for letter in words:
            count = {"C": 3, "Z": 0}.get(letter, 1)
            numbers = [self.scale * float(next(words)) for _ in range(2 * count)]
            points = zip(numbers[::2], numbers[1::2], strict=True)
            yield letter, [(self.x + x, self.y + y) for x, y in points]


class Picture(Record, kw_only=True):
    """A picture that fills a rectangle and is cut off at its edges.

    Attributes:
        data: A PNG or JPEG.
        pixels: Its width and height.
        focus: The point of it that stays in sight, in shares.
        radius: Rounds the corners.
    """

    x: float
    y: float
    width: float
    height: float
    data: bytes
    pixels: tuple[int, int]
    focus: tuple[float, float] = (0.5, 0.5)
    radius: float = 0

    @property
    def whole(self) -> tuple[float, float, float, float]:
        """Where the whole picture lies, of which the rectangle shows a part."""
        scale = max(self.width / self.pixels[0], self.height / self.pixels[1])
        width, height = self.pixels[0] * scale, self.pixels[1] * scale
        x = self.x - (width - self.width) * self.focus[0]
        return x, self.y - (height - self.height) * self.focus[1], width, height


class Text(Record, kw_only=True):
    """A line of text.

    Attributes:
        x, y: Its left end on the baseline.
        size: The size of the font.
        width: How wide the text is as it was measured.
        font: The file of its font; "" for one of the system.
        is_thick: Whether that font has no bold letters, so that they are drawn thicker.
        is_rtl: Whether the line as a whole runs from right to left.
    """

    x: float
    y: float
    text: str
    size: float
    width: float
    fill: str
    is_bold: bool = False
    is_italic: bool = False
    is_thick: bool = False
    font: str = ""
    is_rtl: bool = False


class Turned(Record, kw_only=True):
    """Marks that are turned upside down around a point."""

    x: float
    y: float
    marks: tuple[Mark, ...]


Mark: TypeAlias = Rect | Circle | Line | Path | Picture | Text | Turned


class Face(Record, kw_only=True):
    """One side of a card.

    Attributes:
        title: What it shows, in words.
        lang: The language of its texts.
        fill: The colour of its edge, which goes on where a printed card is cut.
        marks: The drawn parts, the lowest first.
        problems: Why files that its look names are not shown.
    """

    title: str
    lang: str
    width: float
    height: float
    fill: str
    marks: tuple[Mark, ...]
    problems: tuple[AppMistake, ...] = ()

    @property
    def texts(self) -> tuple[Text, ...]:
        """Its lines of text, turned ones too."""
        return tuple(mark for mark in _flat(self.marks) if isinstance(mark, Text))


def _flat(marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """Return marks without what turns them."""
    return tuple(
        each
        for mark in marks
        for each in (_flat(mark.marks) if isinstance(mark, Turned) else (mark,))
    )


_NEAR: Final = 1e-6


def bled(side: Face, bleed: float) -> tuple[Rect, *tuple[Mark, ...]]:
    """Return the edge of a face and its marks, which go on beyond the edges that they touch."""
    edge = Rect(x=-bleed, y=-bleed, width=side.width + 2 * bleed, height=side.height + 2 * bleed,
                fill=side.fill)  # fmt: skip
    return edge, *(_bled(mark, side, bleed) for mark in side.marks)


def _bled(mark: Mark, side: Face, bleed: float) -> Mark:
    if isinstance(mark, Turned) and (mark.x * 2, mark.y * 2) == (side.width, side.height):
        return replace(mark, marks=tuple(_bled(each, side, bleed) for each in mark.marks))
    if not bleed or not isinstance(mark, Rect | Picture) or mark.radius:
        return mark
    left = bleed if mark.x <= _NEAR else 0
    top = bleed if mark.y <= _NEAR else 0
    right = bleed if mark.x + mark.width >= side.width - _NEAR else 0
    below = bleed if mark.y + mark.height >= side.height - _NEAR else 0
    return replace(mark, x=mark.x - left, y=mark.y - top, width=mark.width + left + right,
                   height=mark.height + top + below)  # fmt: skip


FONTS: Final = "Helvetica, Arial, 'Liberation Sans', 'Noto Sans CJK JP', 'Noto Sans JP', sans-serif"
_JPEG: Final = b"\xff\xd8"


def svg(face: Face) -> str:
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


def _mark(mark: Mark, ids: Iterator[int]) -> str:
    match mark:
        case Rect():
            return f"<rect {_box(mark)}{_fill(mark.fill, mark.opacity)}/>"
        case Circle():
            at = f'cx="{_n(mark.x)}" cy="{_n(mark.y)}"'
            return f'<circle {at} r="{_n(mark.radius)}" fill="{mark.fill}"/>'
        case Line():
            at = f'x1="{_n(mark.x1)}" y1="{_n(mark.y1)}" x2="{_n(mark.x2)}" y2="{_n(mark.y2)}"'
            return f'<line {at} stroke="{mark.stroke}" stroke-width="{_n(mark.line)}"/>'
        case Path():
            return _path(mark)
        case Picture():
            return _picture(mark, next(ids))
        case Turned():
            inner = "".join(_mark(each, ids) for each in mark.marks)
            return f'<g transform="rotate(180 {_n(mark.x)} {_n(mark.y)})">{inner}</g>'
        case _:
            return _text(mark)


def _box(mark: Rect | Picture) -> str:
    at = f'x="{_n(mark.x)}" y="{_n(mark.y)}" width="{_n(mark.width)}" height="{_n(mark.height)}"'
    return at + (f' rx="{_n(mark.radius)}"' if mark.radius else "")


def _fill(fill: str, opacity: float) -> str:
    return f' fill="{fill or "none"}"' + (f' opacity="{_n(opacity)}"' if opacity < 1 else "")


def _path(mark: Path) -> str:
    at = f'transform="translate({_n(mark.x)} {_n(mark.y)}) scale({mark.scale:.5f})"'
    rule = ' fill-rule="evenodd"' if mark.is_even_odd else ""
    line = f' stroke="{mark.stroke}" stroke-width="{_n(mark.line)}"' if mark.stroke else ""
    return f'<path {at} d="{mark.d}"{rule}{line}{_fill(mark.fill, mark.opacity)}/>'


def _picture(mark: Picture, number: int) -> str:
    """Return a picture inside the file; its clip is named after what it holds."""
    x, y, width, height = mark.whole
    sort = "jpeg" if mark.data.startswith(_JPEG) else "png"
    name = f"c{sha256(mark.data).hexdigest()[:8]}-{number}"
    clip = f'<clipPath id="{name}"><rect {_box(mark)}/></clipPath>'
    at = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'
    data = f"data:image/{sort};base64,{b64encode(mark.data).decode()}"
    shown = f'preserveAspectRatio="none" clip-path="url(#{name})" href="{data}"'
    return f"{clip}<image {at} {shown}/>"


def _text(mark: Text) -> str:
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


def _outlined(mark: Text) -> str:
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
