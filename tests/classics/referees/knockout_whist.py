"""Referee Knockout Whist: hands shrink to one card, and who takes no trick is out."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.classics.referees.cards import SUITS, rank_of
from tests.classics.referees.trick import TrickReferee, play_trick, taker
from tests.referees.harness import Ask, Chance, Play, Result

NO_TRICK = 0
"""So many tricks knock a player out."""


class KnockoutWhist(TrickReferee):
    """Deals until one is left."""

    def __init__(self, players: int, cards: int) -> None:
        self.players, self.cards = players, cards
        self.left = [*range(players)]
        self.hands: list[list[str]] = []
        self.trumps = ""
        self.trick: list[str] = []
        self.won: list[list[str]] = [[] for _ in range(players)]

    def play(self) -> Play:
        """Play deals with fewer and fewer cards."""
        caller = yield Chance("value", "caller")
        for cards in range(self.cards, 0, -1):
            self.won = [[] for _ in range(self.players)]
            shares = tuple(cards if seat in self.left else 0 for seat in range(self.players))
            self.hands = yield Chance("deal", shares)
            if cards == self.cards:
                self.trumps = SUITS[(yield Chance("value", "trumps"))]
            else:
                (self.trumps,) = yield Ask(caller, "name", [(suit,) for suit in SUITS])
            yield from self.tricks(caller, cards)
            counts = [len(won) for won in self.won]
            self.left = [seat for seat in self.left if counts[seat] > NO_TRICK]
            if len(self.left) == 1:
                break
            best = [seat for seat in self.left if counts[seat] == max(counts)]
            drawn = yield Chance("value", "caller")
            caller = drawn if drawn in best else -1
        return Result(frozenset(self.left))

    def tricks(self, leader: int, cards: int) -> Generator[Ask | Chance, Any, None]:
        """Play the tricks of a deal."""
        for _ in range(cards):
            at = self.left.index(leader)
            order = self.left[at:] + self.left[:at]
            yield from play_trick(self.hands, self.trick, order)
            leader = order[taker(self.trick, rank_of, self.trumps)]
            self.won[leader] += self.trick
            self.trick.clear()
