"""Define places in the text that a person wrote."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

from dsl.records import Record

_LINE_END = re.compile("\n")
LINE_COLUMNS = 160
LEAD_COLUMNS = 60
PRELUDE = "prelude/"
"""How the paths of the prelude begin."""
_MOST_TEXTS = 500
"""Texts of which it is remembered where their lines begin; known only once a place is asked for."""


class Source(Record, eq=False):
    """One text file as it was read.

    Attributes:
        path: The path shown to people, as they named it.
        text: The whole text, with `\\n` line ends.
        package: Id of the expansion it belongs to; empty for a game's own and the prelude's.
    """

    path: str
    text: str
    package: str = ""

    @classmethod
    def of(cls, path: str, text: str, package: str = "") -> Source:
        """Return the source of a text with line ends of any kind."""
        return cls(path, text.replace("\r\n", "\n").replace("\r", "\n"), package)

    def __repr__(self) -> str:
        return f"Source({self.path!r})"

    @property
    def is_shared(self) -> bool:
        """Whether it is a text of the prelude, which most games share."""
        return self.path.startswith(PRELUDE)

    @property
    def _line_starts(self) -> tuple[int, ...]:
        return _starts_of(self.text)

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset, both from 1, in characters."""
        starts = self._line_starts
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and column."""
        return self._line_starts[line - 1] + column - 1

    def place_of(self, offset: int) -> str:
        """Return `path:line:column`, as editors understand it."""
        line, column = self.position(offset)
        return f"{self.path}:{line}:{column}"

    def line(self, number: int) -> str:
        """Return the text of a line (from 1) without its line end."""
        start = self._line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]


@lru_cache(maxsize=_MOST_TEXTS)
def _starts_of(text: str) -> tuple[int, ...]:
    """Return the offsets at which the lines of a text begin."""
    return (0, *(found.end() for found in _LINE_END.finditer(text)))


class Span(Record, gc=False):
    """A stretch of a source: character offsets, the end exclusive.

    Nothing in it leads back to it. So no garbage is looked for here: large tables have millions.
    """

    source: Source
    start: int
    end: int

    def __repr__(self) -> str:
        return f"Span({self.place!r})"

    @property
    def place(self) -> str:
        """Return `path:line:column`, as editors understand it; `path:sheet!C7` in a workbook."""
        return self.source.place_of(self.start)

    @property
    def file_place(self) -> str:
        """Return `file:line:column`, the same wherever the package lies."""
        return self.place.replace("\\", "/").rpartition("/")[2]

    @property
    def text(self) -> str:
        """Return the words the span covers."""
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """Return the span from the start of this one to the end of the other."""
        return Span(self.source, self.start, max(self.end, other.end))

    def snippet(
        self, words: str = "", width: int = 1, most: int = LINE_COLUMNS, before: int = LEAD_COLUMNS
    ) -> list[str]:
        """Return the line of the span as a terminal shows it, with carets and some words under it.

        Args:
            width: The columns of the line number.
            most: The characters that are shown of a longer line.
            before: The characters of it that are shown before the span.
        """
        from dsl.characters import visible  # a game that is loaded without a finding needs none
        from dsl.languages import Phrase

        number, column = self.source.position(self.start)
        line = self.source.line(number)
        first = column - 1
        last = min(max(first + 1, first + self.end - self.start), max(len(line), first + 1))
        if len(line) > most:
            start = max(0, first - before)
            line = line[start : start + most]
            first, last = first - start, min(last - start, len(line))
        lead = " " * Phrase(visible(line[:first])).columns
        carets = "^" * max(1, Phrase(visible(line[first:last])).columns)
        bar = " " * width + " |"
        under = f"{bar} {lead}{carets} {visible(words)}".rstrip()
        return [bar, f"{number:>{width}} | {visible(line)}".rstrip(), under]
