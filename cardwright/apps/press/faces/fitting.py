"""Fit texts into a room: as large as they may be, shrunk to a bound."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardwright.apps.press.faces.measuring import Measure
from cardwright.apps.press.faces.wrapping import Width, even_lines, pieces
from dsl.records import record

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


@record(kw_only=True)
class Block:
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
        found = _block(texts, room[0] / size, size, width)
        if found.height <= room[1] and (size <= smallest or size * longest <= room[0]):
            return found
        if size <= smallest:
            return None
        size = max(smallest, size * _STEP)


def _block(texts: Sequence[str], room: float, size: float, width: Width) -> Block:
    lines, starts = list[str](), set[int]()
    for text in texts:
        starts.add(len(lines))
        lines += even_lines(text, room, width)
    return Block(size=size, lines=tuple(lines), starts=frozenset(starts))
