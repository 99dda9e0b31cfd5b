"""Blackjack beside OpenSpiel's: its games are the hands of one player in our match, added up.

It knows no naturals, and asks for more cards at 21 as well, where ours goes on by itself; there it
is told to stand.
"""

from __future__ import annotations

from typing import Any

from soak.settings import Setting
from tests.classics.referees.cards import SUITS, rank_of, suit_of
from tests.classics.spiel import harness
from tests.referees.harness import Path

HANDS = 5
SETTINGS = (Setting("blackjack", 1, (("naturals", False), ("hands", HANDS))),)
STAND = 1
ACE, RANKS = 14, 13
HAND, DEALT = 2, 4
BEST, TEN = 21, 10


def numbered(card: str) -> int:
    """Return OpenSpiel's number of a card: suit by suit, the ace first."""
    rank = rank_of(card)
    return SUITS.index(suit_of(card)) * RANKS + (0 if rank == ACE else rank - 1)


class Adapter(harness.Adapter):
    """Words its actions; cards go to the player until he stands, then to the dealer."""

    name = "blackjack"
    deals = HANDS

    def began(self, state: Any) -> None:
        """Read the next hand: two cards for the player, one open and one hidden for the dealer."""
        (hand,) = self.came_deal(HAND)
        self.order = [*hand, self.came_turn("house"), self.came_turn("hole")]
        self.held = list(hand)
        self.stands = False

    def came(self, state: Any) -> int:
        """Return the next card."""
        dealt = len(state.history())
        if dealt < DEALT:
            return numbered(self.order[dealt])
        if self.stands:
            return numbered(self.came_turn("house"))
        self.held.append(self.came_draw(0))
        return numbered(self.held[-1])

    def word(self, state: Any, action: int) -> Path:
        """Return `hit` or `stand`."""
        return (("hit", "stand")[action],)

    def turn(self, state: Any) -> harness.Turn:
        """Let the player decide, but at 21."""
        if self.total() == BEST:
            state.apply_action(STAND)
        else:
            yield from super().turn(state)
        self.stands = state.history()[-1] == STAND
        if self.stands and not state.is_terminal():
            self.came_turn("house")  # the hidden one is turned up

    def total(self) -> int:
        """Return what the player's hand counts."""
        ranks = [rank_of(card) for card in self.held]
        low = sum(1 if rank == ACE else min(rank, TEN) for rank in ranks)
        return low + TEN if ACE in ranks and low + TEN <= BEST else low

    def returns(self) -> list[float]:
        """Return the chips won, which we count in halves."""
        return [chips / 2 for chips in self.each("chips")]
