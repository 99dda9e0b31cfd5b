"""Define a person's session at a terminal, and print what a seat sees.

A session is the match, the seats of people, saves and recordings.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import click

from cardwright import Game, Match, Package, SaveError, write_atomically
from cardwright.apps.face.console import (
    INDENT,
    Painter,
    paragraph,
    passing_line,
    progress_bar,
    wrapped,
)
from cardwright.apps.face.session import Session
from cardwright.apps.face.words import say
from cardwright.apps.policies.budget import Budget
from cardwright.apps.policies.endless import without_end
from cardwright.apps.policies.policies import policy_with
from cardwright.apps.screen import WATCHER, View, Viewer
from cardwright.apps.screen.data import told_before
from cardwright.apps.screen.model import LogEntry
from cardwright.apps.table.terminal.drawing import Drawing
from cardwright.apps.table.terminal.fitting import cropped
from interpreter import Decision, PartialChoice


@dataclass(slots=True, kw_only=True)
class PlaySession:
    """A match being played by people and policies.

    Attributes:
        people: The seats of people; policies play the others.
        budget: Of a policy that thinks.
        save_file: Where `s` saves unless told otherwise.
        random: What policies choose by; it has no influence on the match itself.
        seat: The seat whose view is on the screen; None before the first, and for those who watch.
        views: What each seat saw last.
        told: The entries of its log that each seat has been told.
        printed: The lines on the screen, by block; nothing where all are to be printed.
        alone: How many decisions policies have made in a row.
        picking: What a person picks from now, in any order; None where a question has one answer.
    """

    console: Session
    package: Package
    game: Game
    match: Match
    people: frozenset[int]
    policy: str
    budget: Budget | None = None
    save_file: Path
    random: Random
    viewer: Viewer
    seat: int | None = None
    views: dict[int, View] = field(default_factory=dict)
    told: dict[int, tuple[LogEntry, ...]] = field(default_factory=dict)
    printed: dict[str, tuple[str, ...]] = field(default_factory=dict)
    picking: PartialChoice[Match] | None = None
    alone: int = 0

    @property
    def decision(self) -> Decision:
        """Return what is to be decided; only while the match goes on."""
        decision = self.match.decision
        if decision is None:
            raise RuntimeError("the match waits for nothing")
        return decision

    @property
    def is_hot_seat(self) -> bool:
        """Return whether several people share the screen."""
        return len(self.people) > 1

    def shown(self) -> Match:
        """Return the match as the person who decides sees it: with what is picked, if anything."""
        self.picking = PartialChoice.going_on(self.picking, self.match)
        return self.picking.shown() if self.picking else self.match

    def choose(self, index: int) -> None:
        """Take an option of what is shown."""
        self.alone = 0
        self.picking = picking = PartialChoice.going_on(self.picking, self.match)
        if picking is None:
            self.match.apply(index)
        elif picking.pick(index):
            for answer in picking.answers():
                self.match.apply(answer)

    def let_policy_choose(self) -> None:
        """Make the present decision by the policy; where policies play without end it is a draw."""
        course: object = self.match
        if isinstance(course, Match) and (reason := without_end(course, self.alone)):
            course.call_off(reason)
            return
        self.alone += 1
        words = self.console.say("thinking", name=self.match.names[self.decision.player])
        if self.budget is None:
            with passing_line(words) if self.people else nullcontext():
                self.match.apply(policy_with(self.policy, None)(self.match, self.random))
            return
        with progress_bar(words, 100) as advance:
            policy = policy_with(self.policy, self.budget, advance)
            self.match.apply(policy(self.match, self.random))


YES, NO = frozenset({"y", "yes", "はい"}), frozenset({"", "n", "no", "いいえ"})
"""What is no name of a file, in any language that the program speaks."""


def offer_save(session: PlaySession) -> None:
    """Ask for a file to save in; no answer means none."""
    try:
        click.echo()
        word = input(session.console.say("offer-save", path=session.save_file)).strip()
    except (EOFError, KeyboardInterrupt):
        word = ""
        click.echo()
    if word.casefold() in NO:
        session.console.tell("not-saved")
    else:
        save(session, str(session.save_file) if word.casefold() in YES else word)


def save(session: PlaySession, name: str) -> None:
    """Save the match and say so; what cannot be written is a message and no end."""
    try:
        write_atomically(Path(name), session.match.save())
        session.console.tell("saved", path=name)
    except OSError as error:
        session.console.tell("not-saved-because", path=name, reason=error.strerror)
    except SaveError as error:
        session.console.tell("not-saved-because", path=name, reason=error)


def record(session: PlaySession, name: str) -> None:
    """Write the course of the match and say so.

    Raises:
        OSError: It cannot be written.
    """
    try:
        write_atomically(Path(name), session.match.trajectory())
        session.console.tell("trajectory-written", path=name)
    except SaveError as error:
        session.console.tell("not-saved-because", path=name, reason=error)


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
