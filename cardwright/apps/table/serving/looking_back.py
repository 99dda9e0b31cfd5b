"""Find the steps of a match that a seat has seen, and what somebody would take back.

Others may have to agree to that.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from cardwright import Match
from cardwright.apps.table.serving.lobby import Setting
from cardwright.apps.table.serving.rules import at
from dsl import Record


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
