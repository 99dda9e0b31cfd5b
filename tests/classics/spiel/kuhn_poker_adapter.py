"""Kuhn poker beside OpenSpiel's: the same game."""

from __future__ import annotations

from typing import Any

from soak.settings import Setting
from tests.classics.spiel import harness
from tests.referees.harness import Path

SETTINGS = (Setting("kuhn-poker", 2),)
RANKS = ("jack", "queen", "king")


class Adapter(harness.Adapter):
    """Words its actions."""

    name = "kuhn_poker"

    def word(self, state: Any, action: int) -> Path:
        """Return `pass` or `bet`."""
        return (("pass", "bet")[action],)

    def came(self, state: Any) -> int:
        """Return the card of whoever is dealt one: player 0 is first."""
        return RANKS.index(self.came_draw(len(state.history())))

    def returns(self) -> list[float]:
        """Return the chips won."""
        return self.each("chips")
