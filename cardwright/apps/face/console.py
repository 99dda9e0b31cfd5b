"""Print for a person: rich on a terminal, plain text elsewhere; set words in lines.

Letters of double width count twice.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Protocol

import click
from rich.cells import cell_len, chop_cells

from dsl import Phrase

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

_EDGE, _BETWEEN, _RULE = " ", "   ", "─"
_EDGES: Final = 2


def plain_table(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    width: int,
    right: Sequence[int] = (),
    title: str | None = None,
) -> str | None:
    """Return the text of a table, or None where it is too wide or holds more than plain letters.

    Args:
        right: The numbers of the columns that are aligned at the right.
    """
    all_rows = [tuple(heads), *map(tuple, rows)]
    if not all(cell.isprintable() for row in all_rows for cell in row):
        return None
    widths = [max(Phrase(cell).columns for cell in cells) for cells in zip(*all_rows, strict=True)]
    whole = sum(widths) + len(_BETWEEN) * (len(widths) - 1) + _EDGES
    if not widths or max(whole, Phrase(title or "").columns + _EDGES) > width:
        return None
    if title is not None and (Phrase(title).columns > whole or not title.isprintable()):
        return None
    lines = []
    for row in all_rows:
        blanks = [" " * (n - Phrase(c).columns) for c, n in zip(row, widths, strict=True)]
        cells = zip(row, blanks, strict=True)
        padded = (b + c if at in right else c + b for at, (c, b) in enumerate(cells))
        lines.append(_EDGE + _BETWEEN.join(padded))
    rule = _EDGE + _RULE * (whole - _EDGES)
    drawn = [lines[0], rule, *lines[1:]] if any(heads) else lines[1:]
    return "\n".join(line.rstrip() for line in ([] if title is None else [title, ""]) + drawn)


_PLAIN_WIDTH = 120


def is_terminal() -> bool:
    """Return whether a person sees the output as it comes."""
    return sys.stdout.isatty()


def line_width() -> int:
    """Return how many columns a line has; without a terminal a fixed number."""
    return shutil.get_terminal_size((_PLAIN_WIDTH, 40)).columns


def make_console() -> Console:
    """Return a console for standard output; without a terminal it has no colour and fixed width."""
    from rich.console import Console

    width = line_width()
    if is_terminal():
        return Console(highlight=False, emoji=False, markup=False)
    return Console(
        highlight=False,
        emoji=False,
        markup=False,
        no_color=True,
        color_system=None,
        force_terminal=False,
        width=width,
    )


def show(drawn: RenderableType) -> None:
    """Print something drawn by rich; outside a terminal no line ends in blanks."""
    console = make_console()
    if is_terminal():
        console.print(drawn)
        return
    with console.capture() as capture:
        console.print(drawn)
    lines = [line.rstrip() for line in capture.get().splitlines()]
    sys.stdout.write("\n".join(lines).strip("\n") + "\n")


def clear_screen() -> None:
    """Take what stands on the terminal away, scrolled lines too; elsewhere do nothing."""
    if is_terminal():
        sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
        sys.stdout.flush()


@contextmanager
def passing_line(text: str) -> Iterator[None]:
    """Show a line on the terminal as long as something goes on; elsewhere nothing."""
    if not is_terminal():
        yield
        return
    sys.stdout.write(text)
    sys.stdout.flush()
    try:
        yield
    finally:
        sys.stdout.write("\r\x1b[K")
        sys.stdout.flush()


def show_table(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    right: Sequence[int] = (),
    title: str | None = None,
) -> None:
    """Print a table; the columns whose numbers stand in `right` are right-aligned."""
    plain = None if is_terminal() else plain_table(heads, rows, line_width(), right, title)
    if plain is not None:
        sys.stdout.write(plain.strip("\n") + "\n")
        return
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", pad_edge=False)
    table.show_header = any(heads)
    for i, head in enumerate(heads):
        table.add_column(head, justify="right" if i in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    show(table)


class Advance(Protocol):
    """Moves a bar by a number and shows a note."""

    def __call__(self, done: int, note: str = "") -> None: ...


@contextmanager
def progress_bar(words: str, total: int, shown: bool = True) -> Iterator[Callable[[int], None]]:
    """Show a bar on a terminal, gone at the end; yield what advances it."""
    if not (shown and sys.stderr.isatty()):
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, auto_refresh=False) as progress:
        task = progress.add_task(words, total=total)

        def advance(done: int) -> None:
            progress.advance(task, done)
            progress.refresh()

        yield advance


@contextmanager
def rate_bar(
    words: str, total: int, say: Callable[..., str], shown: bool = True
) -> Iterator[Advance]:
    """Show a bar with matches a second and the time left, gone at the end; yield what advances it.

    Args:
        say: Returns a text of the command line by its key.
    """
    if not (shown and sys.stderr.isatty()):
        yield lambda done, note="": None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,}/{task.total:,}"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, auto_refresh=False) as progress:
        task = progress.add_task(words, total=total, rate="", note="")

        def advance(done: int, note: str = "") -> None:
            progress.advance(task, done)
            speed = progress.tasks[0].finished_speed or progress.tasks[0].speed or 0
            rate = f"{speed:,.0f} {say('matches-per-second')}"
            progress.update(task, rate=rate, note=note)
            progress.refresh()

        yield advance


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
