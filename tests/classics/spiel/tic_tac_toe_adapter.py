"""Tic-tac-toe beside OpenSpiel's: the same game."""

from __future__ import annotations

from typing import Any

from soak.settings import Setting
from tests.classics.spiel import harness
from tests.referees.harness import Path

SETTINGS = (Setting("tic-tac-toe", 2),)
CELLS = tuple(f"{column}{row}" for row in (1, 2, 3) for column in "abc")


class Adapter(harness.Adapter):
    """Words its actions: cells, row by row."""

    name = "tic_tac_toe"

    def word(self, state: Any, action: int) -> Path:
        """Return the cell."""
        return (CELLS[action],)

    def returns(self) -> list[float]:
        """Return 1 for a win and -1 for a loss; a full board is shared."""
        winners = self.match.outcome.winners
        return [(seat in winners) - (1 - seat in winners) for seat in self.match.seats]
