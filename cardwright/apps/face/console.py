"""Print for a person: rich on a terminal, plain text elsewhere.

A plain table is drawn as rich does, without loading rich, which takes longer.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Protocol

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
