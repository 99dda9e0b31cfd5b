"""Lay the course of a match out as boxes: the set-up as one, then phase after phase."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from cardwright.apps.authors.outline.page import Box, Link
from dsl.model.game import Game
from dsl.model.rules import Phase
from dsl.records import record
from interpreter.lower.owners import all_phases

SETUP: Final = "setup"
MOST: Final = 8
"""How many phases have boxes of their own, as far as those around others can stay closed."""


@record
class Course:
    """The boxes in the order in which they come, their order as links, and each phase's box."""

    boxes: tuple[Box, ...]
    links: tuple[Link, ...]
    box_of: dict[str, str]


def course_of(game: Game) -> Course:
    """Return the course of a game. Phases inside others are opened as long as there is room."""
    rows = _opened([(phase, ()) for phase in game.phases])
    boxes = [_box(phase, around) for phase, around in rows]
    box_of = {phase.id: SETUP for phase in all_phases(game.setup)}
    for box, (phase, around) in zip(boxes, rows, strict=True):
        box_of.update({inner.id: box.id for inner in all_phases((phase,))})
        for outer in around:
            box_of.setdefault(outer.id, box.id)
    if game.setup:
        members = tuple(("phase", phase.id) for phase in game.setup)
        boxes.insert(0, Box(SETUP, "setup", "course", members))
    links = [Link(one.id, other.id, "next", 0, 1) for one, other in pairwise(boxes)]
    return Course(tuple(boxes), (*links, *_loops(game, rows)), box_of)


Row = tuple[Phase, tuple[Phase, ...]]
"""A phase with a box, and the opened phases around it, the outermost first."""


def _opened(rows: list[Row]) -> list[Row]:
    """Return the rows with phases replaced by those inside them, outer ones first."""
    for place, (phase, around) in enumerate(rows):
        inner = phase.phases or ()
        if inner and len(rows) - 1 + len(inner) <= MOST:
            inside = [(each, (*around, phase)) for each in inner]
            return _opened([*rows[:place], *inside, *rows[place + 1 :]])
    return rows


def _box(phase: Phase, around: tuple[Phase, ...]) -> Box:
    """Return the box of a phase; what is closed inside it are its further members."""
    members = tuple(("phase", each.id) for each in all_phases((phase,)))
    return Box(f"phase:{phase.id}", "phase", "course", members, tuple(each.id for each in around))


def _loops(game: Game, rows: list[Row]) -> Iterable[Link]:
    """Yield what leads back: from the last phase of the round, and of each opened loop."""
    if rows:
        yield Link(f"phase:{rows[-1][0].id}", f"phase:{rows[0][0].id}", "loop", 0, 1)
    outer = dict.fromkeys(each.id for _, around in rows for each in around if repeats(each))
    for name in outer:
        inside = [phase.id for phase, around in rows if name in (each.id for each in around)]
        whole_round = len(inside) == len(rows)
        if not whole_round and len(inside) > 1:
            yield Link(f"phase:{inside[-1]}", f"phase:{inside[0]}", "loop", 0, 1)


def repeats(phase: Phase) -> bool:
    """Return whether a phase is gone through again and again."""
    return phase.loop is not None or phase.while_condition is not None
