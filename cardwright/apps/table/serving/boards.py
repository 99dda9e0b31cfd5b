"""Lay out the places of a board in a table of rows and columns, as its form says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardwright.apps.screen.model import Board
from dsl import Record

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
