"""Define a person's session at a terminal: the match, the seats of people, saves, recordings."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import click

from cardwright import Game, Match, Package, SaveError, write_atomically
from cardwright.apps.face.console import passing_line, progress_bar
from cardwright.apps.face.session import Session
from cardwright.apps.policies.budget import Budget
from cardwright.apps.policies.endless import without_end
from cardwright.apps.policies.policies import policy_with
from cardwright.apps.screen import View, Viewer
from cardwright.apps.screen.model import LogEntry
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
