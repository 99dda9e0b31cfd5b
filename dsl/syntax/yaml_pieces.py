"""Take the piece of a YAML text away on which its reader stopped, so that the rest can be read.

A mistake of YAML stops its reader for good. All lines of the entry in which it stands become
blanks, every other character keeps its place, and the text is read again: so all mistakes are told
at once.
"""

from __future__ import annotations

from typing import Final

import yaml

from dsl.source import Source

MOST_READ: Final = 400_000
MOST_PIECES: Final = 20
"""How many characters are read again, and how often."""


def tries_of(text: str) -> int:
    """Return how often a text is read again; a long one is not read often."""
    return min(MOST_PIECES, MOST_READ // max(1, len(text)))


def without_piece(source: Source, text: str, index: int, error: yaml.YAMLError) -> str | None:
    """Return a text without the entry at an index; None where nothing is left to take away.

    Args:
        source: The whole text, of which `text` has blanks in some places.
        index: Where the mistake was reported.
    """
    lines = text.split("\n")
    at = min(source.position(min(index, len(text)))[0], len(lines)) - 1
    first, last = _flow_start(error, at), at + 1
    while last < len(lines) and _goes_on(lines[last], indent_of(lines[first])):
        last += 1
    blank = [" " * len(line) for line in lines[first:last]]
    if blank == lines[first:last]:
        return None
    return "\n".join([*lines[:first], *blank, *lines[last:]])


def _flow_start(error: yaml.YAMLError, at: int) -> int:
    """Return the line where the brackets begin in which a reader stopped, else the line itself."""
    mark = getattr(error, "context_mark", None)
    is_flow = "flow" in str(getattr(error, "context", ""))
    return min(at, mark.line) if is_flow and mark is not None else at


def _goes_on(line: str, indent: int) -> bool:
    """Return whether a line goes on with an entry of an indentation."""
    return bool(line.strip()) and indent_of(line) > indent


def indent_of(line: str) -> int:
    """Return how far a line is from the margin."""
    return len(line) - len(line.lstrip(" "))
