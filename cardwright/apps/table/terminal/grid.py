"""Set places in rows and columns without frames: in as few lines as what lies on them asks.

A text is broken behind commas alone, so that every name stands unbroken; where that leaves a column
no room there is no grid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from rich.cells import cell_len

from cardwright.apps.table.terminal.picture import around
from dsl.records import record

_GAP: Final = 3
_COMMA: Final = ", "

Parts = tuple[str, ...]
"""What stands in a cell: a title and lines."""


@record
class Grid:
    """Places as they stand.

    Attributes:
        rows: From the top; None where the table is bare. A ring is one row, clockwise from the
            upper left corner.
        middle: What stands inside a ring.
    """

    rows: tuple[tuple[Parts | None, ...], ...]
    is_ring: bool = False
    middle: Parts = ()

    def lines(self, width: int, *, has_rules: bool) -> tuple[str, ...] | None:
        """Return it in so many columns of a terminal, None where it has no room.

        Args:
            has_rules: Whether there are lines between rows.
        """
        if not self.is_ring:
            return _drawn(self.rows, width, has_rules=has_rules)
        cells = self.rows[0]
        shapes = (around(cells, most) for most in range(2, max(3, len(cells) // 2)))
        drawn = (_drawn(rows, width, self.middle, has_rules=has_rules) for rows in shapes)
        return min((lines for lines in drawn if lines is not None), key=len, default=None)


def _drawn(
    rows: Sequence[Sequence[Parts | None]], width: int, middle: Parts = (), *, has_rules: bool
) -> tuple[str, ...] | None:
    """Return rows as lines, with what stands in the hollow of a ring; None where it has no room."""
    even = max(map(len, rows), default=0)
    full = [[*row, *[None] * (even - len(row))] for row in rows]
    widths = _widths(full, width)
    if widths is None:
        return None
    drawn: list[str] = []
    inner: list[int] = []
    for at, row in enumerate(full):
        is_inner = bool(middle) and 0 < at < len(full) - 1
        if at and has_rules:
            drawn.append(_rule(full[at - 1], row, widths))
        cells = [_filled(cell or (), room) for cell, room in zip(row, widths, strict=True)]
        for n in range(max(map(len, cells), default=1) or 1):
            texts = [cell[n] if n < len(cell) else "" for cell in cells]
            inner += [len(drawn)] if is_inner else []
            drawn.append(_line(row, texts, widths))
    if middle:
        return _with_middle(drawn, inner, middle, widths)
    return tuple(line.rstrip() for line in drawn)


def _line(row: Sequence[Parts | None], texts: Sequence[str], widths: Sequence[int]) -> str:
    """Return one line of a row; between two bare spots stands nothing."""
    padded = [_padded(text, room) for text, room in zip(texts, widths, strict=True)]
    line = padded[0]
    for (left, right), text in zip(pairwise(row), padded[1:], strict=True):
        line += ("   " if left is None and right is None else " │ ") + text
    return line


def _rule(
    above: Sequence[Parts | None], below: Sequence[Parts | None], widths: Sequence[int]
) -> str:
    """Return the line between two rows."""
    there = [up is not None or down is not None for up, down in zip(above, below, strict=True)]
    line = ("─" if there[0] else " ") * widths[0]
    marks = {(True, True): "─┼─", (True, False): "─┤ ", (False, True): " ├─"}
    for pair, room in zip(pairwise(there), widths[1:], strict=True):
        line += marks.get(pair, "   ") + ("─" if pair[1] else " ") * room
    return line


def _with_middle(
    lines: Sequence[str], inner: Sequence[int], middle: Parts, widths: Sequence[int]
) -> tuple[str, ...] | None:
    """Return a ring with what stands in its hollow; None where it has no room."""
    room = sum(widths[1:-1]) + _GAP * (len(widths) - 3)
    texts = [line for text in middle for line in _filled((text,), max(room, 1))]
    if len(widths) < 3 or len(texts) > len(inner) or any(cell_len(t) > room for t in texts):
        return None
    found = list(lines)
    first = (len(inner) - len(texts)) // 2
    for at, text in zip(inner[first:], texts, strict=False):
        head, tail = _cut_at(found[at], widths[0] + _GAP), _cut_at(found[at], -widths[-1] - _GAP)
        found[at] = head[0] + _padded(text, room) + tail[1]
    return tuple(line.rstrip() for line in found)


def _cut_at(line: str, column: int) -> tuple[str, str]:
    """Return what stands before and behind a column; a negative one is counted from the end."""
    column = column if column >= 0 else cell_len(line) + column
    at = next(n for n in range(len(line) + 1) if cell_len(line[:n]) >= column)
    return line[:at], line[at:]


def _widths(rows: Sequence[Sequence[Parts | None]], width: int) -> list[int] | None:
    """Return how wide columns are: as they ask, and where there is less room, as wide as the
    longest name in them at least; None where even that is too wide."""
    columns = [
        [part for cell in column if cell for part in cell] for column in zip(*rows, strict=True)
    ]
    asked = [max(map(cell_len, parts), default=1) for parts in columns]
    least = [max((_least(part) for part in parts), default=1) for parts in columns]
    left = width - _GAP * (len(columns) - 1) - sum(least)
    if left < 0 or not columns:
        return None
    found = list(least)
    wishes = sorted(range(len(columns)), key=lambda n: asked[n] - least[n])
    for waiting, at in zip(range(len(columns), 0, -1), wishes, strict=True):
        more = min(asked[at] - least[at], left // waiting)
        found[at] += more
        left -= more
    return found


def _least(part: str) -> int:
    """Return how wide a part is at its narrowest: broken behind each comma."""
    first, *more = part.split(_COMMA)
    widths = [cell_len(first), *(cell_len(each) + 1 for each in more)]
    return max(width + (n < len(more)) for n, width in enumerate(widths))


def _filled(parts: Parts, room: int) -> list[str]:
    """Return parts in lines of so many columns, broken behind commas; those that go on are
    indented."""
    return [line for part in parts for line in _broken(part, room)]


def _broken(part: str, room: int) -> Iterator[str]:
    line, *more = part.split(_COMMA)
    for left, each in zip(range(len(more) - 1, -1, -1), more, strict=True):
        longer = f"{line}{_COMMA}{each}"
        if cell_len(longer) + (left > 0) <= room:
            line = longer
        else:
            yield f"{line},"
            line = f" {each}"
    yield line


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))
