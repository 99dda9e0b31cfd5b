"""Set words in lines that a terminal has room for; letters of double width count twice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import click
from rich.cells import cell_len, chop_cells

INDENT: Final = "  "
COLUMN_GAP: Final = 2
_LITTLE: Final = 12
"""Columns that may stay free so that a list is broken between its things."""
_NEVER_FIRST: Final = "、。，．」』）)・：！？ー"


def wrapped(parts: Iterable[str], width: int, between: str = " · ", head: str = "") -> list[str]:
    """Return parts in as few lines as there is room for, broken between parts alone if they fit.

    Args:
        head: Stands before the first part; lines after the first are indented.
    """
    lines: list[str] = []
    line, is_bare = head, True
    for part in parts:
        joined = f"{line}{part}" if is_bare else f"{line}{between}{part}"
        if cell_len(joined) <= width:
            line, is_bare = joined, False
            continue
        if line.strip():
            lines.append(line.rstrip())
        *full, rest = _chopped(f"{INDENT if lines else ''}{part}", width)
        lines += full
        line, is_bare = rest, False
    return [*lines, line.rstrip()] if line.strip() else lines


def _chopped(text: str, width: int, hang: str = INDENT) -> list[str]:
    """Return a text as lines, broken behind commas, at blanks, or where there is no room more;
    those behind the first begin with `hang`."""
    lines: list[str] = []
    while cell_len(text) > width:
        first = chop_cells(text, width)[0]
        begin = len(text) - len(text.lstrip())
        at = max(_break(text, len(first)), begin + 1)  # each line takes something along
        lines.append(text[:at].rstrip())
        text = hang + text[at:].lstrip()
    return [*lines, text]


def _break(text: str, room: int) -> int:
    """Return where a text is broken that has room for `room` characters. A list is broken
    between its things where that leaves little room, no line begins with a mark that ends one, and
    words of letters stay whole."""
    comma, blank = text.rfind(", ", 0, room) + 1, text.rfind(" ", 0, room + 1)
    if comma > max(0, room - _LITTLE):
        return comma
    if blank > room // 2:
        return blank
    begins = next((at for at in range(room, 0, -1) if not _is_within_word(text, at)), room)
    room = begins if begins > room // 2 else room
    while room > 1 and text[room : room + 1] in _NEVER_FIRST:
        room -= 1
    return room


def _is_within_word(text: str, at: int) -> bool:
    """Return whether a word of letters goes on from one side of a place to the other."""
    around = text[at - 1 : at + 1]
    return around.isascii() and around.isalnum() and len(around) == 2


def paragraph(text: str, width: int, indent: str = "") -> list[str]:
    """Return a text as lines, all of them indented as it says."""
    return _chopped(f"{indent}{text}", width, indent or INDENT)


def cut(text: str, width: int) -> str:
    """Return a text that is no wider than `width` columns; a cut one ends in `…`."""
    return text if cell_len(text) <= width else f"{chop_cells(text, width - 1)[0]}…"


def in_columns(cells: Sequence[str], width: int, most: int) -> list[str]:
    """Return cells in columns read downwards, in at most `most` lines if there is room."""
    if not cells:
        return []
    fewest = max(1, width // (max(map(cell_len, cells)) + COLUMN_GAP))
    for columns in range(1, fewest + 1):
        height = -(-len(cells) // columns)
        if height <= most or columns == fewest:
            break
    lines, room = list[str](), width // columns
    for row in range(height):
        line = ""
        for at in range(row, len(cells), height):
            line += cells[at] + " " * max(0, room - cell_len(cells[at]))
        lines += _chopped(line.rstrip(), width)
    return lines


class Painter:
    """Gives names their colours, where the terminal has any."""

    def __init__(self, colors: Mapping[str, str]) -> None:
        names = sorted((name for name in colors if colors[name]), key=len, reverse=True)
        self._colors = colors
        self._names = re.compile("|".join(map(re.escape, names))) if names else None

    def paint(self, line: str) -> str:
        """Return a line with its names in their colours."""
        if self._names is None:
            return line
        return self._names.sub(lambda found: self._one(found[0]), line)

    def _one(self, name: str) -> str:
        color = self._colors[name]
        channels = [int(color[at : at + 2], 16) for at in (1, 3, 5)]
        lightest = max(channels) or 1
        red, green, blue = (max(each, each * 170 // lightest) for each in channels)
        return click.style(name, fg=(red, green, blue))
