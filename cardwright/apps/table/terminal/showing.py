"""Print what a seat sees: first all of it, then what has changed, and always the question."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Sequence

import click

from cardwright.apps.face.lines import INDENT, Painter, paragraph, wrapped
from cardwright.apps.face.words import say
from cardwright.apps.screen import WATCHER, View
from cardwright.apps.screen.data import told_before
from cardwright.apps.screen.model import LogEntry
from cardwright.apps.table.terminal.drawing import Drawing
from cardwright.apps.table.terminal.fitting import cropped
from cardwright.apps.table.terminal.session import PlaySession

SIZE = (80, 24)
_MOST_NEWS = 8
_NEWS_AT_END = 4
ALWAYS = ("question", "options")
"""Blocks that are printed whether or not they have changed."""


def look(session: PlaySession) -> View:
    """Look at the match as the present seat does, and keep what is seen."""
    seat = WATCHER if session.seat is None else session.seat
    match = session.shown() if seat in session.people else session.match
    view = session.viewer.view(match, seat, session.views.get(seat))
    session.views[seat] = view
    return view


def drawing_of(view: View) -> Drawing:
    """Return what draws a view for the size of the terminal."""
    size = shutil.get_terminal_size(SIZE)
    return Drawing(view, size.columns, size.lines)


def show(session: PlaySession, *, is_whole: bool = False) -> None:
    """Print what has happened, and what of the table and the question is not on the screen yet.

    Args:
        is_whole: Whether to print all blocks.
    """
    view = look(session)
    drawing = drawing_of(view)
    _tell(session, view, drawing)
    blocks = drawing.screen()
    whole = is_whole or not session.printed
    for block in blocks:
        if whole or block.key in ALWAYS or (session.printed.get(block.key) != block.lengths[0]):
            put(view, block.lengths[0], is_bold=block.key == "question")
    session.printed = {block.key: block.lengths[0] for block in blocks}


def show_end(session: PlaySession) -> None:
    """Print the last events, the table and how the match ended: all of it on one screen, but for
    those who watched, who read all that happened."""
    view = look(session)
    drawing = drawing_of(view)
    last = end_lines(view, drawing.width, drawing.height // 2)
    told = _tell(session, view, drawing, _NEWS_AT_END)
    news = 0 if session.seat is None else told
    for block in cropped(
        drawing.screen(len(last) + news + 1), drawing.height - len(last) - news - 1
    ):
        put(view, block.lengths[0])
    put(view, last)


def put(view: View, lines: Iterable[str], *, is_bold: bool = False) -> None:
    """Print lines, the names of cards in their colours."""
    painter = Painter({face.name: face.color for face in view.faces.values()})
    for line in lines:
        click.echo(click.style(line, bold=True) if is_bold else painter.paint(line))


# --- what has happened ----------------------------------------------------------------------------


def _tell(session: PlaySession, view: View, drawing: Drawing, most: int = _MOST_NEWS) -> int:
    """Print what has happened since the seat looked last, of much only what matters most; return
    how many lines these are."""
    seat = WATCHER if session.seat is None else session.seat
    new = view.log[told_before(session.told.get(seat, ()), view.log) :]
    lines = log_lines(new, drawing.width)
    is_cut = len(lines) > most and session.seat is not None
    if is_cut:
        kept = news_lines(new, drawing.width, most)
        more = "more-happened" if view.end else "more-news"
        session.console.tell(more, number=len(lines) - len(kept))
        lines = kept
    put(view, lines)
    session.told[seat] = view.log
    return len(lines) + is_cut


def log_lines(entries: Sequence[LogEntry], width: int) -> list[str]:
    """Return entries of the log as lines, what came of each indented below it."""
    return [line for each, _ in _told(entries, width) for line in each]


def news_lines(entries: Sequence[LogEntry], width: int, most: int) -> list[str]:
    """Return at most so many lines of entries: what matters least is left out first, and of that
    what happened first."""
    told = [*_told(entries, width)]
    order = sorted(range(len(told)), key=lambda at: (told[at][1], at))
    left = sum(len(lines) for lines, _ in told) - most
    gone = set()
    for at in order:
        if left <= 0:
            break
        gone.add(at)
        left -= len(told[at][0])
    return [line for at, (lines, _) in enumerate(told) if at not in gone for line in lines]


def _told(entries: Sequence[LogEntry], width: int) -> Iterator[tuple[list[str], int]]:
    """Yield each text of entries as lines, with how much it matters."""
    for entry in entries:
        mark = "── " if entry.is_heading else INDENT
        indents = [mark, *[INDENT * 2] * len(entry.details)]
        texts = (entry.text, *entry.details)
        for indent, text, weight in zip(indents, texts, entry.weights, strict=True):
            first, *more = paragraph(text, width - len(indent))
            yield [f"{indent}{first}", *(" " * len(indent) + line for line in more)], weight


def end_lines(view: View, width: int, most: int) -> list[str]:
    """Return how a match ended: who won, and what each is ranked by; a line each if there are no
    more lines than so many, else one after the other."""
    if view.end is None:
        return []
    outcome = f"{view.end.text} ({view.end.reason})" if view.end.reason else view.end.text
    head = paragraph(say(view.language, "outcome-is", outcome=outcome), width)
    lines: list[str] = []
    close = []
    for score in view.end.scores:
        parts = [f"{part.label}: {part.text}" for part in score.parts]
        mark = "★" if score.has_won else " "
        lines += wrapped(parts, width, " · ", f"{mark} {score.place}. {score.name}  ")
        close.append(f"{mark} {score.place}. {score.name} {', '.join(parts)}".strip())
    if len(head) + len(lines) > most:
        lines = wrapped(close, width, " | ")
    return [*head, *lines]
