"""Find what somebody would take back, whether others have to agree, and who they are."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright import Match
from cardwright.apps.table.serving.lobby import Setting
from dsl import Record


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
