"""Notice expressions inside `{…}` and `[…]` that YAML has cut into pieces.

`{c: f(x, y)}` loads without complaint as the two keys `c` and `y)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Report
from dsl.source import Span
from dsl.syntax.documents import Mapping, Scalar, Sequence

_BRACKET = re.compile(r"[][(){}]")
_PAIRS = (("(", ")"), ("[", "]"), ("{", "}"))


def report_flow_trap(node: Mapping | Sequence, report: Report) -> bool:
    """Return whether a flow collection was cut wrongly, after a diagnostic at the first piece."""
    fault = next(_faults(node), None)
    if fault is None:
        return False
    scalar, message = fault
    span = scalar.span if scalar.span.end > scalar.span.start else _first_character(node)
    report.add("flow-trap", message, span, _block_help(node))
    return True


def _first_character(node: Mapping | Sequence) -> Span:
    """Return the opening bracket."""
    return Span(node.span.source, node.span.start, node.span.start + 1)


def _faults(node: Mapping | Sequence) -> Iterator[tuple[Scalar, str]]:
    """Yield the pieces that show a cut, with what is wrong about them."""
    pieces = node.items if isinstance(node, Sequence) else _keys_and_values(node)
    for piece in pieces:
        if isinstance(piece, Scalar) and piece.is_plain and not _is_balanced(piece.text):
            yield piece, f"`{piece.text}` is a piece of an expression that was cut at a comma"
    if isinstance(node, Mapping):
        for entry in node.entries:
            if isinstance(entry.value, Scalar) and entry.value.is_null:
                yield entry.key, f"the key `{entry.key.text}` has no value"


def _keys_and_values(node: Mapping) -> Iterator[object]:
    """Yield the keys and values in order."""
    for entry in node.entries:
        yield entry.key
        yield entry.value


def _is_balanced(text: str) -> bool:
    """Return whether each bracket has a partner."""
    if _BRACKET.search(text) is None:
        return True
    return all(text.count(opening) == text.count(closing) for opening, closing in _PAIRS)


def _block_help(node: Mapping | Sequence) -> str:
    """Return the advice with the form to write."""
    if isinstance(node, Sequence):
        block = "write the list as a block, each item on its own line after `- `"
        return f"{block}, or put the expression in quotes"
    first = node.entries[0].key.text if node.entries else "key"
    block = f"write a block, each key on its own line: `{first}: …`"
    return f"{block}; or put the expression in quotes"
