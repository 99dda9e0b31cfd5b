"""Say which fault it is that ended a match."""

from __future__ import annotations

from traceback import walk_tb
from types import TracebackType

from dsl.words.arithmetic import Fault

NONE = "NoneType"


def fault_of(error: Fault | RecursionError | TypeError) -> Fault:
    """Return the fault that an error is.

    Raises:
        TypeError: It is none of the rules: nothing was asked of a player who is none.
    """
    if isinstance(error, Fault):
        return error
    if isinstance(error, RecursionError):
        return Fault("nesting-too-deep", "values within values reach too deep")
    if NONE not in str(error) or not _is_of_nobody(error.__traceback__):
        raise error
    return Fault("no-actor", "something is asked of `me`, and there is nobody")


def _is_of_nobody(trace: TracebackType | None) -> bool:
    """Return whether what failed had a `me` who is none: of all that was called the last that knows
    of one tells, as a name where it was written, first of its locals where it is a closure."""
    known = [frame.f_locals for frame, _ in walk_tb(trace)]
    told = (names.get("me", names.get("L", (0,))) for names in reversed(known))
    last = next((each for each in told if each != (0,)), None)
    return last is None or (isinstance(last, list | tuple) and last[0] is None)
