"""The table of a match of Cerebria, for its referee: whose turn, whose team, what has happened."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

from tests.referees.cerebria import Board, Spirit, Team

Way = dict[str, Any]


Course = Generator[Any, Any, None]


@dataclass
class Game:
    """All that lies on the table, and what has happened in this turn."""

    board: Board
    players: list[Spirit]
    teams: dict[str, Team]
    commons: list[str]
    profile: str = "community"
    side: str = "a"
    decks: str = "basic"
    own_boards: bool = False
    active: Spirit | None = None
    happened: set[str] = field(default_factory=set)
    fulfilled: list[str] = field(default_factory=list)  # Intentions in this turn
    used: set[str] = field(default_factory=set)  # Abilities in this turn
    is_last_turn: bool = False

    @property
    def team(self) -> Team:
        """The team of whose turn it is."""
        return self.teams[self.active.team]

    def members(self, team: str) -> list[Spirit]:
        return [p for p in self.players if p.team == team]

    def speaker(self, team: str) -> int:
        """Return who chooses for a team: who has the turn, else its first seat (R-CE-29)."""
        if self.active and self.active.team == team:
            return self.active.seat
        return self.members(team)[0].seat
