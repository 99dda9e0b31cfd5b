"""Referee Agram: six tricks (or five), follow suit, no trumps; the last trick wins."""

from __future__ import annotations

from typing import Any

from tests.classics.referees.cards import FRENCH, rank_of, suit_of
from tests.classics.referees.trick import around, play_trick
from tests.referees.harness import Chance, Play, Referee, Result

LOW, HIGH = 3, 10
CHIEF = "spades-ace"
"""The ace that is left out."""


def plays(card: str) -> bool:
    """Return whether a card is in the deck: threes to tens and three of the aces."""
    return card != CHIEF and (rank_of(card) == 14 or LOW <= rank_of(card) <= HIGH)


class Agram(Referee):
    """One deal."""

    def __init__(self, players: int, cards: int) -> None:
        self.players, self.cards = players, cards
        self.hands: list[list[str]] = []
        self.trick: list[str] = []

    def play(self) -> Play:
        """Deal, play all tricks; who takes the last one wins."""
        leader = yield Chance("value", "start-player")
        self.hands = yield Chance("deal", self.cards)
        assert all(plays(card) for hand in self.hands for card in hand)
        for _ in range(self.cards):
            order = around(leader, self.players)
            yield from play_trick(self.hands, self.trick, order)
            leader = order[self.best()]
            self.trick = []
        return Result(frozenset({leader}))

    def best(self) -> int:
        """Return the place of the highest card of the suit that was led."""
        led = suit_of(self.trick[0])
        return max((rank_of(c), n) for n, c in enumerate(self.trick) if suit_of(c) == led)[1]

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        lie = [*self.trick, *(card for hand in self.hands for card in hand)]
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "trick": self.trick,
            "elsewhere": sorted(card for card in FRENCH if card not in lie),
        }
