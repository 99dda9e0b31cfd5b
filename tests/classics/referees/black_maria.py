"""Referee Black Maria: pass three cards, then take no hearts and none of the three black spades."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from tests.classics.referees.cards import FRENCH, least_points, rank_of, suit_of
from tests.classics.referees.trick import TrickReferee, around, play_trick, taker
from tests.referees.harness import Ask, Chance, Play

PASSED = 3
DIRECTIONS = {"right": -1, "left": 1, "nowhere": 0}
QUEEN, HIGH_SPADES = 13, {"spades-king": 10, "spades-ace": 7}


class BlackMaria(TrickReferee):
    """Deals until somebody has too many points; the dealer's left begins."""

    seen = ("points",)

    def __init__(
        self, players: int, *, limit: int, passing: str, high_spades: bool, shooting: bool
    ) -> None:
        self.players, self.limit, self.step = players, limit, DIRECTIONS[passing]
        self.high_spades, self.shooting = high_spades, shooting
        self.hands: list[list[str]] = []
        self.won: list[list[str]] = [[] for _ in range(players)]
        self.trick: list[str] = []
        self.points = [0] * players

    def play(self) -> Play:
        """Play deals; the deal goes round, the first seat deals first."""
        deal = 0
        while max(self.points) < self.limit:
            leader = (deal + 1) % self.players
            self.won = [[] for _ in range(self.players)]
            self.hands = yield Chance("deal", len(FRENCH) // self.players)
            if self.step:
                yield from self.pass_cards(leader)
            yield from self.play_tricks(leader)
            self.count()
            deal += 1
        return least_points(self.points)

    def pass_cards(self, leader: int) -> Any:
        """All choose three cards, which then change hands at once."""
        chosen = {}
        for player in around(leader, self.players):
            threes = [*combinations(sorted(self.hands[player]), PASSED)]
            chosen[player] = yield Ask(player, "pass", threes)
        for player, cards in chosen.items():
            self.hands[player] = [card for card in self.hands[player] if card not in cards]
        for player, cards in chosen.items():
            self.hands[(player + self.step) % self.players] += cards

    def play_tricks(self, leader: int) -> Any:
        """Play until the hands are empty."""
        while self.hands[leader]:
            order = around(leader, self.players)
            yield from play_trick(self.hands, self.trick, order)
            leader = order[taker(self.trick, rank_of)]
            self.won[leader] += self.trick
            self.trick = []

    def count(self) -> None:
        """Write the points of a deal; whoever shot the moon gives them to all others."""
        points = [self.penalty(won) for won in self.won]
        if self.shooting and max(points) == sum(points):
            points = [sum(points) - own for own in points]
        self.points = [old + new for old, new in zip(self.points, points, strict=True)]

    def penalty(self, cards: Iterable[str]) -> int:
        """Return what cards cost."""
        high = HIGH_SPADES if self.high_spades else {}
        return sum(
            QUEEN if card == "spades-queen" else high.get(card, int(suit_of(card) == "hearts"))
            for card in cards
        )
