"""Turn YAML values into trees where a list in YAML means a list of the language."""

from __future__ import annotations

from dsl.check.shapes import child
from dsl.diagnostics.diagnostic import Report
from dsl.syntax.documents import Mapping, Node, Scalar, Sequence
from dsl.syntax.parser import parse_expression, parse_field, parse_type
from dsl.syntax.trees import Expression, Field, ListLiteral, TypeTree


def expression_of(node: Node | None, report: Report) -> Expression | None:
    """Return the expression a value says; a YAML list is a list of expressions."""
    if isinstance(node, Scalar):
        return parse_expression(node, report)
    if isinstance(node, Sequence):
        items = [expression_of(item, report) for item in node.items]
        kept = tuple(item for item in items if item is not None)
        return ListLiteral(kept, node.span) if len(kept) == len(items) else None
    return None


def type_at(node: Node | None, report: Report) -> TypeTree | None:
    """Return the type a text says."""
    return parse_type(node, report) if isinstance(node, Scalar) else None


def field_at(node: Node | None, report: Report) -> Field | None:
    """Return the field a text says, or the text under `is` of a mapping."""
    text = child(node, "is") if isinstance(node, Mapping) else node
    return parse_field(text, report) if isinstance(text, Scalar) else None
