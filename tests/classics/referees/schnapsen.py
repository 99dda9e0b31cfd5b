"""Referee Schnapsen: tricks and marriages to 66 points with twenty cards.

As long as there is stock anything may be played. Afterwards suit is followed, beaten and trumped.
What a closed stock is worth is settled when it is closed; with the stock used up the last trick
wins where nobody has enough.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.classics.referees.cards import rank_of, suit_of
from tests.classics.referees.stock import StockReferee
from tests.referees.harness import Ask, Chance, Play, Result

HAND = 5
WORTH = {14: 11, 10: 10, 13: 4, 12: 3, 11: 2}
"""Points of ranks, the highest first."""

BONUS = {False: 20, True: 40}
"""Points for a marriage, by whether it is of trumps."""

IN_VAIN = 2
"""Game points at least for whom the other closed the stock in vain."""


class Schnapsen(StockReferee):
    """Deals until somebody has the game points that win."""

    stock, worth = 10, WORTH
    seen = ("points", "closer")

    def __init__(self, goal: int) -> None:
        self.goal, self.points = goal, [0, 0]
        self.hands: list[list[str]] = []
        self.begin()

    def play(self) -> Play:
        """Play deals; the deal alternates."""
        dealer = yield Chance("value", "dealer")
        while max(self.points) < self.goal:
            self.begin()
            self.hands = yield Chance("deal", HAND)
            self.turned = yield Chance("turn", "turned")
            self.trumps = suit_of(self.turned)
            yield from self.deal(1 - dealer)
            dealer = 1 - dealer
        won = frozenset(seat for seat in range(2) if self.points[seat] == max(self.points))
        return Result(won, dict(enumerate(self.points)))

    def deal(self, leader: int) -> Generator[Ask | Chance, Any, None]:
        """Play a deal."""
        while self.made() is None and self.hands[leader]:
            yield from self.lead(leader)
            if self.made() is not None:
                break
            leader = yield from self.follow(1 - leader, self.legal(1 - leader))
            if self.made() is None and self.is_open:
                yield from self.draw(leader)
        self.score(leader)

    def lead(self, leader: int) -> Generator[Ask | Chance, Any, None]:
        """Lead, after changing the jack or closing the stock."""
        hand = self.hands[leader]
        while not self.trick:
            jack = f"{self.trumps}-jack"
            options: list[tuple[str, ...]] = [("play", card) for card in hand]
            for card in hand:
                partner = {12: "king", 13: "queen"}.get(rank_of(card))
                if partner and f"{suit_of(card)}-{partner}" in hand:
                    options.append(("marry", card))
            if self.is_open:
                options += [("close",), *([("change-jack",)] if jack in hand else [])]
            (what, *card) = yield Ask(leader, "lead", options)
            if what == "close":
                self.closer, self.stake = leader, self.against(1 - leader)
            elif what == "change-jack":
                hand[hand.index(jack)], self.turned = self.turned, jack
            else:
                if what == "marry":
                    self.extra[leader] += BONUS[suit_of(card[0]) == self.trumps]
                hand.remove(card[0])
                self.trick.append(card[0])

    def score(self, last: int) -> None:
        """Score a deal; who took the last trick wins where nobody closed or has enough."""
        made = self.made()
        if self.closer is None:
            winner = last if made is None else made
            self.points[winner] += self.against(1 - winner)
        elif made == self.closer:
            self.points[made] += self.stake
        else:
            self.points[1 - self.closer] += max(self.stake, IN_VAIN)

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {**super().view(), "marriages": self.extra}
