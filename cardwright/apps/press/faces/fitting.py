"""Fit texts into a room: measured, and as large as there is room for."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, Protocol

from cardwright.apps.press.faces.breaking import Hyphens, Paragraph
from cardwright.apps.press.faces.lettering import letters_of
from dsl import Diagnostic, Record, Span, finding, languages
from dsl.model.marks import Run, Runs

_FIRST: Final = 32
_REGULAR: Final = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)  # fmt: skip
_BOLD: Final = (
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667,
    611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
    278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
)  # fmt: skip
_SIGNS: Final = {"‘": 278, "’": 278, "“": 500, "”": 500, "—": 1000, "…": 1000, "·": 278}
_OTHER: Final = 600
_WIDE: Final = 1000


class Measure(Protocol):
    """Fonts, as far as texts are to be measured."""

    def width(self, text: str, is_bold: bool) -> float:
        """Return how wide a text is at size 1."""
        ...

    def of(self, file: str) -> Measure:
        """Return these fonts behind one in a file."""
        ...


class Lettered:
    """The widths of a font in a file, and of others where it lacks a letter."""

    def __init__(self, file: str) -> None:
        self._letters = letters_of(file)

    def width(self, text: str, is_bold: bool) -> float:
        """Return how wide a text is at size 1."""
        if self._letters is not None and self._letters.has(text):
            return self._letters.width(text)
        return HELVETICA.width(text, is_bold)

    def of(self, file: str) -> Measure:
        """Return these fonts behind one in a file."""
        return Lettered(file)


class Helvetica:
    """The widths of Helvetica, which Arial shares; wide characters are square."""

    def of(self, file: str) -> Measure:
        """Return these fonts behind one in a file."""
        return Lettered(file)

    def width(self, text: str, is_bold: bool) -> float:
        """Return how wide a text is at size 1."""
        return sum(_width(char, is_bold) for char in text) / 1000


@cache
def _width(char: str, is_bold: bool) -> int:
    """Return the width of a character; an accent changes nothing."""
    if char in _SIGNS:
        return _SIGNS[char]
    table = _BOLD if is_bold else _REGULAR
    base = unicodedata.normalize("NFD", char)[0]
    if _FIRST <= ord(base) < _FIRST + len(table):
        return table[ord(base) - _FIRST]
    if unicodedata.combining(char):
        return 0
    return _WIDE if languages.is_wide(char) else _OTHER


HELVETICA: Final = Helvetica()


def is_right_to_left(text: str) -> bool:
    """Return whether a line runs from right to left: its first letter with a direction says so."""
    sorts = map(unicodedata.bidirectional, text)
    return next((sort in ("R", "AL") for sort in sorts if sort in ("L", "R", "AL")), False)


LEADING: Final = 1.32
BETWEEN: Final = 0.45
"""Between two lines, and more between two paragraphs; in sizes of the font."""
_STEP: Final = 0.96


class DoesNotFit(ValueError):
    """A text of a card is too long for its face, however small.

    Attributes:
        card: The id of the card.
        lang: The language of the text.
        span: Where the text stands, else the card.
        box: What has no room: `name`, `text`, `values`, `corner`, `foot`, or `title` of a back.
        text: The text that is too long.
        size: The smallest size that was tried, in mm.
    """

    def __init__(
        self, card: str, lang: str, span: Span, box: str, text: str, size: float
    ) -> None:  # fmt: skip
        place = span.place
        super().__init__(f"{place}: the {box} of `{card}` does not fit on its face at {size:g} mm")
        self.card, self.lang, self.span, self.box = card, lang, span, box
        self.place, self.text, self.size = place, text, size

    @property
    def finding(self) -> Diagnostic:
        """What is wrong, where, and what to do."""
        key = f"text-overflow.{self.box}"
        return finding(key, self.span, card=self.card, language=self.lang, size=f"{self.size:g}")


class Block(Record, kw_only=True):
    """Lines of text at a size; `starts` are the numbers of lines that begin a paragraph."""

    size: float
    lines: tuple[Runs, ...]
    starts: frozenset[int]

    @property
    def heights(self) -> tuple[float, ...]:
        """How high each line is, as its largest letters need."""
        scales = (max((run.style.scale for run in line), default=1) for line in self.lines)
        return tuple(self.size * LEADING * scale for scale in scales)

    @property
    def height(self) -> float:
        """How high it is."""
        return sum(self.heights) + self.size * BETWEEN * len(self.starts - {0})


def fit(
    texts: Sequence[Runs],
    room: tuple[float, float],
    sizes: tuple[float, float],
    width: Callable[[Run], float],
    hyphens: Hyphens | None = None,
) -> Block | None:
    """Return texts in lines, as large as there is room for; None where they do not fit.

    A word is torn at the smallest size only.

    Args:
        texts: A paragraph each.
        room: Width and height.
        sizes: The largest size that they may have, and the smallest.
        width: Gives the width of letters at size 1.
    """
    size, smallest = sizes
    paragraphs = [Paragraph(text, width, hyphens) for text in texts]
    longest = max((each.longest for each in paragraphs), default=0)
    while True:
        lines, starts = list[Runs](), set[int]()
        for each in paragraphs:
            starts.add(len(lines))
            lines += map(each.runs, each.even(room[0] / size))
        found = Block(size=size, lines=tuple(lines), starts=frozenset(starts))
        if found.height <= room[1] and (size <= smallest or size * longest <= room[0]):
            return found
        if size <= smallest:
            return None
        size = max(smallest, size * _STEP)
