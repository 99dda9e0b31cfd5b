"""Tell what happens in a match as it comes, to one seat or to whoever may see all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.observe.events import EventRecord, is_kept_back, shown
from interpreter.observe.seat_view import Eyes

if TYPE_CHECKING:
    from interpreter.walk.match import Match
    from interpreter.walk.recording import Record


class Follower:
    """Gives each event once, in order; only what is new is looked at.

    While secret choices are made, nothing is told from the first of them on until they are open.
    """

    def __init__(self, match: Match, seat: int | None) -> None:
        self.match, self.seat = match, seat
        self._told = 0
        self._numbers: dict[int, int] = {}
        self._causes: dict[int, int] = {}

    def new(self) -> list[EventRecord]:
        """Return what has happened since it was last asked.

        Raises:
            ValueError: The match has been taken back behind what was told.
        """
        found = []
        eyes = Eyes(self.match, self.seat)
        for record in self._fresh():
            if is_kept_back(eyes, record):
                break
            self._told = record.id
            self._causes[record.id] = record.cause
            self._numbers[record.id] = len(self._numbers) + 1
            found.append(shown(eyes, record, self._numbers, self._causes))
        return found

    def _fresh(self) -> list[Record]:
        """Return the records behind the last that was told, the oldest first."""
        if self.match.state.next_id <= self._told:
            raise ValueError("the match has been taken back; follow it anew")
        found = []
        entry = self.match.state.log
        while entry is not None and entry[0].id > self._told:
            found.append(entry[0])
            entry = entry[1]
        return found[::-1]
