"""Referee Polignac: take no jacks, least of all that of spades, or announce all tricks."""

from __future__ import annotations

from typing import Any

from tests.classics.referees.cards import FRENCH, least_points, rank_of
from tests.classics.referees.trick import TrickReferee, around, play_trick, taker
from tests.referees.harness import Ask, Chance, Play

DECK = tuple(card for card in FRENCH if rank_of(card) >= 7)
SPADES_JACK, ACE, JACK, TEN = 2, 14, 11, 10
"""What the jack of spades costs, and ranks."""


class Polignac(TrickReferee):
    """Deals until somebody has too many points; the dealer's left begins."""

    seen = ("announcer", "points")

    def __init__(self, players: int, *, limit: int, capot: int, high_aces: bool) -> None:
        self.players, self.limit = players, limit
        self.capot, self.high_aces = capot, high_aces
        self.hands: list[list[str]] = []
        self.won: list[list[str]] = [[] for _ in range(players)]
        self.trick: list[str] = []
        self.announcer: int | None = None
        self.points = [0] * players

    def play(self) -> Play:
        """Play deals; the deal goes round, the first seat deals first."""
        deal = 0
        while max(self.points) < self.limit:
            leader = (deal + 1) % self.players
            self.won = [[] for _ in range(self.players)]
            self.hands = yield Chance("deal", self.share())
            if self.capot:
                yield from self.announce(leader)
            yield from self.play_tricks(leader)
            self.count()
            self.announcer = None
            deal += 1
        return least_points(self.points)

    def share(self) -> int:
        """Return how many cards everyone gets: two or all of the sevens may be left out."""
        left_out = 0 if self.players == 4 else 4 if self.players == 7 else 2
        return (len(DECK) - left_out) // self.players

    def announce(self, leader: int) -> Any:
        """In turn, until somebody does, all may announce that they take all tricks."""
        for player in around(leader, self.players):
            (taken,) = yield Ask(player, "announce", [("announce",), ("pass",)])
            if taken == "announce":
                self.announcer = player
                return

    def play_tricks(self, leader: int) -> Any:
        """Play until the hands are empty, or the announcement has failed."""
        while self.hands[leader] and not self.has_failed():
            order = around(leader, self.players)
            yield from play_trick(self.hands, self.trick, order)
            leader = order[taker(self.trick, self.height)]
            self.won[leader] += self.trick
            self.trick = []

    def has_failed(self) -> bool:
        """Return whether all tricks were announced, and somebody else has one."""
        takers = [seat for seat, won in enumerate(self.won) if won]
        return self.announcer is not None and takers not in ([], [self.announcer])

    def height(self, card: str) -> float:
        """Return how high a card is: the ace stands between jack and ten."""
        rank = rank_of(card)
        return (JACK + TEN) / 2 if rank == ACE and not self.high_aces else rank

    def count(self) -> None:
        """Write the points: of jacks, or where all tricks were announced, of these alone."""
        points = [sum(map(penalty, won)) for won in self.won]
        if self.announcer is not None:
            others = [seat for seat in range(self.players) if seat != self.announcer]
            losers = [self.announcer] if self.has_failed() else others
            points = [self.capot * (seat in losers) for seat in range(self.players)]
        self.points = [old + new for old, new in zip(self.points, points, strict=True)]


def penalty(card: str) -> int:
    """Return what a card costs."""
    if rank_of(card) != JACK:
        return 0
    return SPADES_JACK if card == "spades-jack" else 1
