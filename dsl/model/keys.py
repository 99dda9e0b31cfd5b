"""Say which state and which family of zones is meant."""

from __future__ import annotations

from dsl.model import traits as t
from dsl.records import record

LEAVE = "leave:"
"""Before the id of a phase: the hidden state that notes that it is left, and until when."""
DEFINITION = "definition"
"""State of a kind: which definition a card is a copy of now. It begins as the card's own."""


@record
class StateKey(t.Pure):
    """Which state: `owner` is None for the game's, `player`, or the kind that declares it."""

    owner: str | None
    name: str

    @property
    def is_definition(self) -> bool:
        """Whether it is the state of cards that says what they are copies of."""
        return self.name == DEFINITION and self.owner not in (None, "player")


@record
class ZoneKey(t.Pure):
    """Which family of zones: `owner` is None for the table's, `player`, or the owning kind."""

    owner: str | None
    name: str
