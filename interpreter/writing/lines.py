"""Keep beside each line that is written what of the author's text it carries out.

A line is plain text to whatever works on it: only its place goes along.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl.source import Span


class Line(str):
    """A line of source with the place of the text that it carries out."""

    __slots__ = ("span",)
    span: Span


def span_of(line: str) -> Span | None:
    """Return the place of the text that a line carries out, if that is known."""
    return line.span if isinstance(line, Line) else None


def placed(lines: Iterable[str], span: Span | None) -> list[str]:
    """Return lines that carry out a text; those that have a place keep it."""
    if span is None:
        return list(lines)
    return [line if type(line) is Line else _at(line, span) for line in lines]


def behind(room: str, lines: Iterable[str]) -> list[str]:
    """Return lines with something in front of each; those that have a place keep it."""
    return [_at(room + line, line.span) if type(line) is Line else room + line for line in lines]


def _at(text: str, span: Span) -> Line:
    line = Line(text)
    line.span = span
    return line
