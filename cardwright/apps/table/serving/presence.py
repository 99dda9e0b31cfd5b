"""Know who is at a table: whose page is open, and for whom a policy plays meanwhile.

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


class Presence:
    """Who is at one table."""

    def __init__(self, setting: Setting, changed: Callable[[], None]) -> None:
        self._setting, self._changed = setting, changed
        self._open, self._leaving = Counter[int](), Counter[int]()
        self.is_complete = False
        """Whether everybody was there at the same time once, since the server began."""

    def come(self, seats: Sequence[int]) -> None:
        """Note that a page of some seats is open."""
        is_news = any(not self.is_here(seat) for seat in seats)
        self._open.update(seats)
        self.is_complete = self.is_complete or not self.away()
        if is_news:
            self._changed()

    def go(self, seats: Sequence[int]) -> None:
        """Note that a page of some seats is open no more."""
        self._open.subtract(seats)
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
