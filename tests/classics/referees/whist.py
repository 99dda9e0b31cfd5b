"""Referee Whist: partners sit opposite, the dealer's last card makes trumps, thirteen tricks.

Each trick above six is a point; whoever has as many as are played for when a deal is over wins.
"""

from __future__ import annotations

from typing import Any

from tests.classics.referees.cards import rank_of, suit_of
from tests.classics.referees.trick import around, play_trick, taker
from tests.referees.harness import Chance, Play, Referee, Result

PLAYERS, CARDS, BOOK = 4, 13, 6
"""Tricks that count nothing: the book."""


class Whist(Referee):
    """Deals until a side has won."""

    def __init__(self, goal: int) -> None:
        self.goal = goal
        self.hands: list[list[str]] = []
        self.trick: list[str] = []
        self.trumps = ""
        self.dealer = 0
        self.points, self.tricks = [0, 0], [0, 0]
        """By side: that of seats 0 and 2, that of seats 1 and 3."""

    def play(self) -> Play:
        """Play deals; the deal goes round."""
        self.dealer = yield Chance("value", "dealer")
        while max(self.points) < self.goal:
            self.hands = yield Chance("deal", CARDS)
            self.trumps = suit_of(self.hands[self.dealer][-1])
            self.tricks = [0, 0]
            leader = (self.dealer + 1) % PLAYERS
            for _ in range(CARDS):
                order = around(leader, PLAYERS)
                yield from play_trick(self.hands, self.trick, order)
                leader = order[taker(self.trick, rank_of, self.trumps)]
                self.tricks[leader % 2] += 1
                self.trick = []
            for side, taken in enumerate(self.tricks):
                self.points[side] += max(0, taken - BOOK)
            self.dealer = (self.dealer + 1) % PLAYERS
        seats = range(PLAYERS)
        won = frozenset(seat for seat in seats if self.points[seat % 2] == max(self.points))
        return Result(won, {seat: self.points[seat % 2] for seat in seats})

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "trick": self.trick,
            "trumps": self.trumps,
            "dealer": self.dealer,
            "tricks": self.tricks,
            "points": self.points,
        }
