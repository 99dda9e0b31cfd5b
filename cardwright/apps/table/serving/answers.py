"""Tell a page of the offer of a question, and lay out the places of a board.

To touch a thing means an option; amounts and numbers have steppers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from cardwright import Match
from cardwright.apps.press.faces.looks import member_signs
from cardwright.apps.screen import View
from cardwright.apps.screen.model import Board
from cardwright.apps.screen.viewer import touched
from cardwright.apps.table.serving.table import Table
from dsl import Record
from dsl.model.types import EnumType
from interpreter import PartialChoice

QUIET: Final = ("none", "no", "pass")
"""Labels of answers that do less than the others beside them."""
RANGE: Final = 5
"""So many numbers are set with a stepper; fewer are buttons."""
NUMBER: Final = re.compile(r"-?\d+")
MANY: Final = 12
"""So many answers that no thing stands for are read better in the list."""


def offered(table: Table, view: View) -> dict[str, Any]:
    """Return what stands on the page about the offer of a question."""
    asked, seat = view.question, view.seat
    if asked is None:
        return {}
    picking = None if seat is None else table.questions.picking(table.match, seat)
    touches = {option.index: [*option.touches] for option in asked.options}
    for key, offers in asked.offers.items():
        for offer in offers:
            if key not in touches[offer.path[0]]:
                touches[offer.path[0]].append(key)
    units, at_once = _units(table, view, picking), touched(asked)[1]
    numbers = [at for at in asked.beside if NUMBER.fullmatch(asked.options[at].label)]
    return {
        "most": None if picking is None else picking.most,
        "units": units,
        "by_units": {each.option for each in units},
        "numbers": numbers if len(numbers) >= RANGE else (),
        "quiet": QUIET,
        "offers": {
            key: [(each.answer, each.text, each.price) for each in offers]
            for key, offers in asked.offers.items()
            if key not in at_once
        },
        "why": dict(asked.why),
        "touches": touches,
        "is_listed": len(asked.beside) == len(asked.options) > MANY and not numbers,
    }


class UnitStepper(Record, kw_only=True):
    """Units of one kind, of which more or fewer can be picked.

    Attributes:
        picked, left, option, last: See `PartialChoice.units`.
    """

    label: str
    sign: str
    color: str
    picked: int
    left: int | None
    option: int | None
    last: int | None


def _units(
    table: Table, view: View, picking: PartialChoice[Match] | None
) -> tuple[UnitStepper, ...]:
    """Return the kinds of units that a seat picks from, as they look."""
    of = table.match.state.ask.of if picking is None else picking.match.state.ask.of
    if picking is None or not isinstance(of, EnumType):
        return ()
    wording = table.viewers[view.language].wording
    signs = member_signs(wording.model, of.name, wording.names)
    members = wording.model.enums[of.name].members
    return tuple(
        UnitStepper(
            label=wording.names.member(of.name, each.key),
            sign=signs[each.key],
            color=wording.color(members[each.key], of),
            picked=each.picked,
            left=each.left,
            option=each.option,
            last=each.last,
        )
        for each in picking.units()
    )


RING: Final = "ring"
_LEAST_HIGH: Final = 3
_SHARE_HIGH: Final = 0.4
"""A ring is wider than high, as windows are."""


class Spot(Record, kw_only=True):
    """A cell of a table.

    Attributes:
        key: The place there; None where it is bare, or the middle of a ring.
        row, column: Where it is, from 0.
        wide, high: How many columns and rows it takes.
        is_middle: Whether it is the middle of a ring.
    """

    key: str | None
    row: int
    column: int
    wide: int = 1
    high: int = 1
    is_middle: bool = False


def from_far(boards: Sequence[Board], seat: int | None) -> Sequence[Board]:
    """Return boards from the far end of the table on: the one of this seat is the last."""
    return sorted(boards, key=lambda board: board.owner is not None and board.owner == seat)


def spots(board: Board) -> Sequence[Sequence[Spot]]:
    """Return the rows of the table that draws a board."""
    if board.form == RING:
        return _ring([*board.rows[0]])
    if board.is_slanted:
        return [[*_slanted(row, at)] for at, row in enumerate(board.rows)]
    return [
        [Spot(key=key, row=at, column=n) for n, key in enumerate(row)]
        for at, row in enumerate(board.rows)
    ]


def _slanted(row: Sequence[str | None], at: int) -> Sequence[Spot]:
    """Return a row that lies half a place further right than the one above, so that a place
    touches six."""
    bare = [Spot(key=None, row=at, column=0, wide=at)] if at else []
    places = [Spot(key=key, row=at, column=at + 2 * n, wide=2) for n, key in enumerate(row)]
    return [*bare, *places]


def _ring(keys: list[str | None]) -> Sequence[Sequence[Spot]]:
    """Return a ring, clockwise from the upper left corner; with an odd number one spot is bare."""
    both = (len(keys) + 5) // 2
    high = min(max(_LEAST_HIGH, round(_SHARE_HIGH * both)), max(1, both - 2))
    wide = both - high
    around = [
        *((0, column) for column in range(wide)),
        *((row, wide - 1) for row in range(1, high)),
        *((high - 1, column) for column in range(wide - 2, -1, -1)),
        *((row, 0) for row in range(high - 2, 0, -1)),
    ]
    places = dict(zip(around, keys, strict=False))
    rows = [
        [
            Spot(key=places.get((row, column)), row=row, column=column)
            for column in range(wide)
            if (row, column) in around
        ]
        for row in range(high)
    ]
    if wide > 2 and high > 2:
        middle = Spot(key=None, row=1, column=1, wide=wide - 2, high=high - 2, is_middle=True)
        rows[1].insert(1, middle)
    return rows


def is_of_columns(board: Board) -> bool:
    """Return whether a board is one row of several places, so that what lies there can go down."""
    return board.form != RING and len(board.rows) == 1 and len(board.rows[0]) > _LEAST_HIGH
