"""Spades beside OpenSpiel's, which plays one deal.

There nobody leads spades who has anything else, even when one has fallen.
"""

from __future__ import annotations

from typing import Any

from soak.settings import Setting
from tests.classics.referees.cards import FRENCH
from tests.classics.spiel import harness
from tests.referees.harness import Path

SETTINGS = (Setting("spades", 4, (("deals", 1), ("leading-spades", "nothing-else"))),)
CARDS = 13


class Adapter(harness.Adapter):
    """Words its actions and cards; it counts cards suit by suit, and bids behind them."""

    name = "spades"

    def began(self, state: Any) -> None:
        """Read the hands; who bids first is its player 0."""
        hands = self.came_deal(CARDS)
        self.first = self.read.value("start-player")
        hands = hands[self.first :] + hands[: self.first]
        self.order = [hand[place] for place in range(CARDS) for hand in hands]

    def came(self, state: Any) -> int:
        """Return the next card, one for each player in turn."""
        return FRENCH.index(self.order[len(state.history())])

    def word(self, state: Any, action: int) -> Path:
        """Return the bid or the card."""
        bid = action - len(FRENCH)
        return (str(bid) if bid >= 0 else FRENCH[action],)

    def returns(self) -> list[float]:
        """Return the points of everybody's side."""
        return [self.read.value(f"{name}.side.points") for name in self.match.names]
