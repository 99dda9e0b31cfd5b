"""Referee Pitch: high, low, jack and game count; the bidder's first card makes trumps."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.classics.referees.cards import rank_of, suit_of
from tests.classics.referees.trick import TrickReferee, around, taker
from tests.referees.harness import Ask, Chance, Play, Result

HAND, LEAST, MOST, JACK = 6, 2, 4, 11
PIPS = {10: 10, 11: 1, 12: 2, 13: 3, 14: 4}


class Pitch(TrickReferee):
    """Deals until somebody has the points that win.

    Args:
        forced: The dealer must bid when all others have passed.
    """

    seen = ("points", "trumps")

    def __init__(self, players: int, goal: int, forced: bool) -> None:
        self.players, self.goal, self.forced = players, goal, forced
        self.points = [0] * players
        self.hands: list[list[str]] = []
        self.begin()

    def begin(self) -> None:
        """Forget the last deal."""
        self.trumps = ""
        self.trick: list[str] = []
        self.won: list[list[str]] = [[] for _ in range(self.players)]

    def play(self) -> Play:
        """Play deals; the deal goes round."""
        dealer = yield Chance("value", "dealer")
        while max(self.points) < self.goal:
            self.begin()
            self.hands = yield Chance("deal", HAND)
            yield from self.deal(dealer)
            dealer = (dealer + 1) % self.players
        won = {seat for seat, points in enumerate(self.points) if points >= self.goal}
        return Result(frozenset(won), dict(enumerate(self.points)))

    def deal(self, dealer: int) -> Generator[Ask | Chance, Any, None]:
        """Play a deal."""
        bidder, bid = None, LEAST - 1
        for seat in around((dealer + 1) % self.players, self.players):
            if bid == MOST:
                break
            options: list[tuple[Any, ...]] = [("bid", str(n)) for n in range(bid + 1, MOST + 1)]
            if not (self.forced and bidder is None and seat == dealer):
                options.append(("decline",))
            said = yield Ask(seat, "bid", options)
            if said[0] == "bid":
                bidder, bid = seat, int(said[1])
        if bidder is None:
            return
        leader = bidder
        for _ in range(HAND):
            order = around(leader, self.players)
            for seat in order:
                (card,) = yield Ask(seat, "play", [(card,) for card in self.legal(seat)])
                self.hands[seat].remove(card)
                self.trick.append(card)
                self.trumps = self.trumps or suit_of(card)
            leader = order[taker(self.trick, rank_of, self.trumps)]
            self.won[leader] += self.trick
            self.trick = []
        self.score(bidder, bid)

    def legal(self, seat: int) -> list[str]:
        """Return what may be played: who can follow may trump."""
        hand = self.hands[seat]
        if not self.trick:
            return hand
        suits = {suit_of(self.trick[0]), self.trumps}
        follows = any(suit_of(card) == suit_of(self.trick[0]) for card in hand)
        return [card for card in hand if suit_of(card) in suits] if follows else hand

    def score(self, bidder: int, bid: int) -> None:
        """Score a deal: the bidder first, then high, low, jack and game."""
        where = {rank_of(c): seat for seat, won in enumerate(self.won) for c in won
                 if suit_of(c) == self.trumps}  # fmt: skip
        earners = [where[max(where)], where[min(where)]]
        earners += [where[JACK]] if JACK in where else []
        pips = [sum(PIPS.get(rank_of(c), 0) for c in won) for won in self.won]
        if pips.count(max(pips)) == 1:
            earners.append(pips.index(max(pips)))
        own = earners.count(bidder)
        self.points[bidder] += own if own >= bid else -bid
        for seat in earners:
            if max(self.points) >= self.goal:
                return
            if seat != bidder:
                self.points[seat] += 1
