"""Referee Sixty-six: tricks and marriages to 66 points, with a stock that the leader may close.

As long as there is stock anything may be played. Afterwards suit is followed and, where it is
strict, beaten and trumped. Marriages count as soon as one has a trick.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.classics.referees.cards import rank_of, suit_of
from tests.classics.referees.stock import StockReferee
from tests.referees.harness import Ask, Chance, Play, Result

HAND, PLAYERS = 6, 2
WORTH = {14: 11, 10: 10, 13: 4, 12: 3, 11: 2, 9: 0}
"""Points of ranks, the highest first."""

KING, QUEEN, NINE = 13, 12, 9
MARRIAGE, ROYAL = 20, 40
Doing = Generator[Ask | Chance, Any, None]


class SixtySix(StockReferee):
    """Deals until somebody has the game points that win.

    Args:
        strict: Without stock one must beat and trump.
        late: Marriages count without stock.
        last: Points for the last trick.
    """

    stock, worth = 12, WORTH
    seen = ("extra", "points", "closer", "carried")

    def __init__(self, goal: int, strict: bool, late: bool, last: int) -> None:
        self.goal, self.strict, self.late, self.last = goal, strict, late, last
        self.points = [0] * PLAYERS
        self.carried = self.dealer = 0
        self.hands: list[list[str]] = []
        self.begin()

    # --- a deal -------------------------------------------------------------------------------

    def play(self) -> Play:
        """Play deals; the deal alternates."""
        self.dealer = yield Chance("value", "dealer")
        while max(self.points) < self.goal:
            self.begin()
            self.hands = yield Chance("deal", HAND)
            self.turned = yield Chance("turn", "turned")
            self.trumps = suit_of(self.turned)
            leader = 1 - self.dealer
            while self.made() is None and self.hands[leader]:
                leader = yield from self.round(leader)
            self.score()
            self.dealer = 1 - self.dealer
        best = max(self.points)
        won = frozenset(seat for seat in range(PLAYERS) if self.points[seat] == best)
        return Result(won, dict(enumerate(self.points)))

    def round(self, leader: int) -> Generator[Ask | Chance, Any, int]:
        """Play a trick and draw; return who leads next."""
        yield from self.leading(leader)
        if self.made() is not None:
            return leader
        legal = self.legal(1 - leader, is_strict=self.strict)
        taker = yield from self.follow(1 - leader, legal)
        if not self.hands[taker] and self.closer is None:
            self.extra[taker] += self.last
        if self.made() is None and self.is_open:
            yield from self.draw(taker)
        return taker

    def leading(self, leader: int) -> Doing:
        """Lead, after changing the nine or closing the stock."""
        hand = self.hands[leader]
        while not self.trick:
            (what, *card) = yield Ask(leader, "lead", self.leads(leader))
            if what == "close":
                self.closer = leader
                self.stake = 2 if self.won[1 - leader] else 3
            elif what == "change-nine":
                nine = f"{self.trumps}-{NINE}"
                hand[hand.index(nine)], self.turned = self.turned, nine
            else:
                if what == "marry":
                    self.extra[leader] += ROYAL if suit_of(card[0]) == self.trumps else MARRIAGE
                hand.remove(card[0])
                self.trick.append(card[0])

    def leads(self, leader: int) -> list[tuple[str, ...]]:
        """Return what may be done by who leads."""
        hand = self.hands[leader]
        couples = [
            suit_of(card)
            for card in hand
            if rank_of(card) == KING and f"{suit_of(card)}-queen" in hand
        ]
        found: list[tuple[str, ...]] = [("play", card) for card in hand]
        if self.is_open or self.late:
            found += [("marry", f"{suit}-{face}") for suit in couples for face in ("king", "queen")]
        if self.is_open and self.won[leader] and f"{self.trumps}-{NINE}" in hand:
            found.append(("change-nine",))
        return [*found, *([("close",)] if self.is_open else [])]

    def score(self) -> None:
        """Score a deal: more for few points of the other; a stock closed in vain is the other's."""
        winner = self.made()
        if winner is None and self.closer is None:
            self.carried += 1
            return
        if winner is None or self.closer not in (None, winner):
            winner, worth = 1 - self.closer, self.stake
        else:
            worth = self.against(1 - winner)
        self.points[winner] += worth + self.carried
        self.carried = 0
