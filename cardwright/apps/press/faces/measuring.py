"""Measure texts: how wide a text is in a font of size 1."""

from __future__ import annotations

import unicodedata
from typing import Final, Protocol

from dsl.characters import is_wide

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


class Helvetica:
    """The widths of Helvetica, which Arial shares; wide characters are square."""

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
    return _WIDE if is_wide(char) else _OTHER


HELVETICA: Final = Helvetica()
