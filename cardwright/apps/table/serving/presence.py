"""Know who is at a table, for whom a policy plays meanwhile, and when somebody's time is over.

A page that is loaded anew closes and opens again: so nobody has gone before some seconds are over.
Time runs for the seat that is asked, from the moment when everybody has come. A turn lasts until
another seat is asked. When it is over, a policy answers for the rest of the turn; when the time for
the whole match is over, for the rest of the match.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from time import time
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


MATCH: Final = "match"


class Clock:
    """The clock of one table.

    Attributes:
        spent: Seconds that each seat has taken of the whole match, but for the turn that goes on.
        out: The seats for which a policy answers, until their turn is over.
    """

    def __init__(self, setting: Setting, over: Callable[[int], None]) -> None:
        """Begin.

        Args:
            over: Is told a seat when its time is over.
        """
        self.sort, _, seconds = setting.clock.partition("-")
        self._seconds, self._over = float(seconds or 0), over
        self.spent: dict[int, float] = dict(enumerate(setting.spent))
        self.out: set[int] = set()
        self._seat: int | None = None
        self._since = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def look(self, asked: int | None, is_running: bool) -> None:
        """Note who is asked now.

        Args:
            asked: A seat whose time counts, or None.
            is_running: Whether everybody has come.
        """
        asked = asked if self.sort and is_running else None
        if asked == self._seat:
            return
        self.out.clear()
        if self._seat is not None:
            self.spent[self._seat] = self.spent.get(self._seat, 0.0) + time() - self._since
        self._seat, self._since = asked, time()
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
        if asked is not None:
            left = max(0.0, self._left(asked))
            self._timer = asyncio.get_running_loop().call_later(left, self._ring, asked)

    def _left(self, seat: int) -> float:
        """Return the seconds that a seat has left when its turn begins."""
        return self._seconds - (self.spent.get(seat, 0.0) if self.sort == MATCH else 0.0)

    def _ring(self, seat: int) -> None:
        self.out.add(seat)
        self._over(seat)

    def shown(self, seats: range) -> Mapping[int, tuple[bool, int]]:
        """Return for each seat whether its time runs, and when it is over in milliseconds since
        1970; of others the milliseconds that they have left."""
        if not self.sort:
            return {}
        return {
            seat: (True, round(1000 * (self._since + self._left(seat))))
            if seat == self._seat
            else (False, round(1000 * max(0.0, self._left(seat))))
            for seat in seats
        }

    def reset(self) -> None:
        """Give everybody all their time again."""
        self.spent.clear()
        self.out.clear()
        self._seat = None

    def close(self) -> None:
        """Stop."""
        if self._timer is not None:
            self._timer.cancel()
