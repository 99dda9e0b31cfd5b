"""Render findings for people, with their line and carets under it, and for programs.

Only visible characters reach the terminal, whatever a text holds: a rule package may come from a
stranger, and control characters could rewrite the screen.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable

from dsl.characters import is_wide
from dsl.diagnostics.diagnostic import Diagnostic
from dsl.diagnostics.order import in_order
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
    # wide East Asian characters and emoji take two columns, marks over others none
    own = (
        c
        for c in text
        if not unicodedata.combining(c) and unicodedata.category(c) not in ("Mn", "Me")
    )
    return sum(2 if is_wide(char) else 1 for char in own)


def snippet(
    span: Span, words: str, width: int, most: int = LINE_COLUMNS, before: int = LEAD_COLUMNS
) -> list[str]:
    """Return the source line of a span, with carets and some words under it.

    Args:
        width: The columns of the line number.
        most: The characters that are shown of a longer line.
        before: The characters of it that are shown before the span.
    """
    number, column = span.source.position(span.start)
    line = span.source.line(number)
    first = column - 1
    last = min(max(first + 1, first + span.end - span.start), max(len(line), first + 1))
    if len(line) > most:
        start = max(0, first - before)
        line = line[start : start + most]
        first, last = first - start, min(last - start, len(line))
    lead = " " * columns(visible(line[:first]))
    carets = "^" * max(1, columns(visible(line[first:last])))
    bar = " " * width + " |"
    under = f"{bar} {lead}{carets} {visible(words)}".rstrip()
    return [bar, f"{number:>{width}} | {visible(line)}".rstrip(), under]


def render(diagnostic: Diagnostic) -> str:
    """Return a finding as a terminal shows it, without a line end after the last line."""
    own = [label for label in diagnostic.labels if label.span == diagnostic.span]
    others = [label for label in diagnostic.labels if label.span != diagnostic.span]
    lowest = max(
        s.source.position(s.start)[0] for s in (diagnostic.span, *(x.span for x in others))
    )
    width = len(str(lowest)) + 1
    head = f"{diagnostic.severity}[{diagnostic.name} {diagnostic.code}]"
    lines = [f"{head}: {shortened(diagnostic.message)}"]
    lines += _section("-->", diagnostic.span, ", ".join(label.text for label in own), width)
    for label in others:
        lines += _section(":::", label.span, label.text, width)
    lines += [f"{' ' * width} = help: {shortened(text)}" for text in diagnostic.helps]
    return "\n".join(lines)


def _section(arrow: str, span: Span, words: str, width: int) -> list[str]:
    """Return the place and the source line of one span."""
    return [f"{' ' * width}{arrow} {visible(span.place)}", *snippet(span, words, width)]


def render_json(diagnostics: Iterable[Diagnostic]) -> str:
    """Return findings as a JSON list, in order."""
    return json.dumps([each.as_plain() for each in in_order(diagnostics)], ensure_ascii=False)
