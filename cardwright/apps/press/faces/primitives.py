"""What a face is made of. All lengths are millimetres, from the upper left corner."""

from __future__ import annotations

from typing import TypeAlias

from dsl.records import record


@record(kw_only=True)
class Rect:
    """A rectangle; `radius` rounds its corners."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    radius: float = 0


@record(kw_only=True)
class Circle:
    """A circle around `x`, `y`."""

    x: float
    y: float
    radius: float
    fill: str


@record(kw_only=True)
class Line:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    stroke: str
    line: float


@record(kw_only=True)
class Text:
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


@record(kw_only=True)
class Face:
    """One side of a card.

    Attributes:
        title: What it shows, in words.
        lang: The language of its texts.
        fill: The colour of its edge, which goes on where a printed card is cut.
        marks: What is drawn, the lowest first.
    """

    title: str
    lang: str
    width: float
    height: float
    fill: str
    marks: tuple[Mark, ...]
