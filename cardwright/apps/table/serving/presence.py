"""Know who is at a table: whose page is open, for whom a policy plays meanwhile, what they sign.

A page that is loaded anew closes and opens again: so nobody has gone before some seconds are over.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from cardwright.apps.table.serving.lobby import Setting

GRACE_SECONDS: Final = 5.0
STAND_IN: Final = "quick"
"""The policy that plays for a person who has gone."""


SIGNS: Final = ("hello", "luck", "well-played", "thinking", "hurry", "oh-no", "thanks")
"""What players may say to each other where the table allows it, each in the reader's language."""
SIGN_SECONDS: Final = 8.0


class Presence:
    """Who is at one table."""

    def __init__(self, setting: Setting, changed: Callable[[], None]) -> None:
        self._setting, self._changed = setting, changed
        self._open, self._leaving = Counter[int](), Counter[int]()
        self.signs: dict[int, str] = {}
        """By seat what it has signed a moment ago."""
        self.left: dict[int, int] = {}
        """By seat how many answers there were when its last page was closed."""
        self.is_complete = False
        """Whether everybody was there at the same time once, since the server began."""

    def come(self, seats: Sequence[int]) -> None:
        """Note that a page of some seats is open."""
        is_news = any(not self.is_here(seat) for seat in seats)
        self._open.update(seats)
        self.is_complete = self.is_complete or not self.away()
        if is_news:
            self._changed()

    def sign(self, seat: int, sign: str) -> None:
        """Show a sign of a seat for some seconds."""
        self.signs[seat] = sign
        asyncio.get_running_loop().call_later(SIGN_SECONDS, self._unsign, seat, sign)
        self._changed()

    def _unsign(self, seat: int, sign: str) -> None:
        if self.signs.get(seat) == sign:
            del self.signs[seat]
            self._changed()

    def go(self, seats: Sequence[int], answers: int) -> None:
        """Note that a page of some seats is open no more.

        Args:
            answers: How many there are.
        """
        self._open.subtract(seats)
        self.left |= {seat: answers for seat in seats if not self._open[seat]}
        self._leaving.update(seats)
        asyncio.get_running_loop().call_later(GRACE_SECONDS, self._gone, seats)

    def _gone(self, seats: Sequence[int]) -> None:
        self._leaving.subtract(seats)
        if any(not self.is_here(seat) for seat in seats):
            self._changed()

    def is_here(self, seat: int) -> bool:
        """Return whether a page of a seat is open, or was a moment ago."""
        return self._open[seat] > 0 or self._leaving[seat] > 0

    def screens_here(self) -> frozenset[int]:
        """Return the screens of people of which a page is open."""
        found = self._setting.screens().items()
        return frozenset(screen for screen, seats in found if any(map(self.is_here, seats)))

    def away(self) -> frozenset[int]:
        """Return the seats of people of whom no page is open."""
        return frozenset(seat for seat in self._setting.people if not self.is_here(seat))
