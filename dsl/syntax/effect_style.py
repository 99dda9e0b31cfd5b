"""Format an effect text: its blanks and its indentation.

Only blanks between words and signs change, never a word, a line end or a comment; and only where
the parser sees no difference. So a text and the same text in this style are one to a digest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from dsl.syntax.grammar import RESERVED
from dsl.syntax.scan import PIECE

INDENT: Final = 2
TEXTS_KEPT: Final = 4096
_KEPT: Final = frozenset({".", "/"})
"""Signs around which blanks stay: what people read has them too, and is no effect."""
_SPACED: Final = frozenset(
    {"->", "==", "!=", "<=", ">=", "<", ">", "=", "//", "+", "*", "%"}
)  # fmt: skip
_CALLED: Final = frozenset({"any", "top", "bottom", "each", "can", "would"})
_VALUES: Final = frozenset({"none", "empty", "any", "top", "bottom"})
"""Words of the language after which a value may stand before a sign."""
_WORDS: Final = re.compile(r"[a-z][a-z0-9]*(?:[ -][a-z0-9]+)*|[0-9]+", re.ASCII)
_NAME_OR_NUMBER: Final = r"(?:[a-zA-Z_]\w*(?:-\w+)*|[0-9]+(?![\w-]))"
_SENTENCE: Final = re.compile(
    rf"{_NAME_OR_NUMBER}(?:(?:[,;:]? |[./] ?){_NAME_OR_NUMBER})*[.,;:]?", re.ASCII
)
"""Words with the blanks that style gives them: most cells of a table of cards."""
_FOREIGN: Final = re.compile(r"[^\sa-zA-Z0-9_()\[\]<>.,:;=/+*%!-]")


class Edit(NamedTuple):
    """A stretch of a text, and what stands there instead."""

    start: int
    end: int
    text: str


class _Piece(NamedTuple):
    """A word, a sign or a comment. `kind` as in `scan.PIECE`."""

    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def is_operand(self) -> bool:
        """Return whether a `-` behind it takes something away from it."""
        is_name = self.kind == "word" and (self.text not in RESERVED or self.text in _VALUES)
        return is_name or self.kind in ("number", "close")


@lru_cache(maxsize=TEXTS_KEPT)
def in_style(text: str) -> str:
    """Return an effect text as it is written in one style."""
    if _WORDS.fullmatch(text) or _SENTENCE.fullmatch(text):
        return text
    if "#" not in text and _FOREIGN.search(text):
        return text  # no effect at all
    return with_edits(text, style_edits(text))


def with_edits(text: str, edits: list[Edit]) -> str:
    """Return a text with edits that do not overlap, in order."""
    parts: list[str] = []
    at = 0
    for edit in edits:
        parts += (text[at : edit.start], edit.text)
        at = edit.end
    return "".join((*parts, text[at:]))


def style_edits(text: str) -> list[Edit]:
    """Return what to change in an effect text so that it is in style; nothing where it is none."""
    pieces = [
        _Piece(match.lastgroup or "", match.group(), match.start())
        for match in PIECE.finditer(text)
        if match.lastgroup != "blank"
    ]
    if any(piece.kind == "other" for piece in pieces):
        return []
    return [edit for edit in _edits(text, pieces) if text[edit.start : edit.end] != edit.text]


def _edits(text: str, pieces: list[_Piece]) -> Iterator[Edit]:
    """Yield the blank between each two pieces as it should be."""
    lines = _Lines(text, pieces)
    before: _Piece | None = None
    for at, piece in enumerate(pieces):
        if before is None:
            lines.begin(piece)
        else:
            blank = text[before.end : piece.start]
            if "\n" in blank:
                yield Edit(before.end, piece.start, lines.line_end(blank, at))
            else:
                wanted = _between(pieces, at, blank)
                yield Edit(before.end, piece.start, wanted)
        lines.see(piece)
        before = piece


def _between(pieces: list[_Piece], at: int, blank: str) -> str:
    """Return what stands between two pieces of one line."""
    left, right = pieces[at - 1], pieces[at]
    if right.kind == "comment":
        return blank
    if left.kind == "open" or right.kind == "close" or right.text in (",", ";", ":"):
        return ""
    is_unit = left.kind == "number" and right.kind == "word"
    if is_unit or left.text in _KEPT or right.text in _KEPT:
        return blank and " "
    if left.text == ".." or right.text == "..":
        return ""
    if right.text == "-":
        is_tight = _is_span(pieces, at) or (left.text == "-" and not _is_binary(pieces, at - 1))
        return "" if is_tight else " "
    if left.text == "-":
        if not _is_binary(pieces, at - 1) or _is_span(pieces, at - 1):
            return ""
        before = pieces[at - 2]  # `gain -1` is an event with a negative number
        is_sign = not blank and before.kind == "word" and before.end < left.start
        return "" if is_sign else " "
    if left.text in _SPACED or right.text in _SPACED or left.text in (",", ";"):
        return " "
    if right.kind == "open":  # `f(x)`, but `draw (int n)` and `in [a, b]`
        if left.kind == "word" and left.text in RESERVED and left.text not in _CALLED:
            return " "
        return " " if blank or left.kind not in ("word", "close") else ""
    return " "


def _is_span(pieces: list[_Piece], at: int) -> bool:
    """Return whether a `-` stands close between two numbers, as in `2-4` players."""
    left, right = pieces[at - 1], pieces[min(at + 1, len(pieces) - 1)]
    is_close = left.end == pieces[at].start and pieces[at].end == right.start
    return is_close and left.kind == right.kind == "number"


def _is_binary(pieces: list[_Piece], at: int) -> bool:
    """Return whether a `-` stands between two operands."""
    return at > 0 and pieces[at - 1].is_operand


class _Lines:
    """Knows how far each line of a text is to be indented.

    Attributes:
        widths: The indentation of the blocks around, as it was written.
        shift: How much further the line at hand begins than it did.
        depth: How many brackets are open.
    """

    def __init__(self, text: str, pieces: list[_Piece]) -> None:
        self.text = text
        self.pieces = pieces
        self.widths = [0]
        self.shift = 0
        self.depth = 0

    def begin(self, piece: _Piece) -> None:
        """Note where the first line begins, which stays there."""
        self.base = piece.start - (self.text.rfind("\n", 0, piece.start) + 1)
        self.widths = [self.base]

    def see(self, piece: _Piece) -> None:
        """Note a bracket."""
        self.depth += (piece.kind == "open") - (piece.kind == "close")

    def line_end(self, blank: str, at: int) -> str:
        """Return the blank between two lines."""
        width = len(blank) - blank.rfind("\n") - 1
        ends = "\n" * min(2, blank.count("\n"))
        if self.depth:
            return ends + " " * max(0, width + self.shift)
        own = self._width_of_step(at, width)
        while own < self.widths[-1]:
            self.widths.pop()
        if own > self.widths[-1]:
            self.widths.append(own)
        wanted = self.base + INDENT * (len(self.widths) - 1)
        self.shift = wanted - width
        return ends + " " * wanted

    def _width_of_step(self, at: int, width: int) -> int:
        """Return the indentation of the step at a line; a comment has that of the next step, unless
        it stands as a block does."""
        if self.pieces[at].kind == "comment" and width in self.widths:
            return width
        found = at
        while found < len(self.pieces) and self.pieces[found].kind == "comment":
            found += 1
        if found == len(self.pieces):
            return min(width, self.widths[-1])
        start = self.pieces[found].start
        return start - (self.text.rfind("\n", 0, start) + 1)
