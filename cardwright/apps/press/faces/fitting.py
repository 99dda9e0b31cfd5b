"""Break paragraphs into lines; fit texts into a room, as large as there is room for.

Japanese breaks by kinsoku, Latin has hyphens where it is narrow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import accumulate, pairwise
from typing import Any, Final

from cardwright.apps.cards.entries import Entry
from dsl import Diagnostic, Phrase, Record, Span
from dsl.model.texts import PLAIN, Run, Runs

NEVER_FIRST: Final = frozenset(
    "、。，．,.・:;：；?!？！)）]］}｝」』】〕〉》”’％%ー々ゝゞヽヾ…‥〜～"
    "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
)
NEVER_LAST: Final = frozenset("([{（［｛「『【〔〈《“‘＃￥$¥")
_KATAKANA: Final = re.compile(r"[\u30a1-\u30fa\u30fc]{2}")
"""No line parts a word that is written in these, if it has room."""
MOST_EVEN: Final = 3
_SHORT: Final = 1 / 3
"""A last line that is shorter, as a share of the room, has a word of the line before."""
_HALVINGS: Final = 7
NARROW: Final = 13
"""Words are hyphenated in boxes that are not wider than this, in sizes of the font."""
_LEAST_GAP: Final = 0.2
"""Of the width of a line; a smaller gap at its end needs no hyphen."""
_WORD: Final = re.compile(r"[^\W\d_]{6,}")
Hyphens = Callable[[str], Sequence[int]]


class Line(Record):
    """A stretch of a paragraph; its last word may go on in the next line behind a hyphen."""

    start: int
    end: int
    is_hyphenated: bool = False


class Piece(Record):
    """What no line end may part, with its width, and that without the blanks at its end."""

    start: int
    end: int
    width: float
    bare: float


class Paragraph:
    """Letters of one or more styles, cut into pieces.

    Attributes:
        longest: The width of the widest part that stays together, at size 1.
    """

    def __init__(self, runs: Runs, width: Callable[[Run], float], hyphens: Hyphens | None) -> None:
        self.text, self._runs = "".join(run.text for run in runs), runs
        self._width, self._hyphens = width, hyphens
        self._ends = [*accumulate(len(run.text) for run in runs)]
        self._hyphen = width(Run("-", PLAIN))
        self._pieces = list[Piece]()
        at = 0
        for text in pieces(self.text):
            end, bare = at + len(text), self._slice(at, at + len(text.rstrip()))
            full = bare + self._slice(at + len(text.rstrip()), end)
            self._pieces.append(Piece(at, end, full, bare))
            at = end
        self.longest = max(map(self._stiff, self._pieces), default=0)

    def part(self, start: int, end: int) -> Iterator[Run]:
        """Yield what stands in a stretch."""
        at = 0
        for run, stop in zip(self._runs, self._ends, strict=True):
            if start < stop and at < end:
                yield Run(run.text[max(0, start - at) : end - at], run.style)
            at = stop

    def runs(self, line: Line) -> Runs:
        """Return what stands in a line, with the hyphen at its end."""
        found = tuple(self.part(line.start, line.end))
        if line.is_hyphenated:
            found = (*found[:-1], Run(f"{found[-1].text}-", found[-1].style))
        return found

    def _slice(self, start: int, end: int) -> float:
        return sum(map(self._width, self.part(start, end)))

    def _stiff(self, piece: Piece) -> float:
        """Return how wide a piece is that stays together, or the widest part of a word."""
        points = [piece.start, *self._points(piece.start, piece.end), piece.end]
        if len(points) == 2:
            return piece.bare
        return max(self._slice(a, b) for a, b in pairwise(points))

    def _points(self, start: int, end: int) -> list[int]:
        """Return where hyphens may part the words of a stretch."""
        if self._hyphens is None:
            return []
        words = _WORD.finditer(self.text, start, end)
        return [word.start() + each for word in words for each in self._hyphens(word[0])]

    def _hyphenated(self, start: int, end: int, room: float) -> int | None:
        """Return the last place where a hyphen may part a word so that it has room before it."""
        points = reversed(self._points(start, end))
        return next((p for p in points if self._slice(start, p) + self._hyphen <= room), None)

    def lines(self, room: float, box: float | None = None) -> list[Line]:
        """Return lines that are no wider than a room.

        Args:
            box: How wide the box is where the room is only a part of it.
        """
        found, first, used = list[Line](), 0, 0.0

        def close(end: int, start: int, is_hyphenated: bool = False) -> None:
            nonlocal first, used
            stop = first + len(self.text[first:end].rstrip())
            found.append(Line(first, stop, is_hyphenated))
            first, used = start, 0.0

        for piece in self._pieces:
            at, bare, width = piece.start, piece.bare, piece.width
            if at > first and used + bare > room:
                is_gap = (box or room) <= NARROW and room - used > room * _LEAST_GAP
                cut = self._hyphenated(at, piece.end, room - used) if is_gap else None
                close(cut or at, cut or at, cut is not None)
                at = first
                if cut is not None:
                    bare, width = (each - self._slice(piece.start, cut) for each in (bare, width))
            while bare > room and piece.end - at > 1:
                cut = self._hyphenated(at, piece.end, room)
                end = cut or self._torn(at, piece.end, room)
                if not self.text[end : piece.end].strip():
                    break
                close(end, end, cut is not None)
                bare, width = (each - self._slice(at, end) for each in (bare, width))
                at = end
            used += width
        if self.text[first:].strip():
            close(len(self.text), len(self.text))
        return found

    def _torn(self, start: int, stop: int, room: float) -> int:
        """Return where a piece is torn that is wider than a room."""
        end = start + 1
        while end < stop and self._slice(start, end + 1) <= room:
            end += 1
        at, text = end, self.text
        while end - start > 1 and end < stop and (
            text[end] in NEVER_FIRST or text[end - 1] in NEVER_LAST
        ):  # fmt: skip
            end -= 1
        return end if end > start + 1 or at == start + 1 else at

    def even(self, room: float) -> list[Line]:
        """Return lines as `lines`: a few about equally long, of many the last one not too short."""
        lines = self.lines(room)
        if len(lines) > MOST_EVEN:
            return self._without_orphan(lines, room)
        if len(lines) < 2:
            return lines
        narrow, wide = min(room, max(piece.bare for piece in self._pieces)), room
        for _ in range(_HALVINGS):
            middle = (narrow + wide) / 2
            if len(self.lines(middle, room)) == len(lines):
                wide = middle
            else:
                narrow = middle
        return self.lines(wide, room)

    def _without_orphan(self, lines: list[Line], room: float) -> list[Line]:
        """Return lines with one more word in the last one where that is short."""
        *before, above, last = lines
        starts = [each.start for each in self._pieces if above.start < each.start < above.end]
        if above.is_hyphenated or not starts or self._slice(last.start, last.end) > _SHORT * room:
            return lines
        cut = starts[-1]
        if self._slice(cut, last.end) > room:
            return lines
        kept = above.start + len(self.text[above.start : cut].rstrip())
        return [*before, Line(above.start, kept), Line(cut, last.end)]


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
    return Phrase.is_wide(before) or Phrase.is_wide(after)


@cache
def hyphens_of(lang: str) -> Hyphens | None:
    """Return where words of a language may be parted; None where nothing here knows."""
    try:
        import pyphen
    except ImportError:
        return None
    found = pyphen.language_fallback(lang)
    known: Any = pyphen.Pyphen(lang=found, left=3, right=3) if found else None
    return None if known is None else cache(known.positions)


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
