"""Count the time that people take; say when theirs is over.

Time runs for the seat that is asked, from the moment when everybody has come. A turn lasts until
another seat is asked. When it is over, a policy answers for the rest of the turn; when the time for
the whole match is over, for the rest of the match.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from time import time
from typing import Final

from cardwright.apps.table.serving.lobby import Setting

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
