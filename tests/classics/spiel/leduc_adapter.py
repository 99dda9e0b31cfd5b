"""Leduc hold'em beside OpenSpiel's: the same game."""

from __future__ import annotations

from typing import Any

from soak.settings import Setting
from tests.classics.spiel import harness
from tests.referees.harness import Path

SETTINGS = (Setting("leduc", 2),)
RANKS = ("jack", "queen", "king")
SUITS = 2


class Adapter(harness.Adapter):
    """Words its actions and the cards: OpenSpiel has two suits, which count for nothing."""

    name = "leduc_poker"

    def word(self, state: Any, action: int) -> Path:
        """Return `fold`, `call` or `raise`."""
        return (("fold", "call", "raise")[action],)

    def came(self, state: Any) -> int:
        """Return the next card: one for each player, then the one on the board."""
        dealt = len([0 for action in state.full_history() if action.player < 0])
        card = self.came_draw(dealt) if dealt < len(self.match.names) else self.came_turn("board")
        number = SUITS * RANKS.index(card)
        return number if number in state.legal_actions() else number + 1

    def returns(self) -> list[float]:
        """Return the chips won."""
        return self.each("chips")
