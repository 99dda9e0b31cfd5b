"""Draw places as cells: in rows, or in a ring around a middle, as wide as there is room."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from itertools import zip_longest
from typing import TYPE_CHECKING, Final, TypeVar

from rich import box
from rich.console import Console, Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from dsl.records import record

if TYPE_CHECKING:
    from rich.console import ConsoleOptions, RenderResult

_T = TypeVar("_T")

NARROWEST: Final = 22
"""Columns of a cell, where a ring can be made narrower by another shape."""
LEAST: Final = 12
"""Columns of a cell below which rows of a table with long texts are lines."""
EDGES: Final = 4
"""Columns that the border of a cell and the space inside it take."""


@record
class Cell:
    """What stands in a cell: a title and lines; both may be empty."""

    title: str
    lines: tuple[str, ...]

    def text(self) -> Text:
        """Return it as one text."""
        parts = [Text(self.title, style="bold cyan")] if self.title else []
        return Text("\n").join([*parts, *map(Text, self.lines)])


Rows = Sequence[Sequence[Cell | None]]
"""Cells from the top; None where there is none."""


@record
class Picture:
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
            yield from (Text(" │ ").join(_in_line(row)) for row in rows)
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


def _in_line(row: Sequence[Cell | None]) -> list[Text]:
    """Return each cell of a row as a text in one line."""
    cells = [cell or Cell("", ()) for cell in row]
    parts = [" ".join(line for line in (cell.title, *cell.lines) if line) for cell in cells]
    return [Text(part) for part in parts]


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
