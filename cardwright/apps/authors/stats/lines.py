"""Count the lines of rules and cards in texts.

What counts: every line with something on it besides a comment and the keys `name`, `text`,
`source`, `licence`, `genre`, `published`, `reconstructed`, `rulings`, `origins`, `examples` and the
`given` of kinds with all that stands in them. A line of more than 100 columns counts once for every
100 begun, and one with several statements (`a; b`) once for each; a body behind a comma belongs to
its statement. Scripts and translations do not count.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from dsl.check.texts.package import MANIFEST_KEYS
from dsl.diagnostics.diagnostic import Report
from dsl.records import record
from dsl.source import Source, Span
from dsl.syntax.documents import Document, Entry, Node
from dsl.syntax.documents import Mapping as MappingNode
from dsl.syntax.documents import Sequence as SequenceNode
from dsl.syntax.yaml_reader import read_documents

COLUMNS = 100
LEFT_OUT = frozenset(
    ["name", "names", "text", "source", "licence", "genre", "examples", "rulings", "published",
     "reconstructed", "show", "origins", "given"]
)  # fmt: skip
NAMING = frozenset(
    ["options", "enums", "kinds", "zones", "state", "values", "events", "actions", "scenarios",
     "layout", "attributes"]
)  # fmt: skip
"""Keys under which an author names things, so that a thing called `source` is no source."""
NOT_COUNTED = frozenset(["script", "translation"])
_COMMENT = re.compile(r"(^|\s)#.*$")
_NOTHING = re.compile(r"[\s{}\[\],-]*$")


@record
class Lines:
    """The lines of one file.

    Attributes:
        rules, cards: How many of each.
        of_cards: For each card that stands there, the place it begins and its lines.
    """

    rules: int
    cards: int
    of_cards: tuple[tuple[Span, int], ...]

    def of_card(self, span: Span) -> int | None:
        """Return the lines of the card around a place, the innermost; None where there is none."""
        around = [(s, n) for s, n in self.of_cards if s.start <= span.start < s.end]
        return min(around, key=lambda each: each[0].end - each[0].start)[1] if around else None


def lines_of(source: Source) -> Lines:
    """Return the lines of a file."""
    rules = cards = 0
    found: list[tuple[Span, int]] = []
    for document in read_documents(source, Report()):
        if any(key in NOT_COUNTED for key in _keys(document.root)):
            continue
        weights = _weights(source, document.root)
        card_nodes = tuple(_card_nodes(document))
        on_cards = {line for node in _card_places(document) for line in _lines_in(source, node)}
        cards += sum(n for line, n in weights.items() if line in on_cards)
        rules += sum(n for line, n in weights.items() if line not in on_cards)
        for node in card_nodes:
            count = sum(weights[line] for line in _lines_in(source, node.span))
            found.append((node.span, count))
    return Lines(rules, cards, tuple(found))


def _keys(root: Node) -> Iterator[str]:
    """Yield the keys of a document."""
    yield from (entry.key.text for entry in root.entries) if isinstance(root, MappingNode) else ()


def _card_places(document: Document) -> Iterator[Span]:
    """Yield what holds cards: a whole file of one card, else the section `cards`."""
    if _is_card(document.root):
        yield document.root.span
    elif isinstance(document.root, MappingNode):
        for entry in document.root.entries:
            if entry.key.text == "cards":
                yield entry.key.span.to(entry.value.span)


def _is_card(root: Node) -> bool:
    return isinstance(root, MappingNode) and root.entry("kind") is not None


def _card_nodes(document: Document) -> Iterator[Node]:
    """Yield what a card is written as: a file, an item of `cards`, a row of such an item."""
    root = document.root
    if _is_card(root):
        yield root
    items = root.get("cards") if isinstance(root, MappingNode) else None
    for item in items.items if isinstance(items, SequenceNode) else ():
        yield item
        rows = item.get("rows") if isinstance(item, MappingNode) else None
        yield from rows.items if isinstance(rows, SequenceNode) else ()


def _lines_in(source: Source, span: Span) -> range:
    """Return the numbers of the lines on which a stretch stands."""
    last = span.start + len(span.text.rstrip())
    return range(source.position(span.start)[0], source.position(max(last - 1, span.start))[0] + 1)


def _weights(source: Source, root: Node) -> Counter[int]:
    """Return how often each line of a document counts, by its number."""
    text = list(source.text)
    for entry in _left_out(root):
        for i in range(entry.key.span.start, min(entry.value.span.end, len(text))):
            if text[i] != "\n":
                text[i] = " "
    kept, prose = "".join(text).split("\n"), set(_prose(source, root))
    numbers = _lines_in(source, root.span)
    return Counter({n: _weight(kept[n - 1], n not in prose) for n in numbers})


def _prose(source: Source, root: Node) -> Iterator[int]:
    """Yield the lines of the manifest, where a semicolon parts no statements."""
    for entry in root.entries if isinstance(root, MappingNode) else ():
        if entry.key.text in MANIFEST_KEYS:
            yield from _lines_in(source, entry.key.span.to(entry.value.span))


def _left_out(node: Node, names: bool = False) -> Iterator[Entry]:
    """Yield the entries that do not count; `names`: the keys here are names that authors chose."""
    if isinstance(node, SequenceNode):
        for item in node.items:
            yield from _left_out(item)
    elif isinstance(node, MappingNode):
        for entry in node.entries:
            if entry.key.text in LEFT_OUT and not names:
                yield entry
            else:
                yield from _left_out(entry.value, entry.key.text in NAMING and not names)


def _weight(line: str, has_steps: bool) -> int:
    """Return how often a line counts."""
    words = _COMMENT.sub("", line).rstrip()
    if _NOTHING.match(words) or words == "---":
        return 0
    statements = 1 + words.rstrip(";").count(";") if has_steps else 1
    return max(-(-len(words) // COLUMNS), statements)
