"""Bound what strangers can ask of a server: how much, how often, how many."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic
from typing import Final

BODY: Final = 16 * 1024
"""Bytes of a form."""
FIELDS: Final = 200
MESSAGE: Final = 1024
"""Bytes of what a socket sends; pages send nothing."""
SOCKETS: Final = 4_000
SOCKETS_A_LINK: Final = 12
SEND_SECONDS: Final = 10.0
"""A page that has not read what it was sent after so long is let go."""


class Rate:
    """Allow so many deeds at once, and so many a second after that, to each of many.

    Those who have not been seen for the longest time are forgotten.
    """

    def __init__(self, at_once: float, a_second: float, most: int = 10_000) -> None:
        self._at_once, self._a_second, self._most = at_once, a_second, most
        self._left: OrderedDict[object, tuple[float, float]] = OrderedDict()

    def allows(self, who: object, now: float | None = None) -> bool:
        """Return whether one more is allowed, and count it."""
        now = monotonic() if now is None else now
        left, then = self._left.pop(who, (self._at_once, now))
        left = min(self._at_once, left + (now - then) * self._a_second)
        is_allowed = left >= 1
        self._left[who] = (left - is_allowed, now)
        if len(self._left) > self._most:
            self._left.popitem(last=False)
        return is_allowed
