"""Return the trees and the digests of YAML nodes.

Nothing here reports a wrong shape, which the schema has done: a node of another shape reads as
empty. A list in YAML is a list of the language, a mapping counts. A digest tells whether two
texts are equal apart from layout, quoting and comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from dsl.diagnostics.diagnostic import Report
from dsl.files import blake2b
from dsl.keys.values import StateFieldKeys
from dsl.model.documents import Mapping, Node, Scalar, Sequence, number_of
from dsl.source import Span
from dsl.syntax.effect_style import in_style
from dsl.syntax.parser import parse_expression, parse_field, parse_type
from dsl.syntax.trees import Binary, Expression, Field, ListLiteral, TypeTree, Unit, Word

_SEED: Final = re.compile(r"0|[1-9][0-9]{0,19}")
ANY_NUMBER: Final = "any"
"""What `copies` says where there may be as many as are made."""


def copies_of(node: Node | None) -> tuple[int, bool] | None:
    """Return how many copies are said, and whether there may be any number; None for nothing
    said."""
    if isinstance(node, Scalar) and node.is_plain and node.text == ANY_NUMBER:
        return 1, True
    number = number_of(node)
    return None if number is None else (number, False)


def seed_of(node: Node | None) -> int | None:
    """Return a seed, which may be larger than any number of the rules."""
    if isinstance(node, Scalar) and node.is_plain and _SEED.fullmatch(node.text):
        return int(node.text)
    return None


def head_span(node: Node) -> Span:
    """Return where a record or a rule begins: its first key."""
    return node.entries[0].key.span if isinstance(node, Mapping) and node.entries else node.span


def written(text: str, span: Span) -> Scalar:
    """Return a scalar made from another one: its every character stands at the other's start."""
    return Scalar(text, True, span, (span.start,) * (len(text) + 1))


def normalized(node: Node) -> str:
    """Return a node as one text that no comment, quoting, layout or spacing changes."""
    if isinstance(node, Mapping):
        inner = sorted(f"{_quoted(e.key)}:{normalized(e.value)}" for e in node.entries)
        return "{" + ",".join(inner) + "}"
    if isinstance(node, Sequence):
        return "[" + ",".join(normalized(item) for item in node.items) + "]"
    return _quoted(node)


def _quoted(scalar: Scalar) -> str:
    """Return a text with its length before it, so that no two texts run together."""
    text = in_style(scalar.text.strip())
    return f"{len(text)}'{text}"


LONE_VALUE: Final = re.compile(r"true|false|-?[0-9]+")


def expression_of(node: Node | None, report: Report) -> Expression | None:
    """Return the expression a value says; a YAML list is a list of expressions."""
    if isinstance(node, Scalar):
        return parse_expression(node, report)
    if isinstance(node, Sequence):
        items = [expression_of(item, report) for item in node.items]
        kept = tuple(item for item in items if item is not None)
        return ListLiteral(kept, node.span) if len(kept) == len(items) else None
    return None


def counts_of(node: Mapping, report: Report) -> Expression | None:
    """Return the sum that a mapping of units to numbers says: `{death: 2, any except gold: 3}`."""
    found: Expression = ListLiteral((), node.span)
    for entry in node.entries:
        number = expression_of(entry.value, report)
        if number is None:
            return None
        before, _, behind = entry.key.text.partition(" except ")
        members, excluded = (
            tuple(Word(word.strip(), entry.key.span) for word in part.split("/") if word.strip())
            for part in (before, behind)
        )
        unit = Unit(number, () if before.strip() == "any" else members, excluded, entry.key.span)
        found = unit if isinstance(found, ListLiteral) else Binary("+", found, unit, node.span)
    return found


def type_at(node: Node | None, report: Report) -> TypeTree | None:
    """Return the type a text says."""
    return parse_type(node, report) if isinstance(node, Scalar) else None


def field_at(node: Node | None, report: Report) -> Field | None:
    """Return the field a text says, or the text under `is` of a mapping.

    A lone value, `false` or `3`, is none; the schema says so.
    """
    text = StateFieldKeys(node).is_ if isinstance(node, Mapping) else node
    if not isinstance(text, Scalar) or (text.is_plain and LONE_VALUE.fullmatch(text.text)):
        return None
    return parse_field(text, report)


DIGEST_BYTES: Final = 16


def digest_of(nodes: Iterable[Node]) -> str:
    """Return the hash of some values, in their order."""
    return digest_of_texts(normalized(node) for node in nodes)


def digest_of_texts(texts: Iterable[str]) -> str:
    """Return the hash of some texts, in their order."""
    state = blake2b(digest_size=DIGEST_BYTES)
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        state.update(len(data).to_bytes(8, "big"))
        state.update(data)
    return state.hexdigest()
