"""Referee Scopa: a card takes its like, else cards that add up to it; a bare table is a point.

A deck is dealt out by threes; who took last takes what is left on the table. Then most cards, most
coins, the seven of coins and the best prime bring a point each, sweeps one more each. Above two
kings on the table all is laid out anew.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import combinations
from typing import Any

from tests.classics.referees.cards import most_points
from tests.referees.harness import Ask, Chance, Play, Referee

SUITS = ("coins", "cups", "swords", "clubs")
FACES = {"ace": 1, "knave": 8, "knight": 9, "king": 10}
PRIME = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12, 8: 10, 9: 10, 10: 10}
LAID, DEALT, KINGS = 4, 3, 2
SEVEN = "coins-7"
Steps = Generator[Ask | Chance, Any, None]


def rank_of(card: str) -> int:
    """Return the number of an Italian card."""
    word = card.partition("-")[2]
    return FACES.get(word) or int(word)


def suit_of(card: str) -> str:
    """Return the suit of an Italian card."""
    return card.partition("-")[0]


DECK = [f"{suit}-{word}" for suit in SUITS for word in (*range(2, 8), *FACES)]


class Scopa(Referee):
    """A game to a number of points."""

    def __init__(self, players: int, target: int, ace_takes_all: bool) -> None:
        self.players, self.target, self.ace_takes_all = players, target, ace_takes_all
        self.points = [0] * players
        self.deck = 0
        self.leader = 0
        self.clear()

    def clear(self) -> None:
        """Gather all cards."""
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        self.won: list[list[str]] = [[] for _ in range(self.players)]
        self.table: list[str] = []
        self.sweeps = [0] * self.players
        self.taker: int | None = None

    def play(self) -> Play:
        """Play decks until somebody has enough points."""
        while max(self.points) < self.target:
            yield from self.a_deck()
            self.leader = (self.leader + 1) % self.players
        return most_points(self.points)

    def a_deck(self) -> Steps:
        """Play a deck and count."""
        last = self.taker
        self.clear()
        self.taker = last
        while True:
            yield Chance("event", "shuffle")
            self.table = []
            for _ in range(LAID):
                self.table.append((yield Chance("turn", "table")))
            if sum(rank_of(card) == FACES["king"] for card in self.table) <= KINGS:
                break
        self.deck = len(DECK) - LAID
        while self.deck:
            self.hands = yield Chance("deal", DEALT)
            self.deck -= DEALT * self.players
            for turn in range(DEALT * self.players):
                yield from self.turn((self.leader + turn) % self.players)
        if self.taker is not None:
            self.won[self.taker] += self.table
        for seat in range(self.players):
            self.points[seat] += self.score(seat)

    def turn(self, player: int) -> Steps:
        """Play a card and take what it takes."""
        (card,) = yield Ask(player, "play", [(card,) for card in self.hands[player]])
        self.hands[player].remove(card)
        like = [other for other in self.table if rank_of(other) == rank_of(card)]
        grabs = self.ace_takes_all and rank_of(card) == 1
        groups = list(self.groups(rank_of(card)))
        if not (like or grabs or groups):
            self.table.append(card)
        else:
            self.won[player].append(card)
            self.taker = player
        if like:
            self.take(player, *(yield Ask(player, "take", [(other,) for other in like])))
        elif grabs:
            self.take(player, *self.table)
        elif groups:
            yield from self.sum_up(player, groups)
        is_last = not self.deck and not any(self.hands)
        if not self.table and not is_last and not grabs:
            self.sweeps[player] += 1

    def take(self, player: int, *cards: str) -> None:
        """Take cards off the table."""
        self.won[player] += cards
        self.table = [other for other in self.table if other not in cards]

    def sum_up(self, player: int, groups: list[frozenset[str]]) -> Steps:
        """Take one of some groups card by card, the high ones first."""
        taken: list[str] = []
        while any(len(group) > len(taken) for group in groups):
            highest = set()
            for rest in (group - set(taken) for group in groups):
                highest |= {c for c in rest if rank_of(c) == max(map(rank_of, rest))}
            (card,) = yield Ask(player, "add", [(card,) for card in sorted(highest)])
            taken.append(card)
            self.take(player, card)
            groups = [group for group in groups if self.begins(taken, group)]

    def begins(self, taken: list[str], group: frozenset[str]) -> bool:
        """Return whether a group may go on from what was taken, the high ones first."""
        rest = group - set(taken)
        return set(taken) <= group and all(rank_of(c) <= rank_of(taken[-1]) for c in rest)

    def groups(self, number: int) -> Iterator[frozenset[str]]:
        """Yield all cards on the table that add up to a number."""
        for size in range(2, len(self.table) + 1):
            for cards in combinations(self.table, size):
                if sum(map(rank_of, cards)) == number:
                    yield frozenset(cards)

    def score(self, seat: int) -> int:
        """Return the points of a deck."""
        counts = (
            [len(won) for won in self.won],
            [sum(suit_of(card) == "coins" for card in won) for won in self.won],
            [self.prime(won) for won in self.won],
        )
        most = sum(found.count(max(found)) == 1 and found[seat] == max(found) for found in counts)
        return self.sweeps[seat] + most + (SEVEN in self.won[seat])

    def prime(self, won: list[str]) -> int:
        """Return the sum of the best card of each suit; 0 where a suit is missing."""
        best = [[PRIME[rank_of(c)] for c in won if suit_of(c) == suit] for suit in SUITS]
        return sum(map(max, best)) if all(best) else 0

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "table": sorted(self.table),
            "won": [sorted(won) for won in self.won],
            "sweeps": self.sweeps,
            "points": self.points,
            "deck": self.deck,
        }
