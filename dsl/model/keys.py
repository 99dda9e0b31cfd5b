"""Say which state and which family of zones is meant."""

from __future__ import annotations

from dsl.model import traits as t
from dsl.records import record

LEAVE = "leave:"
"""Before the id of a phase: the hidden state that notes that it is left, and until when."""


@record
class StateKey(t.Pure):
    """Which state: `owner` is None for the game's, `player`, or the kind that declares it."""

    owner: str | None
    name: str


@record
class ZoneKey(t.Pure):
    """Which family of zones: `owner` is None for the table's, `player`, or the owning kind."""

    owner: str | None
    name: str
