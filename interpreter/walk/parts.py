"""Find the choice of several parts that asks, and what of it is taken already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from interpreter.lower import ops
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.program import Program
from interpreter.state.frames import BodyFrame
from interpreter.state.record import State
from interpreter.state.values import Values
from interpreter.walk.decision import Ask

KINDS: Final = ("piece", "unit")
"""Decisions about one part: of a list, or of a bag that pays."""


def choice_of(program: Program, st: State, kinds: Sequence[str] = KINDS) -> ops.Choose | None:
    """Return the choice that asks, of several parts or of other kinds of decisions, or None."""
    ask: Ask | None = st.ask
    if ask is None or ask.kind not in kinds:
        return None
    if isinstance(ask.site, int):
        operation = program.operations[ask.site]
        return operation if isinstance(operation, ops.Choose) else None
    _, action, place = ask.site
    take = program.actions[action].take
    every = program.operations[take.first : take.last]
    return next(
        (each for each in every if isinstance(each, ops.Choose) and each.action == (action, place)),
        None,
    )


def asking_frame(st: State) -> BodyFrame:
    """Return the frame of the body that asks."""
    frame = st.frames[-1]
    assert isinstance(frame, BodyFrame)
    return frame


def taken_parts(program: Program, st: State) -> Values:
    """Return what is taken already of the choice that asks; units in the order of the bag, with
    those that every such bag has."""
    choice = choice_of(program, st)
    if choice is None:
        return ()
    given = asking_frame(st).locals
    pool, taken = given[choice.pool + FIRST_SLOT], given[choice.taken + FIRST_SLOT]
    if st.ask.kind == "piece":
        return tuple(pool[0][place][0] for place in taken)
    return tuple(key for key, number in taken[0] for _ in range(number))
