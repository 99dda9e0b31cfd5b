"""Say which state and which family of zones is meant."""

from __future__ import annotations

import re
from typing import Final

from dsl.model.traits import Pure
from dsl.records import record

LEAVE = "leave:"
"""Before the id of a phase: the hidden state that notes that it is left, and until when."""
DEFINITION = "definition"
"""State of a kind: which definition a card is a copy of now. It begins as the card's own."""


@record
class Key(Pure):
    """What is called by a name, after its owner's where it has one."""

    owner: str | None
    name: str

    @property
    def dotted(self) -> str:
        """How authors write it."""
        return self.name if self.owner is None else f"{self.owner}.{self.name}"


@record
class StateKey(Key):
    """Which state: `owner` is None for the game's, `player`, or the kind that declares it."""

    @property
    def is_definition(self) -> bool:
        """Whether it is the state of cards that says what they are copies of."""
        return self.name == DEFINITION and self.owner not in (None, "player")


@record
class ZoneKey(Key):
    """Which family of zones: `owner` is None for the table's, `player`, or the owning kind."""


_NUMBERS: Final = re.compile(r"(\d+)")


def by_number(id_: str) -> list[tuple[int, str]]:
    """Return what ids are sorted by: numbers in them by what they are, so that 10 comes after 9."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in _NUMBERS.split(id_)]
