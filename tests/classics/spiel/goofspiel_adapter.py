"""Goofspiel beside OpenSpiel's: the same game; a prize that is tied for goes away."""

from __future__ import annotations

from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees.cards import SUITS, rank_of
from tests.classics.spiel import harness
from tests.referees.harness import Path

SETTINGS = (Setting("goofspiel", 2), Setting("goofspiel", 3))
ACE = 14
WORDS = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")


class Adapter(harness.Adapter):
    """Words its actions: bids and prizes, from the ace upwards."""

    def __init__(self, setting: Setting, match: Match) -> None:
        super().__init__(setting, match)
        self.name = f"goofspiel(players={setting.players},returns_type=total_points)"

    def decided(self, state: Any, player: int) -> harness.Deciding:
        """Return the bid of a player, whose cards are a suit."""
        self.suit = SUITS[player]
        return super().decided(state, player)

    def word(self, state: Any, action: int) -> Path:
        """Return the card that is bid."""
        return (f"{self.suit}-{WORDS[action]}",)

    def came(self, state: Any) -> int:
        """Return the next prize."""
        rank = rank_of(self.came_turn("prize"))
        return 0 if rank == ACE else rank - 1

    def returns(self) -> list[float]:
        """Return the worth of the prizes won."""
        return [self.read.value(f"sum(c in {name}.won, worth(c))") for name in self.match.names]
