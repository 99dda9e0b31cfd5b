"""Limit hold'em beside OpenSpiel's universal poker, which is told blinds, bets and who begins."""

from __future__ import annotations

from typing import Any

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.spiel import harness
from tests.referees.harness import Path, Step

SETTINGS = (
    Setting("limit-holdem", 2),
    Setting("limit-holdem", 2, (("raises", 2),)),
)
CARDS = {"numSuits": 4, "numRanks": 13, "numHoleCards": 2, "numBoardCards": "0 3 1 1"}
BETS = {"blind": "1 2", "raiseSize": "2 2 4 4", "firstPlayer": "1 2 2 2", "stack": "999 999"}

TIMID = 0.1
"""How often somebody folds, so that hands are compared."""


class Adapter(harness.Adapter):
    """Words its actions, and hands out our cards: hand by hand, then the board."""

    def __init__(self, setting: Setting, match: Match) -> None:
        super().__init__(setting, match)
        raises = int(str(self.options.get("raises", 4)))
        rules = {"betting": "limit", "numPlayers": 2, "numRounds": 4, **CARDS, **BETS}
        rules["maxRaises"] = " ".join(map(str, (raises - 1, raises, raises, raises)))
        self.name = f"universal_poker({','.join(f'{key}={is_}' for key, is_ in rules.items())})"
        self.hands: list[str] = []

    def began(self, state: Any) -> None:
        """Read both hands."""
        self.hands = [card for hand in self.came_deal(2) for card in hand]

    def word(self, state: Any, action: int) -> Path:
        """Return `fold`, `call` or `raise`."""
        return (("fold", "call", "raise")[action],)

    def weigh(self, step: Step) -> float:
        """Return little for `fold`."""
        return TIMID if step == "fold" else 1.0

    def came(self, state: Any) -> int:
        """Return the next card."""
        return harness.numbered(self.hands.pop(0) if self.hands else self.came_turn("board"))

    def returns(self) -> list[float]:
        """Return the chips won."""
        return self.each("chips")
