"""Say how the places of a checked game lie on the table: for those who look, and for rules that ask
which places are near (`dsl/words/boards.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from dsl.model.expressions import StateKey, ZoneKey
from dsl.model.nouns import Text
from dsl.records import record
from dsl.source import Span

Row: TypeAlias = tuple[str | None, ...]
"""Ids of unique entities; None where the table stays bare."""

SIDES: Final = "sides"
SLANT: Final = "slant"
CORNERS: Final = "corners"


@record(kw_only=True)
class Layout:
    """A board.

    Attributes:
        form: `ring` (one row, clockwise from the upper left corner) or `rows` (from the top).
        rows: Its places, where they are entities.
        zone: The zone whose places these are, or None; of a player's each has a board.
        columns: How many places of the zone stand in a row; 0 for a ring and for entities.
        inside: For each place the places that are drawn inside its cell, by id.
        middle: Zones and state of the table that are drawn inside a ring.
        beside: Of rows, which spots are beside one another: those with a common side, with SLANT
            the upper right and the lower left too, as of hexagons, with CORNERS all eight.
        paths: Pairs of places that are beside one another; where there are any, they alone are.
        is_drawn: Whether it is shown; rules ask it all the same.
        is_straight: Whether places stand in lines: not where nothing but paths is told.
    """

    id: str
    form: str
    rows: tuple[Row, ...]
    zone: ZoneKey | None
    columns: int
    inside: Mapping[str, tuple[str, ...]]
    middle: tuple[ZoneKey | StateKey, ...]
    beside: str = SIDES
    paths: tuple[tuple[str, str], ...] = ()
    is_drawn: bool = True
    is_straight: bool = True
    text: Text
    span: Span
