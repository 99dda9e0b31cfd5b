"""Say what a match began from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Origin(NamedTuple):
    """What leads to the first decision of a match again.

    Attributes:
        game_id, version: From the game's manifest.
        game_digest: Hash of everything the game came from.
        options: Every option with its value, run-time form.
        seats: Number of players.
        seed: None where the match did not begin at its start: one that a search has drawn.
    """

    game_id: str
    version: str
    game_digest: str
    options: Mapping[str, object]
    seats: int
    seed: int | None
