"""Let the seed decide for a while."""

from __future__ import annotations

from typing import Any, Final

from dsl.model.scripts import Random
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.layout import ROUND
from interpreter.script.session import Sitting
from interpreter.state.frames import BodyFrame
from interpreter.state.record import State
from interpreter.state.values import Value

MOST: Final = 10_000
"""Answers of one step; rules under which nothing ends would keep whoever tests them waiting."""


def go_on_at_random(sitting: Sitting, step: Random) -> int | None:
    """Answer as the dice say, so many times or until something ends.

    Returns:
        After how many answers it did not end.
    """
    mark = _mark(sitting, step.until)
    taken = 0
    while (decision := sitting.match.decision) is not None:
        if step.decisions is not None and taken >= step.decisions:
            return None
        if step.until is not None and _mark(sitting, step.until) != mark:
            return None
        if taken >= MOST:
            return taken
        index = sitting.dice.below(len(decision.options))
        sitting.chosen.append((sitting.name(decision.player), decision.labels[index]))
        sitting.answer(index)
        taken += 1
    return None


def _mark(sitting: Sitting, until: str | None) -> Any:
    """Return what changes when a round or turn ends."""
    if until == "round":
        return sitting.st.values[ROUND]
    return _turn(sitting, sitting.st) if until == "turn" else None


def _turn(sitting: Sitting, st: State) -> Value:
    """Return the pass of the innermost phase with `turns`."""
    course = sitting.machine.program.course
    for frame in st.frames:
        if isinstance(frame, BodyFrame) and course.holds(frame.kind):
            for stretch, me in course.standing(frame.kind, frame.locals):
                if stretch.is_turns and not stretch.asks and stretch.index is not None:
                    at = frame.locals[stretch.index + FIRST_SLOT]
                    return (st.values[ROUND], stretch.phase, at, me)
    return (st.values[ROUND],)
