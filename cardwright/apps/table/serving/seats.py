"""Know of each seat of a table who is there, what it is asked, has seen and may take back.

A page that is loaded anew closes and opens again: so nobody has gone before some seconds are over.
Time runs for the seat that is asked, from the moment when everybody has come. A turn lasts until
another seat is asked. When it is over, a policy answers for the rest of the turn; when the time for
the whole match is over, for the rest of the match.

A match asks one seat after the other. Where the rules let all choose in secret, nobody's question
depends on what the others choose: so each is asked at once, on a copy of the match in which those
before have chosen anything. What was chosen ahead is given to the match when its turn comes. A
person picks the parts of a choice in any order. Others may have to agree to steps back.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from time import time
from typing import Final

from cardwright import Match
from cardwright.apps.table.serving.lobby import Setting
from cardwright.apps.table.serving.rules import at
from dsl import Record
from interpreter import PartialChoice

# --- who is there -----------------------------------------------------------------------------


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


# --- what a seat is asked ---------------------------------------------------------------------


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


# --- what a seat has seen ---------------------------------------------------------------------


class Step(Record, kw_only=True):
    """An answer after which a seat has seen something happen.

    Attributes:
        number: The decision at which the match stood then.
        actor: Who did the last thing that the seat saw, or None.
    """

    number: int
    actor: int | None


class Turn(Record, kw_only=True):
    """Steps one after the other in which the same player did something: the first, and how many."""

    first: int
    length: int
    actor: int | None


def steps_seen(match: Match, watcher: int, seat: int | None) -> list[Step]:
    """Return the steps of a match that a seat has seen, to its end if it is over.

    Only its own log says so: what it was not told of is no step.

    Args:
        watcher: Stands for who has no seat.
    """
    seen = match.log(watcher if seat is None else seat)
    found, place = list[Step](), 0
    for number, end in enumerate(_ends(match)):
        before = place
        while place < len(seen) and seen[place].record.id < end:
            place += 1
        if place > before:
            actors = [each.record.me for each in seen[before:place] if each.record.me is not None]
            found.append(Step(number=number, actor=actors[-1] if actors else None))
    return found


def turns(steps: Sequence[Step]) -> list[Turn]:
    """Return the turns that steps are made of."""
    found = list[Turn]()
    for actor, same in groupby(enumerate(steps), key=lambda each: each[1].actor):
        places = [place for place, _ in same]
        found.append(Turn(first=places[0], length=len(places), actor=actor))
    return found


def _ends(match: Match) -> list[int]:
    """Return which event would have come next, at each decision so far and at the end."""
    found = [match.state.next_id]
    entry = match.history
    while entry is not None:
        found.append(entry[2].next_id)
        entry = entry[0]
    return found[::-1]


def before(match: Match, number: int) -> Match:
    """Return a match as it stood at the decision of a number."""
    return at(match, number)


class UndoRequest(Record, kw_only=True):
    """A wish to take steps back that others have to agree to.

    Attributes:
        screen: Who wishes it.
        number: The answers that would be left.
        missing: The screens that have not agreed yet.
    """

    screen: int
    number: int
    missing: frozenset[int]


def steps_back(by: Sequence[int], seats: Sequence[int]) -> int | None:
    """Return how many answers were there before the last own one; None for none.

    Args:
        by: Who gave each answer.
    """
    return next((n for n in reversed(range(len(by))) if by[n] in seats), None)


def is_free(
    match: Match, setting: Setting, by: Sequence[int], seats: Sequence[int], number: int
) -> bool:
    """Return whether the answers from a number on are nobody else's business.

    They are where another person has answered since, or anybody has learned something.
    """
    others = {seat for seat in setting.people if setting.is_played_by_person(seat)} - {*seats}
    if not others:
        return True
    answered = any(seat in others for seat in by[number:])
    return not answered and match.can_undo(len(by) - number)


def who_agrees(setting: Setting) -> frozenset[int]:
    """Return the screens that are asked: not those for whom policies play."""
    plays, screens = setting.is_played_by_person, setting.screens()
    return frozenset(number for number, seats in screens.items() if any(map(plays, seats)))
