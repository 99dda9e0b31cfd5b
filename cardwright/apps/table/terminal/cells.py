"""Draw places in rows, columns or a ring: as framed cells, or as lines without frames."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING, Final, TypeVar

from rich import box
from rich.cells import cell_len
from rich.console import Console, Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from dsl import Record

if TYPE_CHECKING:
    from rich.console import ConsoleOptions, RenderResult


_T = TypeVar("_T")

NARROWEST: Final = 22
"""Columns of a cell, where a ring can be made narrower by another shape."""
LEAST: Final = 12
"""Columns of a cell below which rows of a table with long texts are lines."""
EDGES: Final = 4
"""Columns that the border of a cell and the space inside it take."""


class Cell(Record):
    """What stands in a cell: a title and lines; both may be empty."""

    title: str
    lines: tuple[str, ...]

    def text(self) -> Text:
        """Return it as one text."""
        parts = [Text(self.title, style="bold cyan")] if self.title else []
        return Text("\n").join([*parts, *map(Text, self.lines)])


Rows = Sequence[Sequence[Cell | None]]
"""Cells from the top; None where there is none."""


class Picture(Record):
    """Cells under a title. A ring has one row, clockwise from the upper left corner."""

    title: str
    rows: Rows
    is_ring: bool
    middle: Cell | None = None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the title and the cells for the width that there is."""
        if self.title:
            yield Text(self.title, style="bold")
        if not self.is_ring:
            yield from self._grid(self.rows, console, options.max_width)
            return
        asked = min(_width(self.rows, NARROWEST), NARROWEST)
        ring = around(self.rows[0], options.max_width // asked)
        height, width = len(ring), len(ring[0])
        has_room = self.middle is not None and height > 2 and width > 2
        yield self._ring(ring, console, options.max_width, with_middle=has_room)
        if self.middle is not None and not has_room:
            yield _panel(self.middle, None, None)

    def _grid(self, rows: Rows, console: Console, room: int) -> RenderResult:
        """Yield rows of equal cells."""
        columns = max(map(len, rows), default=1)
        width = _width(rows, room // columns)
        if room // columns < LEAST and width == room // columns:
            for row in rows:
                cells = [cell or Cell("", ()) for cell in row]
                texts = [" ".join(filter(None, (cell.title, *cell.lines))) for cell in cells]
                yield Text(" │ ").join(map(Text, texts))
            return
        for row in rows:
            height = _height(row, width, console)
            yield _side_by_side([_panel(cell, width, height) for cell in row], width)

    def _ring(self, ring: Rows, console: Console, room: int, *, with_middle: bool) -> Group:
        """Return the cells of a ring: the first row, what is beside the middle, the last row."""
        width = max(_width(ring, room // len(ring[0])), EDGES + 1)
        heights = [_height(row, width, console) for row in ring]
        rows = [
            [_panel(cell, width, height) for cell in row]
            for row, height in zip(ring, heights, strict=True)
        ]
        gap = (len(ring[0]) - 2) * width
        left, right = (Group(*(row[side] for row in rows[1:-1])) for side in (0, -1))
        beside = Table.grid(padding=0)
        beside.add_column(width=width)
        if gap:
            beside.add_column(width=gap, vertical="middle")
        beside.add_column(width=width)
        middle = Text("")
        if with_middle and self.middle is not None:
            middle = self.middle.text()
            middle.justify = "center"
        beside.add_row(left, *([middle] if gap else []), right)
        top, bottom = (_side_by_side(rows[side], width) for side in (0, -1))
        return Group(top, *([beside] if len(ring) > 2 else []), bottom)


def lines_of(picture: Picture, width: int) -> list[str]:
    """Return a picture as lines of a terminal."""
    text = StringIO()
    console = Console(file=text, width=width, highlight=False, emoji=False, markup=False)
    console.print(picture)
    return [line.rstrip() for line in text.getvalue().splitlines()]


def around(cells: Sequence[_T | None], most: int) -> list[list[_T | None]]:
    """Return a ring as rows: a rectangle whose inner cells are None.

    Args:
        most: How many cells may stand side by side.
    """
    number = len(cells)
    if number < 4:
        return [list(cells)]
    width = max(2, min(most, (number - 1) // 2 if number > 6 else number // 2))
    sides = -(-(number - 2 * width) // 2)
    height = 2 + max(0, sides)
    rows: list[list[_T | None]] = [[None] * width for _ in range(height)]
    path = [(0, x) for x in range(width)]
    path += [(y, width - 1) for y in range(1, height - 1)]
    path += [(height - 1, x) for x in reversed(range(width))]
    path += [(y, 0) for y in reversed(range(1, height - 1))]
    for cell, (y, x) in zip_longest(cells, path[: len(cells)]):
        rows[y][x] = cell
    return rows


def _width(rows: Rows, room: int) -> int:
    """Return how wide cells are: as wide as the longest line asks, and there is room for."""
    cells = [cell for row in rows for cell in row if cell is not None]
    lines = [Text(line).cell_len for cell in cells for line in (cell.title, *cell.lines)]
    return max(min(max(lines, default=1) + EDGES, room), EDGES + 1)


def _height(row: Sequence[Cell | None], width: int, console: Console) -> int:
    """Return how many lines the cells of a row take, borders counted."""
    texts = [cell.text() for cell in row if cell is not None]
    lines = [len(text.wrap(console, width - EDGES)) for text in texts]
    return max(lines, default=1) + 2


def _panel(cell: Cell | None, width: int | None, height: int | None) -> Panel | Text:
    """Return a cell with its border, or bare space."""
    if cell is None:
        return Text("\n" * ((height or 1) - 1))
    is_fixed = width is not None
    return Panel(cell.text(), box=box.ROUNDED, width=width, height=height, expand=is_fixed)


def _side_by_side(parts: Sequence[Panel | Text], width: int) -> Table:
    """Return cells of one width in a row."""
    row = Table.grid(padding=0)
    for _ in parts:
        row.add_column(width=width)
    row.add_row(*parts)
    return row


_GAP: Final = 3
_COMMA: Final = ", "

Parts = tuple[str, ...]
"""What stands in a cell: a title and lines."""


class Grid(Record):
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
            padded = [_padded(text, room) for text, room in zip(texts, widths, strict=True)]
            line = padded[0]
            for (left, right), text in zip(pairwise(row), padded[1:], strict=True):
                line += ("   " if left is None and right is None else " │ ") + text
            drawn.append(line)
    if middle:
        return _with_middle(drawn, inner, middle, widths)
    return tuple(line.rstrip() for line in drawn)


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
    lines = list[str]()
    for part in parts:
        line, *more = part.split(_COMMA)
        for left, each in zip(range(len(more) - 1, -1, -1), more, strict=True):
            longer = f"{line}{_COMMA}{each}"
            if cell_len(longer) + (left > 0) <= room:
                line = longer
            else:
                lines.append(f"{line},")
                line = f" {each}"
        lines.append(line)
    return lines


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))
