"""A text of which YAML takes the end for a comment.

What it finds: a text or effect in one line without quotes that contains a blank and a `#` with no
blank after it. YAML reads the rest of the line as a comment.

Why it matters: a title loses its end, an effect its last step, and nothing fails.

Bad:

    do: add 1 to me.points #5; add 2 to me.points

Good:

    do: add 1 to me.points; add 2 to me.points

Exceptions: comments with a blank behind their `#`, as usual.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic, Report, finding
from dsl.lint.facts import Facts
from dsl.model.documents import Mapping, Node, Scalar, Sequence
from dsl.source import Span
from dsl.syntax.yaml_reader import read_documents

REST: Final = re.compile(r"[ \t]+(?P<rest>#[^\s#!-][^\n]*)")


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield what is cut off from plain texts."""
    for source in facts.sources:
        if REST.search(source.text) is None:
            continue
        for document in read_documents(source, Report()):
            for scalar in _scalars(document.root):
                written = source.text[scalar.span.start : scalar.span.end].rstrip()
                match = REST.match(source.text, scalar.span.start + len(written))
                if scalar.is_plain and " " in written and "\n" not in written and match:
                    rest = match["rest"].rstrip()
                    span = Span(source, match.start("rest"), match.start("rest") + len(rest))
                    yield finding("cut-text", span, rest=rest)


def _scalars(node: Node) -> Iterator[Scalar]:
    """Yield the values below a node."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Mapping):
        for entry in node.entries:
            yield from _scalars(entry.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _scalars(item)
