"""Answer where something stands in the text a person wrote."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import field

from dsl.records import record


@record(eq=False)
class Source:
    """One text file as it was read.

    Attributes:
        path: The path shown to people, as they named it.
        text: The whole text, with `\\n` line ends.
        package: Id of the expansion it belongs to; empty for a game's own and the prelude's.
    """

    path: str
    text: str
    package: str = ""
    _line_starts: list[int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        starts = [0]
        starts.extend(i + 1 for i, char in enumerate(self.text) if char == "\n")
        object.__setattr__(self, "_line_starts", starts)

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset, both from 1, in characters."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Return the text of a line (from 1) without its line end."""
        start = self._line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]


@record
class Span:
    """A stretch of a source: character offsets, the end exclusive."""

    source: Source
    start: int
    end: int

    @property
    def place(self) -> str:
        """Return `path:line:column`, as editors understand it."""
        line, column = self.source.position(self.start)
        return f"{self.source.path}:{line}:{column}"

    @property
    def text(self) -> str:
        """Return the words the span covers."""
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """Return the span from the start of this one to the end of the other."""
        return Span(self.source, self.start, max(self.end, other.end))
