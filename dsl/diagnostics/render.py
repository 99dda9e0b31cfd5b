"""Render findings for people, with their line and carets under it, and for programs.

Only visible characters reach the terminal, whatever a text holds: a rule package may come from a
stranger, and control characters could rewrite the screen.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable
from typing import TypedDict

from dsl.characters import is_wide
from dsl.diagnostics.diagnostic import Diagnostic, Label
from dsl.diagnostics.order import code_of, in_order, severity_of, sort_key
from dsl.source import Span

LINE_COLUMNS = 160
LEAD_COLUMNS = 60
_MESSAGE_CHARACTERS = 400


def visible(text: str) -> str:
    """Return a text with a sign in place of each character that a terminal would obey."""
    return "".join(_visible_character(char) for char in text)


def shortened(text: str) -> str:
    """Return a visible text, cut in its middle where the words it quotes are very long."""
    half = _MESSAGE_CHARACTERS // 2
    return visible(text if len(text) <= 2 * half else f"{text[:half]}…{text[-half:]}")


def _visible_character(char: str) -> str:
    """Return a character, a space for a tab, or the replacement sign."""
    if char == "\t":
        return " "
    return "\ufffd" if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") else char


def columns(text: str) -> int:
    """Return how many terminal columns a visible text takes."""
    if text.isascii():
        return len(text)
    return sum(_columns_of(char) for char in text)


def _columns_of(char: str) -> int:
    """Return the columns of one character: wide East Asian ones and emoji take two."""
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if is_wide(char) else 1


def draw_snippet(span: Span, words: str, width: int) -> list[str]:
    """Return the source line of a span, with carets and some words under it."""
    number, column = span.source.position(span.start)
    line = span.source.line(number)
    first = column - 1
    last = min(max(first + 1, first + span.end - span.start), max(len(line), first + 1))
    line, first, last = _cut(line, first, last)
    lead = " " * columns(visible(line[:first]))
    carets = "^" * max(1, columns(visible(line[first:last])))
    bar = " " * width + " |"
    under = f"{bar} {lead}{carets} {visible(words)}".rstrip()
    return [bar, f"{number:>{width}} | {visible(line)}".rstrip(), under]


def _cut(line: str, first: int, last: int) -> tuple[str, int, int]:
    """Return a stretch of a long line around its span, and the span in it."""
    if len(line) <= LINE_COLUMNS:
        return line, first, last
    start = max(0, first - LEAD_COLUMNS)
    stretch = line[start : start + LINE_COLUMNS]
    return stretch, first - start, min(last - start, len(stretch))


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
