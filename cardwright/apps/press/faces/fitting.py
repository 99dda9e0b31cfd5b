"""Fit texts into a room: measured, and as large as there is room for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cardwright.apps.cards.entries import Entry
from cardwright.apps.press.faces.breaking import Hyphens, Paragraph
from dsl import Diagnostic, Record, Span
from dsl.model.marks import Run, Runs

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
        size = f"{self.size:g}"
        return Diagnostic.of(key, self.span, card=self.card, language=self.lang, size=size)


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


def too_long(entry: Entry, lang: str, box: str, text: str, size: float) -> DoesNotFit:
    """Return that a text of a card does not fit, with its place."""
    card = entry.definition
    spans = card.text_spans.get(box, {})
    span = spans.get(lang) or next(iter(spans.values()), card.span)
    return DoesNotFit(card.id, lang, span, box, text, size)
