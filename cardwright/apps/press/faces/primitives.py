"""Define the parts of a face. All lengths are millimetres, from the upper left corner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from msgspec.structs import replace

from cardwright.apps.face.words import AppMistake
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
