"""Find the texts of a file by where they stand in its YAML, which edits before them leave alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from dsl.source import Source
from dsl.syntax.documents import Document, Node, Scalar
from dsl.syntax.documents import Mapping as MappingNode
from dsl.syntax.documents import Sequence as Items

Path_: TypeAlias = tuple[str | int, ...]
"""The number of the document, then keys and indexes; a key itself ends with `key`."""

KEY: Final = "\0key"
WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*")


def scalars(documents: Sequence[Document]) -> dict[Path_, Scalar]:
    """Return every text of a file by its place."""
    return dict(each for n, doc in enumerate(documents) for each in _below(doc.root, (n,)))


def _below(node: Node, path: Path_) -> Iterator[tuple[Path_, Scalar]]:
    """Yield the texts of a node."""
    if isinstance(node, Scalar):
        yield path, node
    elif isinstance(node, MappingNode):
        for entry in node.entries:
            inner = (*path, entry.key.text)
            yield (*inner, KEY), entry.key
            yield from _below(entry.value, inner)
    elif isinstance(node, Items):
        for number, item in enumerate(node.items):
            yield from _below(item, (*path, number))


def at(places: dict[Path_, Scalar], offset: int) -> tuple[Path_, Scalar] | None:
    """Return the text in which an offset lies, or at whose end."""
    found = (pair for pair in places.items() if pair[1].span.start <= offset <= pair[1].span.end)
    return min(found, key=lambda pair: pair[1].span.end - pair[1].span.start, default=None)


def word_at(text: str, offset: int) -> re.Match[str] | None:
    """Return the word that an offset lies in, or at whose end."""
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    line = WORD.finditer(text, start, len(text) if end < 0 else end)
    return next((word for word in line if word.start() <= offset <= word.end()), None)


class Lines:
    """Turns offsets of a text into lines and UTF-16 columns from 0, and back."""

    def __init__(self, text: str) -> None:
        self.source = Source("", text)
        self.text = text

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column."""
        line, column = self.source.position(min(offset, len(self.text)))
        return line - 1, _units(self.text[offset - column + 1 : offset])

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and column; what lies beyond an end is that end."""
        start = 0
        for _ in range(line):
            end = self.text.find("\n", start)
            if end < 0:
                return len(self.text)
            start = end + 1
        for offset in range(start, len(self.text) + 1):
            is_end = offset == len(self.text) or self.text[offset] == "\n"
            if is_end or _units(self.text[start:offset]) >= column:
                return offset
        return len(self.text)


def _units(text: str) -> int:
    """Return how many units of UTF-16 a text has."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
