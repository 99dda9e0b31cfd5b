"""Name the frames of the machine itself; a higher first entry is an operation's number."""

from __future__ import annotations

from typing import Any

from interpreter.compile.plans import ActionPlan
from interpreter.compile.presence import room_for

ROUNDS = 0
PHASE = 1
ACTION = 2
EVENT = 3
SCOPE = 4
RULE = 5
BATCH = 6
GATHER = 7
CHECK = 8
HALT = 9
"""Where a script's own statements end: the machine stops without a decision."""

NEXT, INSIDE = range(2)
"""Stages of a phase: what comes next in it is to be found, or something in it has begun."""

LEAVING = -1
"""Stands for the inner phase that is next where a phase goes on for a player who has passed."""


def beginnings(plan: ActionPlan, seats: int) -> tuple[tuple[Any, ...], ...]:
    """Return the frame in which each player begins an action, without a card."""
    room = room_for(len(plan.action.slots), 0)
    return tuple(
        (ACTION, 0, plan.number, me, None, (me, None, me, *room), None) for me in range(seats)
    )
