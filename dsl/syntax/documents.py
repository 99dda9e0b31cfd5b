"""Define the documents of YAML files: nodes that know where they stand.

Scalars keep their text; nothing is turned into a number or a boolean here. A node is equal to
itself alone, so that what was made of it can be kept.
"""

from __future__ import annotations

from collections.abc import Sequence as Sequence_
from typing import TypeAlias

from dsl.records import record
from dsl.source import Source, Span


@record(eq=False)
class Scalar:
    """A text value.

    Attributes:
        text: What the scalar says, escapes and folds resolved.
        is_plain: Whether it was written without quotes and not as a block. Only a plain scalar can
            be a number, `true`, `null` or an empty value.
        span: The whole scalar, quotes included.
        offsets: The offset in the source of every character of `text`, and of its end as a last
            entry, so that errors inside effect text point into the file.
    """

    text: str
    is_plain: bool
    span: Span
    offsets: Sequence_[int]

    @property
    def is_null(self) -> bool:
        """Whether YAML 1.2 core reads this scalar as null."""
        return self.is_plain and self.text in ("", "~", "null", "Null", "NULL")

    def part(self, start: int, end: int) -> Span:
        """Return the span in the file of a stretch of `text`."""
        first = self.offsets[start]
        last = self.offsets[end - 1] + 1 if end > start else self.offsets[end]
        return Span(self.span.source, first, max(first, last))


@record(eq=False)
class Entry:
    """One `key: value` of a mapping."""

    key: Scalar
    value: Node


@record(eq=False)
class Mapping:
    """A mapping; keys are scalars and unique. `is_flow`: written in `{…}`."""

    entries: tuple[Entry, ...]
    is_flow: bool
    span: Span

    def get(self, key: str) -> Node | None:
        """Return the value under a key, or None."""
        for entry in self.entries:
            if entry.key.text == key:
                return entry.value
        return None

    def entry(self, key: str) -> Entry | None:
        """Return the entry of a key, or None."""
        for entry in self.entries:
            if entry.key.text == key:
                return entry
        return None


@record(eq=False)
class Sequence:
    """A list of values."""

    items: tuple[Node, ...]
    span: Span


Node: TypeAlias = Scalar | Mapping | Sequence


@record(eq=False)
class Document:
    """One YAML document of a file; a file may hold several, split by `---`."""

    source: Source
    root: Node
