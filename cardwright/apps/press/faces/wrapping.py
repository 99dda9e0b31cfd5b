"""Break texts into lines: between words, and between the characters of Japanese."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from dsl.characters import is_wide

NEVER_FIRST: Final = frozenset(
    "、。，．,.・:;：；?!？！)）]］}｝」』】〕〉》”’％%ー々ゝゞヽヾ…‥〜～"
    "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
)
NEVER_LAST: Final = frozenset("([{（［｛「『【〔〈《“‘＃￥$¥")
MOST_EVEN: Final = 3
_HALVINGS: Final = 7
Width = Callable[[str], float]


def lines_of(text: str, room: float, width: Width) -> list[str]:
    """Return a text as lines that are no wider than the room."""
    lines, line = list[str](), ""
    for piece in pieces(text):
        if line and width((line + piece).rstrip()) > room:
            lines.append(line.rstrip())
            line = ""
        while width(piece.rstrip()) > room and len(piece) > 1:
            head = _head(piece, room, width)
            lines.append(head)
            piece = piece[len(head) :]
        line += piece
    return [*lines, line.rstrip()] if line.strip() else lines


def even_lines(text: str, room: float, width: Width) -> list[str]:
    """Return a text as lines; a few of them are made about equally long."""
    lines = lines_of(text, room, width)
    if not 2 <= len(lines) <= MOST_EVEN:
        return lines
    narrow = min(room, max(width(piece.rstrip()) for piece in pieces(text)))
    wide = room
    for _ in range(_HALVINGS):
        middle = (narrow + wide) / 2
        if len(lines_of(text, middle, width)) == len(lines):
            wide = middle
        else:
            narrow = middle
    return lines_of(text, wide, width)


def _head(piece: str, room: float, width: Width) -> str:
    """Return as much of a piece as there is room for, one character at least."""
    end = 1
    while end < len(piece) and width(piece[: end + 1]) <= room:
        end += 1
    return piece[:end]


def pieces(text: str) -> Iterator[str]:
    """Yield what no line end may part, blanks at its end."""
    start = 0
    for at in range(1, len(text)):
        if _may_part(text[at - 1], text[at]):
            yield text[start:at]
            start = at
    yield text[start:]


def _may_part(before: str, after: str) -> bool:
    """Return whether a line may end between two characters."""
    if after.isspace() or after in NEVER_FIRST or before in NEVER_LAST:
        return False
    if before.isspace():
        return True
    if before == "-":
        return after.isalpha()
    if before.isdecimal():
        return False
    return is_wide(before) or is_wide(after)
