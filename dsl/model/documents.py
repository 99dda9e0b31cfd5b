"""Define the documents of YAML files: nodes that know where they stand, and readers of these.

Scalars keep their text; some readers return it as a number or a flag. Readers report nothing: a
node of another shape is empty or None to them. A node is equal to itself alone, so that what was
made of it can be kept. Nothing leads back to a node, so no garbage is looked for among them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Sequence as Sequence_
from typing import Final, TypeAlias

from dsl.records import Record, Source, Span


class Scalar(Record, eq=False, gc=False):
    """A text value.

    Large pools have millions: its place is a number and a small one.

    Attributes:
        text: What the scalar says, escapes and folds resolved.
        is_plain: Whether it was written without quotes and not as a block. Only a plain scalar can
            be a number, `true`, `null` or an empty value.
        start, length: Where the whole scalar stands in its source, quotes included.
        letters: What `offsets` says; None where `text` stands in the source letter by letter.
    """

    text: str
    is_plain: bool
    source: Source
    start: int
    length: int
    letters: Sequence_[int] | None

    @classmethod
    def at(
        cls, text: str, is_plain: bool, span: Span, letters: Sequence_[int] | None = None
    ) -> Scalar:
        """Return a scalar that covers a stretch of a source."""
        return cls(text, is_plain, span.source, span.start, span.end - span.start, letters)

    @property
    def span(self) -> Span:
        """The whole scalar, quotes included."""
        return Span(self.source, self.start, self.start + self.length)

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + self.length

    @property
    def offsets(self) -> Sequence_[int]:
        """The offset in the source of every character of `text`, and of its end as a last entry,
        so that errors inside effect text point into the file."""
        if self.letters is None:
            return range(self.start, self.start + len(self.text) + 1)
        return self.letters

    @property
    def is_null(self) -> bool:
        """Whether YAML 1.2 core reads this scalar as null."""
        return self.is_plain and self.text in ("", "~", "null", "Null", "NULL")

    def part(self, start: int, end: int) -> Span:
        """Return the span in the file of a stretch of `text`."""
        first = self.offsets[start]
        last = self.offsets[end - 1] + 1 if end > start else self.offsets[end]
        return Span(self.source, first, max(first, last))


class Entry(Record, eq=False, gc=False):
    """One `key: value` of a mapping."""

    key: Scalar
    value: Node


class Mapping(Record, eq=False, gc=False):
    """A mapping; keys are scalars and unique. `is_flow`: written in `{…}`."""

    entries: tuple[Entry, ...]
    is_flow: bool
    span: Span

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.span.end

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


class Sequence(Record, eq=False, gc=False):
    """A list of values."""

    items: tuple[Node, ...]
    span: Span

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.span.end


Node: TypeAlias = Scalar | Mapping | Sequence


class Document(Record, eq=False):
    """One YAML document of a file; a file may hold several, split by `---`."""

    source: Source
    root: Node


NAME: Final = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]*(?:-[a-zA-Z0-9_]+)*")
"""A name in any text of the language."""
WHOLE_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,12})")


def entries_of(node: Node | None) -> tuple[Entry, ...]:
    """Return the entries of a mapping."""
    return node.entries if isinstance(node, Mapping) else ()


def items_of(node: Node | None) -> tuple[Node, ...]:
    """Return the items of a list."""
    return node.items if isinstance(node, Sequence) else ()


def items_or_one(node: Node | None) -> tuple[Node, ...]:
    """Return the items of a list, or a lone value as the only one."""
    if node is None or (isinstance(node, Scalar) and node.is_null):
        return ()
    return node.items if isinstance(node, Sequence) else (node,)


def child(node: Node | None, key: str) -> Node | None:
    """Return what stands under a key of a mapping."""
    return node.get(key) if isinstance(node, Mapping) else None


def scalar_of(node: Node | None) -> Scalar | None:
    """Return a text that says something."""
    return node if isinstance(node, Scalar) and not node.is_null else None


def scalar_at(node: Node | None, key: str) -> Scalar | None:
    """Return the text under a key of a mapping."""
    return scalar_of(child(node, key))


def scalars_of(node: Node | None) -> tuple[Scalar, ...]:
    """Return the texts of a list, or a lone text as the only one."""
    found = (scalar_of(item) for item in items_or_one(node))
    return tuple(scalar for scalar in found if scalar is not None)


def is_false(node: Node | None) -> bool:
    """Return whether a key says `false`."""
    return isinstance(node, Scalar) and node.is_plain and node.text == "false"


def number_of(node: Node | None) -> int | None:
    """Return a whole number."""
    if isinstance(node, Scalar) and node.is_plain and WHOLE_NUMBER.fullmatch(node.text):
        return int(node.text)
    return None


def flag_of(node: Node | None) -> bool:
    """Return whether a scalar says `true`."""
    return isinstance(node, Scalar) and node.is_plain and node.text == "true"


def walk_nodes(node: Node) -> Iterator[Node]:
    """Yield a node and all below it, in written order."""
    yield node
    if isinstance(node, Mapping):
        for entry in node.entries:
            yield entry.key
            yield from walk_nodes(entry.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from walk_nodes(item)


# --- places of texts --------------------------------------------------------------------------

Place: TypeAlias = tuple[str | int, ...]
"""Where a text stands, whatever is written before it: the number of the document, then keys and
indexes; a key itself ends with `KEY`."""

KEY: Final = "\0key"


def scalars_by_place(documents: Iterable[Document]) -> dict[Place, Scalar]:
    """Return every text of a file by its place."""
    return dict(each for n, doc in enumerate(documents) for each in _below(doc.root, (n,)))


def _below(node: Node, place: Place) -> Iterator[tuple[Place, Scalar]]:
    """Yield the texts of a node."""
    if isinstance(node, Scalar):
        yield place, node
    elif isinstance(node, Mapping):
        for entry in node.entries:
            inner = (*place, entry.key.text)
            yield (*inner, KEY), entry.key
            yield from _below(entry.value, inner)
    else:
        for number, item in enumerate(node.items):
            yield from _below(item, (*place, number))


def scalar_around(scalars: dict[Place, Scalar], offset: int) -> tuple[Place, Scalar] | None:
    """Return the text in which an offset lies, or at whose end."""
    found = (pair for pair in scalars.items() if pair[1].span.start <= offset <= pair[1].span.end)
    return min(found, key=lambda pair: pair[1].span.end - pair[1].span.start, default=None)
