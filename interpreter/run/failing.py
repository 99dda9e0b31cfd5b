"""Say which fault it is that ended a match."""

from __future__ import annotations

from dsl.words.arithmetic import Fault
from interpreter.state.frames import BodyFrame
from interpreter.state.record import State

NONE = "NoneType"


def fault_of(error: Fault | RecursionError | TypeError, st: State) -> Fault:
    """Return the fault that an error is.

    Raises:
        TypeError: It is none of the rules: nothing was asked of a player who is none.
    """
    if isinstance(error, Fault):
        return error
    if isinstance(error, RecursionError):
        return Fault("nesting-too-deep", "values within values reach too deep")
    body = next((frame for frame in reversed(st.frames) if isinstance(frame, BodyFrame)), None)
    if body is None or not _is_uncontrolled(body) or NONE not in str(error):
        raise error
    return Fault("no-actor", "something is asked of `me`, and nobody controls the card")


def _is_uncontrolled(body: BodyFrame) -> bool:
    """Return whether a body is that of a card which nobody controls."""
    me, card, *_ = body.locals
    return me is None and card is not None
