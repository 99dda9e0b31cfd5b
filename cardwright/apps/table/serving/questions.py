"""Know what each seat of a table is asked: by the match, or ahead of it.

A match asks one seat after the other. Where the rules let all choose in secret, nobody's question
depends on what the others choose: so each is asked at once, on a copy of the match in which those
before have chosen anything. What was chosen ahead is given to the match when its turn comes. A
person picks the parts of a choice in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from cardwright import Match
from interpreter import PartialChoice

MOST_BEFORE: Final = 100
"""A copy answers so many questions of others at most to come to somebody's own."""


class Questions:
    """What the seats of one match are asked, and what they have chosen of it.

    Attributes:
        ahead: By seat the options that it chose before the match asked for them.
        picks: Counts by seat what it picked and put back.
    """

    def __init__(self) -> None:
        self.ahead: dict[int, list[int]] = {}
        self.picks = Counter[int]()
        self._copies: dict[int, tuple[object, Match | None]] = {}
        self._picking: dict[int, PartialChoice[Match]] = {}

    def at(self, match: Match, seat: int) -> Match | None:
        """Return the match as it asks a seat, itself or a copy; None where it does not."""
        if match.over:
            return None
        if match.state.ask.decider == seat:
            return match
        if not match.state.is_secret:
            return None
        given = self.ahead.get(seat, [])
        known = self._copies.get(seat)
        if known is None or known[0] is not match.state.ask:
            known = self._copies[seat] = match.state.ask, _copy(match, seat, given)
        return known[1]

    def give(self, match: Match, seat: int, option: int) -> None:
        """Choose an option for a seat ahead of the match."""
        asking = self.at(match, seat)
        assert asking is not None
        self.ahead[seat] = [*self.ahead.get(seat, ()), option]
        asking.apply(option)
        asks_more = _asks(asking, seat)
        self._copies[seat] = match.state.ask, asking if asks_more else None

    def take_back(self, seat: int) -> None:
        """Forget all that a seat chose ahead."""
        del self.ahead[seat]
        self._copies.pop(seat, None)

    def picking(self, match: Match, seat: int) -> PartialChoice[Match] | None:
        """Return what a seat picks from where it is asked for several parts, else None."""
        asking = self.at(match, seat)
        before = self._picking.get(seat)
        found = None if asking is None else PartialChoice.going_on(before, asking, confirms=True)
        if found is None:
            self._picking.pop(seat, None)
            return None
        self._picking[seat] = found
        return found

    def shown(self, match: Match, seat: int) -> Match:
        """Return the match as a seat sees it: with its question, and what it has picked."""
        picking = self.picking(match, seat)
        return (self.at(match, seat) or match) if picking is None else picking.shown()

    def picked(self, match: Match, seat: int) -> PartialChoice[Match] | None:
        """Return the choice of which a seat has picked a part and not made it, or None."""
        found = self.picking(match, seat) if seat in self._picking else None
        return found if found is not None and found.picked else None

    def clear(self) -> None:
        """Forget all."""
        self.ahead.clear()
        self._copies.clear()
        self._picking.clear()


def _copy(match: Match, seat: int, given: Sequence[int]) -> Match | None:
    """Return a copy of a match that asks a seat in secret, after what it has chosen ahead."""
    copy, left = match.clone(), [*given]
    for _ in range(MOST_BEFORE):
        if copy.over or not copy.state.is_secret:
            return None
        if not _asks(copy, seat):
            copy.apply(0)
        elif left:
            copy.apply(left.pop(0))
        else:
            return copy
    return None


def _asks(match: Match, seat: int) -> bool:
    """Return whether a match asks a seat in secret."""
    return not match.over and match.state.is_secret and match.state.ask.decider == seat


def chosen(match: Match) -> Iterator[int]:
    """Yield the seats that have answered since all began to choose in secret."""
    entry = match.history if not match.over and match.state.is_secret else None
    while entry is not None and entry[2].is_secret:
        yield int(entry[2].ask.decider)
        entry = entry[0]
