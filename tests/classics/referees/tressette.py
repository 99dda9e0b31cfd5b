"""Referee Tressette: follow suit, no trumps, partners opposite; cards count thirds of points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.classics.referees.cards import word_of
from tests.classics.referees.trick import TrickReferee, around, play_trick, taker
from tests.referees.harness import Ask, Chance, Play, Result

SUITS = ("coins", "cups", "swords", "clubs")
ORDER = ("4", "5", "6", "7", "knave", "knight", "king", "ace", "2", "3")
"""From the lowest to the highest."""
THIRDS = {"ace": 3, "2": 1, "3": 1, "knave": 1, "knight": 1, "king": 1}
BEST = ("ace", "2", "3")
"""What is declared: three or four of one of these, or all of them in a suit."""
PLAYERS, CARDS, LAST, NAPOLETANA = 4, 10, 3, 3
"""The last trick counts three thirds, a napoletana three points."""


class Tressette(TrickReferee):
    """Deals until a side has enough and more than the other."""

    seen = ("points",)

    def __init__(self, goal: int, *, declarations: bool) -> None:
        self.goal, self.declarations = goal, declarations
        self.hands: list[list[str]] = []
        self.won: list[list[str]] = []
        self.trick: list[str] = []
        self.points = [0, 0]
        """By side: that of seats 0 and 2, that of seats 1 and 3."""

    def play(self) -> Play:
        """Play deals; the deal goes round, the first seat deals first."""
        deal = 0
        while max(self.points) < self.goal or self.points[0] == self.points[1]:
            leader = (deal + 1) % PLAYERS
            self.won = [[] for _ in range(PLAYERS)]
            self.hands = yield Chance("deal", CARDS)
            if self.declarations:
                for player in around(leader, PLAYERS):
                    yield from self.declare(player)
            yield from self.play_tricks(leader)
            deal += 1
        side = self.points.index(max(self.points))
        seats = range(PLAYERS)
        won = frozenset(seat for seat in seats if seat % 2 == side)
        return Result(won, {seat: self.points[seat % 2] for seat in seats})

    def declare(self, player: int) -> Any:
        """A player declares as much of what he holds as he likes."""
        open_ = dict(self.declarable(player))
        while open_:
            taken = yield Ask(player, "declare", [*open_, ("pass",)])
            if taken == ("pass",):
                return
            self.points[player % 2] += open_.pop(taken)

    def declarable(self, player: int) -> Iterator[tuple[tuple[str, str], int]]:
        """Yield what a player can declare, and what it counts."""
        hand = self.hands[player]
        for rank, word in enumerate(BEST, 1):
            number = sum(word_of(card) == word for card in hand)
            if number >= 3:
                yield ("declare-rank", str(rank)), number
        for suit in SUITS:
            if all(f"{suit}-{word}" in hand for word in BEST):
                yield ("declare-suit", suit), NAPOLETANA

    def play_tricks(self, leader: int) -> Any:
        """Play ten tricks, and count them."""
        for _ in range(CARDS):
            order = around(leader, PLAYERS)
            yield from play_trick(self.hands, self.trick, order)
            leader = order[taker(self.trick, height)]
            self.won[leader] += self.trick
            self.trick = []
        for side in range(2):
            cards = self.won[side] + self.won[side + 2]
            thirds = sum(THIRDS.get(word_of(card), 0) for card in cards)
            self.points[side] += (thirds + LAST * (leader % 2 == side)) // 3


def height(card: str) -> int:
    """Return how high a card is in its suit."""
    return ORDER.index(word_of(card))
