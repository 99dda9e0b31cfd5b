"""Keep beside each line that is written what of the author's text it carries out.

A line is plain text to whatever works on it: only its place goes along.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl.source import Span


class Line(str):
    """A line of source with the place of the text that it carries out."""

    __slots__ = ("span",)
    span: Span | None


def span_of(line: str) -> Span | None:
    """Return the place of the text that a line carries out, if that is known."""
    return line.span if isinstance(line, Line) else None


def placed(lines: Iterable[str], span: Span | None) -> list[str]:
    """Return lines that carry out a text; those that have a place keep it."""
    return [_at(line, span) if span_of(line) is None else line for line in lines]


def like(line: str, text: str) -> str:
    """Return a text in the place of a line."""
    span = span_of(line)
    return text if span is None else _at(text, span)


def _at(text: str, span: Span | None) -> str:
    line = Line(text)
    line.span = span
    return line
