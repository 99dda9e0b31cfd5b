"""Answer how a stretch of a source line is drawn with carets under it.

Whatever the text holds, only visible characters reach the terminal: a rule package may come from a
stranger, and control characters could rewrite the screen.
"""

from __future__ import annotations

import unicodedata

from dsl.characters import is_wide
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
