"""Referee Old Maid: draw unseen from the neighbour, lay down pairs; the odd card loses.

Cards of one rank are alike, so that it counts ranks alone.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.classics.referees.cards import rank_of
from tests.referees.harness import Ask, Chance, Play, Referee, Result

JOKERS = ("joker", "extra-joker")
DEALT = {"joker": 53, "queen": 51, "unknown": 51}
"""How many cards are dealt, by which card has no partner."""


def rank(card: str) -> int:
    """Return the rank of a card."""
    return 15 if card in JOKERS else rank_of(card)


class OldMaid(Referee):
    """One deal."""

    def __init__(self, players: int, odd: str) -> None:
        self.players, self.odd = players, odd
        self.hands: list[list[int]] = []

    def play(self) -> Play:
        """Deal, lay down all pairs, draw in turn until one holds the odd card."""
        hands = yield Chance("share", DEALT[self.odd])
        self.hands = [self.unpaired([rank(card) for card in hand]) for hand in hands]
        while True:
            for player in range(self.players):
                holders = self.holders()
                if len(holders) == 1:
                    return Result(frozenset(range(self.players)) - {*holders})
                if player not in holders:
                    continue
                other = holders[holders.index(player) - 1]
                yield Ask(player, "draw", [(n,) for n in range(len(self.hands[other]))])
                card = rank((yield Chance("draw", player)))
                self.hands[other].remove(card)
                self.hands[player] = self.unpaired([*self.hands[player], card])

    def holders(self) -> list[int]:
        """Return who has cards."""
        return [seat for seat, hand in enumerate(self.hands) if hand]

    def unpaired(self, hand: list[int]) -> list[int]:
        """Return what is left when all pairs are laid down."""
        return [each for each, number in Counter(hand).items() if number % 2]

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {"hands": [sorted(hand) for hand in self.hands]}
