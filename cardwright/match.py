"""A match as programs see it: what the machine does, and what a seat may know of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import interpreter.run.match
from cardwright.protocols import EventRecord, Observation

_NO_RANK = -(10**13)


class Match(interpreter.run.match.Match):
    """One play of a game."""

    def clone(self) -> Match:
        """Return a copy that goes its own way."""
        copy = Match(self.machine, self.state.clone(), self.history)
        copy.keeps_history = self.keeps_history
        return copy

    @property
    def seats(self) -> range:
        """The seats, from 0."""
        return range(self.machine.program.seats)

    @property
    def events(self) -> Sequence[EventRecord]:
        """What has happened, in order; empty for a match that keeps no log."""
        from interpreter.observe.events import events_of

        return events_of(self)

    def observe(self, seat: int) -> Observation:
        """Return exactly what a seat may know, as plain data."""
        from interpreter.observe.observation import observe

        return observe(self, seat)

    def determinize(self, seat: int, seed: int) -> Match:
        """Return a match that is consistent with what a seat knows; the rest is drawn by seed."""
        from interpreter.observe.worlds import determinize

        copy = self.clone()
        copy.state = determinize(self, seat, seed)
        copy.history = None
        return copy

    def rank(self, seat: int) -> tuple[int, ...]:
        """Return the game's rank of a seat now, best first; none counts as least."""
        found = self.machine.rank(self.state, seat)
        return tuple(_NO_RANK if number is None else number for number in found)

    def save(self) -> bytes:
        """Return the match as bytes, to be given to `Game.restore` later."""
        from interpreter.trajectory.save import save

        return save(self)

    def trajectory(self) -> bytes:
        """Return seed, options and decisions as bytes, with fingerprints of the way."""
        from interpreter.trajectory.replay import trajectory

        return trajectory(self)

    def value(self, text: str) -> Any:
        """Return what an expression is worth now; players are named as in the match.

        Raises:
            PackageError: The expression is not right; `diagnostics` says why.
        """
        from cardwright.errors import PackageError
        from dsl.load import check_text

        seats = {name: seat for seat, name in enumerate(self.names)}
        formula, diagnostics = check_text(text, self.machine.program.game, seats)
        if formula is None:
            raise PackageError(diagnostics)
        return self.machine.formula(formula)(self.state, [0, None, None])
