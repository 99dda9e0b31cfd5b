"""Say how the places of a checked game lie on the table, for those who look; no rule reads it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from dsl.model.expressions import StateKey, ZoneKey
from dsl.model.nouns import Text
from dsl.records import record
from dsl.source import Span

Row: TypeAlias = tuple[str | None, ...]
"""Ids of unique entities; None where the table stays bare."""


@record(kw_only=True)
class Layout:
    """A board.

    Attributes:
        form: `ring` (one row, clockwise from the upper left corner) or `rows` (from the top).
        rows: Its places, where they are entities.
        zone: The zone of the table whose places these are, or None.
        columns: How many places of the zone stand in a row; 0 for a ring and for entities.
        inside: For each place the places that are drawn inside its cell, by id.
        middle: Zones and state of the table that are drawn inside a ring.
    """

    id: str
    form: str
    rows: tuple[Row, ...]
    zone: ZoneKey | None
    columns: int
    inside: Mapping[str, tuple[str, ...]]
    middle: tuple[ZoneKey | StateKey, ...]
    text: Text
    span: Span
