"""Answer how output reaches a person: rich on a terminal, plain text elsewhere."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cardwright.apps.face.plain_table import plain_table

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

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
