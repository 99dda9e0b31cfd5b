"""Fit texts into a room: measured, broken into lines, as large as there is room for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Protocol

from cardwright.apps.press.faces.lettering import letters_of
from dsl import Record, languages

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
        table = _BOLD if is_bold else _REGULAR
        return sum(_width(char, table) for char in text) / 1000


def _width(char: str, table: tuple[int, ...]) -> int:
    """Return the width of a character; an accent changes nothing."""
    if char in _SIGNS:
        return _SIGNS[char]
    base = unicodedata.normalize("NFD", char)[0]
    if _FIRST <= ord(base) < _FIRST + len(table):
        return table[ord(base) - _FIRST]
    if unicodedata.combining(char):
        return 0
    return _WIDE if languages.is_wide(char) else _OTHER


HELVETICA: Final = Helvetica()


NEVER_FIRST: Final = frozenset(
    "、。，．,.・:;：；?!？！)）]］}｝」』】〕〉》”’％%ー々ゝゞヽヾ…‥〜～"
    "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
)
NEVER_LAST: Final = frozenset("([{（［｛「『【〔〈《“‘＃￥$¥")
_KATAKANA: Final = re.compile(r"[\u30a1-\u30fa\u30fc]{2}")
"""No line parts a word that is written in these, if it has room."""
MOST_EVEN: Final = 3
_HALVINGS: Final = 7
Width = Callable[[str], float]


def lines_of(text: str, room: float, width: Width) -> list[str]:
    """Return a text as lines that are no wider than the room."""
    lines, line = list[str](), ""
    for piece in pieces(text):
        if line and width((line + piece).rstrip()) > room:
            lines.append(line.rstrip())
            line = ""
        while width(piece.rstrip()) > room and len(piece) > 1:
            end = 1
            while end < len(piece) and width(piece[: end + 1]) <= room:
                end += 1
            while end > 1 and (piece[end] in NEVER_FIRST or piece[end - 1] in NEVER_LAST):
                end -= 1
            head = piece[:end]
            lines.append(head)
            piece = piece[len(head) :]
        line += piece
    return [*lines, line.rstrip()] if line.strip() else lines


def even_lines(text: str, room: float, width: Width) -> list[str]:
    """Return a text as lines; a few of them are made about equally long."""
    lines = lines_of(text, room, width)
    if not 2 <= len(lines) <= MOST_EVEN:
        return lines
    narrow = min(room, max(width(piece.rstrip()) for piece in pieces(text)))
    wide = room
    for _ in range(_HALVINGS):
        middle = (narrow + wide) / 2
        if len(lines_of(text, middle, width)) == len(lines):
            wide = middle
        else:
            narrow = middle
    return lines_of(text, wide, width)


def pieces(text: str) -> Iterator[str]:
    """Yield what no line end may part, blanks at its end."""
    start = 0
    for at in range(1, len(text)):
        if _may_part(text[at - 1], text[at]):
            yield text[start:at]
            start = at
    yield text[start:]


def _may_part(before: str, after: str) -> bool:
    """Return whether a line may end between two characters."""
    if after.isspace() or after in NEVER_FIRST or before in NEVER_LAST:
        return False
    if before.isspace():
        return True
    if before == "-":
        return after.isalpha()
    if before.isdecimal() or _KATAKANA.fullmatch(before + after):
        return False
    return languages.is_wide(before) or languages.is_wide(after)


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
        place: `path:line:column` of it.
        text: The text that is too long.
        size: The smallest size that was tried, in mm.
    """

    def __init__(self, card: str, place: str, text: str, size: float) -> None:
        super().__init__(f"{place}: the text of `{card}` does not fit on its face at {size:g} mm")
        self.card, self.place, self.text, self.size = card, place, text, size


class Block(Record, kw_only=True):
    """Lines of text at a size; `starts` are the numbers of lines that begin a paragraph."""

    size: float
    lines: tuple[str, ...]
    starts: frozenset[int]

    @property
    def height(self) -> float:
        """How high it is."""
        return self.size * (LEADING * len(self.lines) + BETWEEN * len(self.starts - {0}))


def fit(
    texts: Sequence[str],
    room: tuple[float, float],
    sizes: tuple[float, float],
    measure: Measure,
    is_bold: bool = False,
) -> Block | None:
    """Return texts in lines, as large as there is room for; None where they do not fit.

    A word is torn at the smallest size only.

    Args:
        texts: A paragraph each.
        room: Width and height.
        sizes: The largest size that they may have, and the smallest.
    """

    def width(text: str) -> float:
        return measure.width(text, is_bold)

    size, smallest = sizes
    longest = max((width(piece.rstrip()) for text in texts for piece in pieces(text)), default=0)
    while True:
        lines, starts = list[str](), set[int]()
        for text in texts:
            starts.add(len(lines))
            lines += even_lines(text, room[0] / size, width)
        found = Block(size=size, lines=tuple(lines), starts=frozenset(starts))
        if found.height <= room[1] and (size <= smallest or size * longest <= room[0]):
            return found
        if size <= smallest:
            return None
        size = max(smallest, size * _STEP)
