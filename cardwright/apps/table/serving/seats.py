"""Know what each seat of a table is asked, what it has seen, and what it may take back.

A match asks one seat after the other. Where the rules let all choose in secret, nobody's question
depends on what the others choose: so each is asked at once, on a copy of the match in which those
before have chosen anything. What was chosen ahead is given to the match when its turn comes. A
person picks the parts of a choice in any order. Others may have to agree to steps back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from cardwright import Match
from cardwright.apps.table.serving.lobby import Setting
from cardwright.apps.table.serving.rules import at
from dsl import Record
from interpreter import PartialChoice

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
