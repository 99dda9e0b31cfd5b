"""Referee Pinochle: a bid, melds and twelve tricks for two sides, until one has the points.

Suit is followed; trumps that were led must be beaten; who cannot follow trumps. The bidders lose
their bid where melds and tricks are less. A side without a trick has no melds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import Any

from tests.classics.referees.cards import SUITS, rank_of, suit_of
from tests.classics.referees.trick import TrickReferee, around
from tests.referees.harness import Ask, Chance, Play, Result

PLAYERS, HAND, LAST = 4, 12, 10
ORDER = (9, 11, 12, 13, 10, 14)
WORTH = {14: 11, 10: 10, 13: 4, 12: 3, 11: 2, 9: 0}
LOWEST, HIGHEST, STEP = 100, 1000, 10
FLUSH, ROYAL, MARRIAGE, DIX, PINOCHLE = 150, 40, 20, 10, 40
FOURS = {"ace": 100, "king": 80, "queen": 60, "jack": 40}
Doing = Generator[Ask | Chance, Any, Any]


class Pinochle(TrickReferee):
    """Deals until a side has the points that win, or there were enough."""

    seen = ("melds", "bid", "trumps", "points")

    def __init__(self, goal: int, deals: int) -> None:
        self.goal, self.deals, self.points = goal, deals, [0, 0]
        self.hands: list[list[str]] = []
        self.won: list[list[str]] = []
        self.trick: list[str] = []
        self.melds = [0] * PLAYERS
        self.trumps, self.bid = "", 0

    def play(self) -> Play:
        """Play deals; the deal goes round."""
        dealer = yield Chance("value", "dealer")
        for deal in range(self.deals):
            if (yield from self.deal((dealer + deal) % PLAYERS)):
                break
        best = max(self.points)
        won = frozenset(seat for seat in range(PLAYERS) if self.points[seat % 2] == best)
        return Result(won, dict(enumerate(self.points)))

    def deal(self, dealer: int) -> Doing:
        """Play a deal, and return whether a side has enough."""
        self.hands = yield Chance("deal", HAND)
        self.won, self.melds = [[] for _ in range(PLAYERS)], [0] * PLAYERS
        self.trumps, self.bid = "", 0
        first = (dealer + 1) % PLAYERS
        bidder = yield from self.auction(first)
        if bidder is None:
            return False
        (_, self.trumps) = yield Ask(bidder, "name", [("name-trumps", suit) for suit in SUITS])
        self.melds = [melds(hand, self.trumps) for hand in self.hands]
        last = yield from self.tricks(first)
        own, others = bidder % 2, 1 - bidder % 2
        made = self.made(own, last)
        self.points[own] += made if made >= self.bid else -self.bid
        if self.points[own] < self.goal:
            self.points[others] += self.made(others, last)
        return max(self.points) >= self.goal

    def auction(self, first: int) -> Doing:
        """Let all bid until one is left; whoever has passed is out."""
        bidder, inside = None, around(first, PLAYERS)
        while inside:
            for seat in list(inside):
                if inside == [bidder]:
                    return bidder
                least = max(LOWEST, self.bid + STEP)
                bids = [("make-bid", str(n)) for n in range(least, HIGHEST + 1, STEP)]
                (what, *number) = yield Ask(seat, "bid", [*bids, ("decline",)])
                if what == "decline":
                    inside.remove(seat)
                else:
                    bidder, self.bid = seat, int(number[0])
        return None

    def tricks(self, leader: int) -> Doing:
        """Play all tricks, and return the side that has the last one."""
        while self.hands[leader]:
            order = around(leader, PLAYERS)
            for seat in order:
                names = sorted({*self.legal(seat)})
                (_, card) = yield Ask(seat, "play", [("play", name) for name in names])
                self.hands[seat].remove(card)
                self.trick.append(card)
            heights = [self.height(card) for card in self.trick]
            leader = order[heights.index(max(heights))]
            self.won[leader] += self.trick
            self.trick = []
        return leader % 2

    def height(self, card: str) -> tuple[int, int]:
        """Return how high a card is in the trick."""
        group = 2 if suit_of(card) == self.trumps else suit_of(card) == suit_of(self.trick[0])
        return int(group), ORDER.index(rank_of(card)) if group else 0

    def legal(self, seat: int) -> list[str]:
        """Return what may be played."""
        hand = self.hands[seat]
        if not self.trick:
            return hand
        led = suit_of(self.trick[0])
        suited = [card for card in hand if suit_of(card) == led]
        if suited and led == self.trumps:
            top = max(map(self.height, self.trick))
            return [card for card in suited if self.height(card) > top] or suited
        return suited or [card for card in hand if suit_of(card) == self.trumps] or hand

    def made(self, side: int, last: int) -> int:
        """Return what a side has in tricks and melds."""
        won = [card for seat in (side, side + 2) for card in self.won[seat]]
        tricks = sum(WORTH[rank_of(card)] for card in won) + (LAST if last == side else 0)
        return tricks + self.melds[side] + self.melds[side + 2] if won else 0


def melds(hand: list[str], trumps: str) -> int:
    """Return what the melds of a hand are worth."""
    has = Counter(hand)
    flushes = min(has[f"{trumps}-{rank}"] for rank in ("ace", "10", "king", "queen", "jack"))
    found = FLUSH * flushes + DIX * has[f"{trumps}-9"]
    for suit in SUITS:
        pairs = min(has[f"{suit}-king"], has[f"{suit}-queen"])
        found += ROYAL * (pairs - flushes) if suit == trumps else MARRIAGE * pairs
    for rank, points in FOURS.items():
        found += points * min(has[f"{suit}-{rank}"] for suit in SUITS)
    return found + PINOCHLE * min(has["spades-queen"], has["diamonds-jack"])
