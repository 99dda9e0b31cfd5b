"""Write what the walker counts where it does something: a match is never stopped too late.

A function of the module counts what it does by itself (see `flat/counting.py`). What stands here is
added where the walker counts more than that: what it knows of a text beforehand, taken or not, and
what it does and a module need not do.
"""

from __future__ import annotations

from collections.abc import Mapping

from dsl.model import expressions as e
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.writer import Writer
from interpreter.program.limits import (
    ANSWER,
    CELLS,
    ELEMENTS,
    LOOP_WATCH,
    SET,
    TRY,
    UNITS,
    WATCHED,
    WAYS_TO_CHOOSE,
    WORK,
)
from interpreter.walk.loops import GROWTH

FORGOTTEN = 64
"""Sets that the walker has tried twice when it begins to compare elements by what matters."""
TOO_LONG = 15
"""The number of that fault."""


def counting_names(em: Emitter) -> Mapping[str, int]:
    """Return the names of bounds and of what is counted in flat text."""
    work = em.evaluator.work
    codes = (code for code in em.program.codes if not em.program.is_of_course(code))
    return {
        "MOST_WORK": WORK,
        "ELEMENTS": ELEMENTS,
        "MOST_CELLS": CELLS,
        "MOST_TRIED": WAYS_TO_CHOOSE - FORGOTTEN,
        "STEP_WORK": UNITS,
        "ANSWER_WORK": ANSWER,
        "WATCHED_STEPS": LOOP_WATCH,
        "WATCH_GROWTH": GROWTH,
        "SURELY_FEW": LOOP_WATCH * UNITS,
        "WATCH_WORK": WATCHED + max(map(work.of_body, codes), default=0),
        "SET_WORK": SET,
        "TRY_WORK": TRY,
        "VALUES": em.base("values"),
    }


def count(w: Writer, units: int) -> None:
    """Write that something is so much work."""
    if units:
        w.line(f"work({units})")


def see_to_length(w: Writer, made: str, most: int | None) -> None:
    """Write that a list that was made may have no more elements than are allowed."""
    if most is not None:
        w.line(f"if M[{made}] > {most}:")
        w.line(f"    fault({TOO_LONG})")


def turn_of(em: Emitter, node: e.Filter | e.Fold) -> int:
    """Return what the walker counts for each element that is gone through."""
    work, turn = em.evaluator.work, em.evaluator.work.turn(node)
    return turn if work.is_counted(node.source, turn) else 0
