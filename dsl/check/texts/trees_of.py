"""Turn YAML values into trees: a list in YAML is a list of the language, a mapping counts."""

from __future__ import annotations

import re
from typing import Final

from dsl.check.texts.shapes import child
from dsl.diagnostics.diagnostic import Report
from dsl.syntax.documents import Mapping, Node, Scalar, Sequence
from dsl.syntax.parser import parse_expression, parse_field, parse_type
from dsl.syntax.signature_trees import Field, TypeTree
from dsl.syntax.trees import Binary, Expression, ListLiteral, Unit, Word

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


def expression_at(node: Node | None, key: str, report: Report) -> Expression | None:
    """Return the expression that is said under a key."""
    return expression_of(child(node, key), report)


def counts_of(node: Mapping, report: Report) -> Expression | None:
    """Return the sum that a mapping of units to numbers says: `{death: 2, any except gold: 3}`."""
    found: Expression = ListLiteral((), node.span)
    for entry in node.entries:
        number = expression_of(entry.value, report)
        if number is None:
            return None
        unit = _unit(entry.key, number)
        found = unit if isinstance(found, ListLiteral) else Binary("+", found, unit, node.span)
    return found


def _unit(key: Scalar, number: Expression) -> Unit:
    """Return so many of the unit that a key names."""
    before, _, behind = key.text.partition(" except ")
    members, excluded = (
        tuple(Word(word.strip(), key.span) for word in part.split("/") if word.strip())
        for part in (before, behind)
    )
    return Unit(number, () if before.strip() == "any" else members, excluded, key.span)


def type_at(node: Node | None, report: Report) -> TypeTree | None:
    """Return the type a text says."""
    return parse_type(node, report) if isinstance(node, Scalar) else None


def field_at(node: Node | None, report: Report) -> Field | None:
    """Return the field a text says, or the text under `is` of a mapping.

    A lone value, `false` or `3`, is none; the schema says so.
    """
    text = child(node, "is") if isinstance(node, Mapping) else node
    if not isinstance(text, Scalar) or (text.is_plain and LONE_VALUE.fullmatch(text.text)):
        return None
    return parse_field(text, report)
