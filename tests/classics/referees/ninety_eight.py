"""Referee Ninety-Eight: every card changes the total; whoever brings it above 98 loses a life."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.classics.referees.cards import rank_of
from tests.referees.harness import Ask, Chance, Play, Referee, Result

LIMIT = 98
WORTH = {10: -10, 11: 0, 12: 0, 14: 1}
"""What cards add that do not count as they say; a king sets the total to the limit."""
KING = 13


class NinetyEight(Referee):
    """Deals until one player has lives left."""

    def __init__(self, players: int, lives: int, cards: int) -> None:
        self.lives, self.cards = [lives] * players, cards
        self.hands: list[list[str]] = []
        self.total = 0

    def play(self) -> Play:
        """Play deal after deal; the last one left wins."""
        first = yield Chance("value", "start-player")
        while len(self.alive(first)) > 1:
            loser = yield from self.deal(first)
            self.lives[loser] -= 1
            first = self.alive(loser)[0]
        return Result(frozenset({first}))

    def alive(self, first: int) -> list[int]:
        """Return who still has a life, in turn order from a seat on."""
        seats = [(first + turn) % len(self.lives) for turn in range(len(self.lives))]
        return [seat for seat in seats if self.lives[seat] > 0]

    def deal(self, first: int) -> Generator[Ask | Chance, Any, int]:
        """Play one deal and return who brought the total above the limit."""
        shares = tuple(self.cards if lives > 0 else 0 for lives in self.lives)
        self.hands = yield Chance("deal", shares)
        self.total = 0
        while True:
            for player in self.alive(first):
                hand = self.hands[player]
                (card,) = yield Ask(player, "play", [(card,) for card in hand])
                hand.remove(card)
                self.total = self.after(card)
                if self.total > LIMIT:
                    return player
                hand.append((yield Chance("draw", player)))

    def after(self, card: str) -> int:
        """Return the total that a card makes; it is never below zero."""
        rank = rank_of(card)
        return LIMIT if rank == KING else max(0, self.total + WORTH.get(rank, rank))

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        hands = [sorted(hand) for hand in self.hands]
        return {"hands": hands, "total": self.total, "lives": self.lives}
