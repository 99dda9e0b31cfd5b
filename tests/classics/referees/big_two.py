"""Referee Big Two: better ones of as many cards, singles to poker hands of five; twos are high.

The holder of the lowest card that was dealt begins with it. Whoever passes is out until all have
passed. When somebody has no cards left the others pay for theirs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from itertools import combinations
from typing import Any

from tests.classics.referees.cards import least_points, rank_of, suit_of
from tests.referees.harness import Ask, Chance, Play, Referee

CARDS, FIVE = 13, 5
SUITS = ("diamonds", "clubs", "hearts", "spades")
"""The lowest first."""

STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = 1, 2, 3, 4, 5
TWO, HIGHEST = 2, 15
DOUBLE, TRIPLE = 10, 13
"""So many cards left cost so many times."""


def height(card: str) -> int:
    """Return how high a card's rank is."""
    return HIGHEST if rank_of(card) == TWO else rank_of(card)


def strength(card: str) -> tuple[int, int]:
    """Return how strong a single card is."""
    return height(card), SUITS.index(suit_of(card))


def kind(cards: tuple[str, ...]) -> int | None:
    """Return the poker hand of five cards, 0 for fewer of one rank, None for what is nothing."""
    counts = sorted(Counter(map(rank_of, cards)).values())
    if len(cards) < FIVE:
        return 0 if len(counts) == 1 and len(cards) <= 3 else None
    heights = sorted(map(height, cards))
    is_straight = heights == [*range(heights[0], heights[0] + FIVE)]
    is_flush = len({*map(suit_of, cards)}) == 1
    if is_straight or is_flush:
        return STRAIGHT_FLUSH if is_straight and is_flush else STRAIGHT if is_straight else FLUSH
    return {(2, 3): FULL_HOUSE, (1, 4): FOUR}.get(tuple(counts))


def power(cards: tuple[str, ...]) -> tuple[int, tuple[int, int]]:
    """Return what decides between sets of as many cards: the best card of the most alike ones."""
    counts = Counter(map(rank_of, cards))
    most = max(counts.values())
    best = max(strength(card) for card in cards if counts[rank_of(card)] == most)
    return kind(cards) or 0, best


class BigTwo(Referee):
    """A number of deals."""

    def __init__(self, players: int, deals: int, rising: bool) -> None:
        self.players, self.deals, self.rising = players, deals, rising
        self.hands: list[list[str]] = []
        self.points = [0] * players
        self.table: tuple[str, ...] = ()
        self.opening: str | None = None

    def play(self) -> Play:
        """Play all deals; the least points win."""
        for _ in range(self.deals):
            self.hands = yield Chance("deal", CARDS)
            self.opening = min((card for hand in self.hands for card in hand), key=strength)
            leader = next(p for p, hand in enumerate(self.hands) if self.opening in hand)
            while all(self.hands):
                leader = yield from self.trick(leader)
            for player, hand in enumerate(self.hands):
                self.points[player] += self.price(len(hand))
        return least_points(self.points)

    def price(self, left: int) -> int:
        """Return what cards in hand cost."""
        if not self.rising or left < DOUBLE:
            return left
        return left * (3 if left == TRIPLE else 2)

    def trick(self, leader: int) -> Generator[Ask, Any, int]:
        """Play until all others have passed; return who played last."""
        passed: set[int] = set()
        player = leader
        while all(self.hands) and (not self.table or player != leader):
            if player not in passed:
                pass_by = [("pass-by",)] if self.table else []
                ways = {way: cards for cards in self.sets(player) for way in worded(cards)}
                option = yield Ask(player, "turn", [*ways, *pass_by])
                if option == ("pass-by",):
                    passed.add(player)
                else:
                    self.table, self.opening, leader = ways[option], None, player
                    for card in self.table:
                        self.hands[player].remove(card)
            player = (player + 1) % self.players
        self.table = ()
        return leader

    def sets(self, player: int) -> list[tuple[str, ...]]:
        """Return what a player may play."""
        sizes = (len(self.table),) if self.table else (1, 2, 3, FIVE)
        every = [cards for size in sizes for cards in combinations(self.hands[player], size)]
        return [
            cards
            for cards in every
            if kind(cards) is not None
            and (self.opening is None or self.opening in cards)
            and (not self.table or power(cards) > power(self.table))
        ]

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "table": sorted(self.table),
            "points": self.points,
        }


def worded(cards: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the ways to say that cards are played: a straight flush is a straight and a flush."""
    counts = {n: str(rank) for rank, n in Counter(map(rank_of, cards)).items()}
    found = kind(cards)
    if len(cards) == 1:
        yield ("single", *cards)
    elif found == 0:
        yield ("several", str(len(cards)), counts[len(cards)], *cards)
    if found in (STRAIGHT, STRAIGHT_FLUSH):
        yield ("straight", str(max(map(height, cards))), *cards)
    if found in (FLUSH, STRAIGHT_FLUSH):
        yield ("flush", suit_of(cards[0]), *cards)
    if found == FULL_HOUSE:
        yield ("full-house", counts[3], counts[2], *cards)
    if found == FOUR:
        yield ("four-of-a-kind", counts[4], *(c for c in cards if str(rank_of(c)) == counts[1]))
