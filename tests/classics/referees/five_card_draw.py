"""Referee five-card draw: ante, bet, exchange, bet again, show; bets are of a fixed size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from itertools import combinations
from typing import Any

from tests.classics.referees.cards import most_points, rank_of, suit_of
from tests.referees.harness import Ask, Chance, Play, Referee

CARDS, ANTE = 5, 1
BETS = (2, 4)
"""The size of a bet before and after the exchange."""
WHEEL = [14, 5, 4, 3, 2]

Turn = Generator[Ask | Chance, Any, None]


def strength(hand: list[str]) -> tuple[int, list[int]]:
    """Return what a hand is worth: its sort, then the ranks that decide."""
    count = Counter(map(rank_of, hand))
    ranks = sorted(count, key=lambda rank: (-count[rank], -rank))
    flush = len(set(map(suit_of, hand))) == 1
    if ranks == WHEEL:
        ranks = [5, 4, 3, 2, 1]
    straight = len(ranks) == CARDS and ranks[0] - ranks[-1] == CARDS - 1
    shape = sorted(count.values(), reverse=True)
    sorts = {
        8: straight and flush, 7: shape[0] == 4, 6: shape == [3, 2], 5: flush, 4: straight,
        3: shape[0] == 3, 2: shape == [2, 2, 1], 1: shape[0] == 2, 0: True,
    }  # fmt: skip
    return next(sort for sort, is_so in sorts.items() if is_so), ranks


class FiveCardDraw(Referee):
    """A number of hands; who begins moves on to the left."""

    def __init__(self, players: int, hands: int, exchange: int, raises: int) -> None:
        self.players, self.number = players, hands
        self.exchange, self.raises = exchange, raises
        self.chips = [0] * players
        self.hands: list[list[str]] = []
        self.stakes: list[int] = []

    def play(self) -> Play:
        """Play all hands; who has most chips wins."""
        first = yield Chance("value", "start-player")
        for number in range(self.number):
            yield from self.hand((first + number) % self.players)
        return most_points(self.chips)

    def hand(self, first: int) -> Turn:
        """Play one hand."""
        left = [(first + turn) % self.players for turn in range(self.players)]
        self.hands = yield Chance("deal", CARDS)
        self.stakes = [ANTE] * self.players
        for street, size in enumerate(BETS):
            if street and len(left) > 1:
                for player in left:
                    yield from self.change(player)
            yield from self.bet(left, size)
        self.share(left)

    def change(self, player: int) -> Turn:
        """Let a player give some cards back for as many new ones."""
        hand = self.hands[player]
        options = [cs for n in range(self.exchange + 1) for cs in combinations(hand, n)]
        given = yield Ask(player, "exchange", options)
        for card in given:
            hand.remove(card)
        for _ in given:
            hand.append((yield Chance("draw", player)))

    def bet(self, left: list[int], size: int) -> Turn:
        """Let all speak in turn until everybody has answered the last raise."""
        raised, to_speak = 0, list(left)
        while to_speak and len(left) > 1:
            player = to_speak.pop(0)
            highest = max(self.stakes[seat] for seat in range(self.players))
            fold = ["fold"] if self.stakes[player] < highest else []
            more = ["raise"] if raised < self.raises else []
            (act,) = yield Ask(player, "bet", [(act,) for act in [*fold, "call", *more]])
            if act == "fold":
                left.remove(player)
                continue
            self.stakes[player] = highest
            if act == "raise":
                self.stakes[player] += size
                raised += 1
                place = left.index(player)
                to_speak = left[place + 1 :] + left[:place]

    def share(self, left: list[int]) -> None:
        """Let the best hands share the pot; what cannot be shared goes to the first of them."""
        top = max(strength(self.hands[player]) for player in left)
        best = [player for player in left if strength(self.hands[player]) == top]
        each, rest = divmod(sum(self.stakes), len(best))
        for player, stake in enumerate(self.stakes):
            self.chips[player] -= stake
        for place, player in enumerate(best):
            self.chips[player] += each + (place < rest)

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        hands = [sorted(hand) for hand in self.hands]
        return {"hands": hands, "chips": self.chips, "stakes": self.stakes}
