"""Print what a seat sees: first all of it, then what has changed, and always the question."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence

import click

from cardwright.screen import WATCHER, View
from cardwright.screen.changes import told_before
from cardwright.screen.model import LogEntry
from cardwright.terminal.drawing import Drawing
from cardwright.terminal.fitting import Block
from cardwright.terminal.lines import INDENT, Painter, paragraph, wrapped
from cardwright.terminal.sitting import Sitting

SIZE = (80, 24)
_MOST_NEWS = 8
ALWAYS = ("question", "options")
"""Blocks that are printed whether or not they have changed."""


def look(sitting: Sitting) -> View:
    """Look at the match as the present seat does, and keep what is seen."""
    seat = WATCHER if sitting.seat is None else sitting.seat
    view = sitting.viewer.view(sitting.match, seat, sitting.views.get(seat))
    sitting.views[seat] = view
    return view


def drawing_of(view: View) -> Drawing:
    """Return what draws a view for the size of the terminal."""
    size = shutil.get_terminal_size(SIZE)
    return Drawing(view, size.columns, size.lines)


def show(sitting: Sitting, *, is_whole: bool = False) -> None:
    """Print what has happened, and what of the table and the question is not on the screen yet.

    Args:
        is_whole: Whether to print all blocks.
    """
    view = look(sitting)
    drawing = drawing_of(view)
    _tell(sitting, view, drawing)
    blocks = drawing.screen()
    whole = is_whole or not sitting.printed
    for block in blocks:
        if whole or block.key in ALWAYS or _is_new(sitting, block):
            put(view, block.lengths[0], is_bold=block.key == "question")
    sitting.printed = {block.key: block.lengths[0] for block in blocks}


def _is_new(sitting: Sitting, block: Block) -> bool:
    """Return whether a block of the table looks otherwise than when it was printed last."""
    return sitting.printed.get(block.key) != block.lengths[0]


def put(view: View, lines: Iterable[str], *, is_bold: bool = False) -> None:
    """Print lines, the names of cards in their colours."""
    painter = Painter({face.name: face.color for face in view.faces.values()})
    for line in lines:
        click.echo(click.style(line, bold=True) if is_bold else painter.paint(line))


# --- what has happened ----------------------------------------------------------------------------


def _tell(sitting: Sitting, view: View, drawing: Drawing) -> None:
    """Print what has happened since the seat looked last; of much only the end."""
    seat = WATCHER if sitting.seat is None else sitting.seat
    new = view.log[told_before(sitting.told.get(seat, ()), view.log) :]
    lines = log_lines(view, new, drawing.width)
    if len(lines) > _MOST_NEWS and sitting.seat is not None:
        sitting.session.tell("more-news", number=len(lines) - _MOST_NEWS)
        lines = lines[-_MOST_NEWS:]
    put(view, lines)
    sitting.told[seat] = view.log


def log_lines(view: View, entries: Sequence[LogEntry], width: int) -> list[str]:
    """Return entries of the log as lines, what came of each indented below it."""
    lines: list[str] = []
    for entry in entries:
        mark = "── " if entry.is_heading else INDENT
        lines += paragraph(f"{mark}{entry.text}", width)
        for detail in entry.details:
            lines += paragraph(detail, width, INDENT * 2)
    return lines


def end_lines(view: View, width: int) -> list[str]:
    """Return how a match ended: who won, and what each is ranked by."""
    if view.end is None:
        return []
    lines = [f"{view.end.text} ({view.end.reason})" if view.end.reason else view.end.text]
    for score in view.end.scores:
        parts = [f"{part.label}: {part.text}" for part in score.parts]
        mark = "★" if score.has_won else " "
        lines += wrapped(parts, width, " · ", f"{mark} {score.place}. {score.name}  ")
    return lines
