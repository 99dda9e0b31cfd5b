"""Answer how a finding looks to a person and to a program."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TypedDict

from dsl.diagnostics.diagnostic import Diagnostic, Label
from dsl.diagnostics.order import code_of, in_order, severity_of, sort_key
from dsl.diagnostics.snippet import draw_snippet, shortened, visible
from dsl.source import Span

__all__ = ["as_plain", "in_order", "render_json", "render_text", "severity_of", "sort_key"]


class PlainPlace(TypedDict):
    """A span for programs: lines and columns from 1, in characters, the end exclusive."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int


class PlainLabel(PlainPlace):
    """A second place for programs."""

    text: str


class PlainDiagnostic(PlainPlace):
    """A finding for programs."""

    name: str
    code: str
    severity: str
    message: str
    helps: list[str]
    labels: list[PlainLabel]


def render_text(diagnostic: Diagnostic) -> str:
    """Return a finding as a terminal shows it, without a line end after the last line."""
    own = [label for label in diagnostic.labels if label.span == diagnostic.span]
    others = [label for label in diagnostic.labels if label.span != diagnostic.span]
    width = max(_number_width(span) for span in _spans(diagnostic, others))
    head = f"{severity_of(diagnostic)}[{diagnostic.name} {code_of(diagnostic)}]"
    lines = [f"{head}: {shortened(diagnostic.message)}"]
    lines += _section("-->", diagnostic.span, ", ".join(label.text for label in own), width)
    for label in others:
        lines += _section(":::", label.span, label.text, width)
    lines += [f"{' ' * width} = help: {shortened(text)}" for text in diagnostic.helps]
    return "\n".join(lines)


def _spans(diagnostic: Diagnostic, labels: list[Label]) -> list[Span]:
    """Return all places of a finding."""
    return [diagnostic.span, *(label.span for label in labels)]


def _number_width(span: Span) -> int:
    """Return how many columns the line number of a span takes, the margin included."""
    line, _ = span.source.position(span.start)
    return len(str(line)) + 1


def _section(arrow: str, span: Span, words: str, width: int) -> list[str]:
    """Return the place and the source line of one span."""
    return [f"{' ' * width}{arrow} {visible(span.place)}", *draw_snippet(span, words, width)]


def as_plain(diagnostic: Diagnostic) -> PlainDiagnostic:
    """Return a finding as plain data."""
    return {
        "name": diagnostic.name,
        "code": code_of(diagnostic),
        "severity": severity_of(diagnostic),
        "message": diagnostic.message,
        **_place(diagnostic.span),
        "helps": list(diagnostic.helps),
        "labels": [{**_place(label.span), "text": label.text} for label in diagnostic.labels],
    }


def _place(span: Span) -> PlainPlace:
    """Return a span as plain data."""
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    return {
        "path": span.source.path,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }


def render_json(diagnostics: Iterable[Diagnostic]) -> str:
    """Return findings as a JSON list, in order."""
    return json.dumps([as_plain(each) for each in in_order(diagnostics)], ensure_ascii=False)
