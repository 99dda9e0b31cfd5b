"""Referee Belote: the jack and the nine of trumps are highest; who takes must make more points.

Trumps must be beaten; who cannot follow must trump, unless the partner has the trick.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from tests.classics.referees.cards import SUITS, rank_of, suit_of
from tests.classics.referees.trick import TrickReferee, around
from tests.referees.harness import Ask, Chance, Difference, Play, Result

PLAYERS, FIRST, HAND = 4, 5, 8
PLAIN = {7: 0, 8: 0, 9: 0, 11: 2, 12: 3, 13: 4, 10: 10, 14: 11}
TRUMP = {7: 0, 8: 0, 12: 3, 13: 4, 10: 10, 14: 11, 9: 14, 11: 20}
"""Points of ranks, the lowest first."""

LAST, ROYAL, ALL, SLAM = 10, 20, 162, 90


class Belote(TrickReferee):
    """Deals until a side has the points that win."""

    seen = ("turned", "points", "trumps", "held")

    def __init__(self, goal: int) -> None:
        self.goal, self.points, self.held = goal, [0, 0], 0
        self.hands: list[list[str]] = []
        self.begin()

    def begin(self) -> None:
        """Forget the last deal."""
        self.trumps = ""
        self.trick: list[str] = []
        self.turned: list[str] = []
        self.won: list[list[str]] = [[] for _ in range(PLAYERS)]

    def play(self) -> Play:
        """Play deals; the deal goes round."""
        dealer = yield Chance("value", "dealer")
        while max(self.points) < self.goal:
            self.begin()
            self.hands = yield Chance("deal", FIRST)
            self.turned = [(yield Chance("turn", "turned"))]
            yield from self.deal((dealer + 1) % PLAYERS)
            dealer = (dealer + 1) % PLAYERS
        best = max(self.points)
        won = {seat for seat in range(PLAYERS) if self.points[seat % 2] == best}
        return Result(frozenset(won), dict(enumerate(self.points)))

    def deal(self, leader: int) -> Generator[Ask | Chance, Any, None]:
        """Play a deal."""
        maker = yield from self.made(leader)
        if maker is None:
            return
        card = yield Chance("draw", maker)
        if [card] != self.turned:
            raise Difference(f"seat {maker} takes {card}; {self.turned} was turned")
        self.hands[maker].append(card)
        self.turned = []
        for seat in around(leader, PLAYERS):
            for _ in range(HAND - len(self.hands[seat])):
                self.hands[seat].append((yield Chance("draw", seat)))
        couple = {f"{self.trumps}-king", f"{self.trumps}-queen"}
        bonus = [0, 0]
        for seat, hand in enumerate(self.hands):
            if couple <= {*hand}:
                bonus[seat % 2] = ROYAL
        for _ in range(HAND):
            order = around(leader, PLAYERS)
            for seat in order:
                legal = self.legal(seat, order)
                (card,) = yield Ask(seat, "play", [(card,) for card in legal])
                self.hands[seat].remove(card)
                self.trick.append(card)
            leader = order[self.best()]
            self.won[leader] += self.trick
            self.trick = []
        self.score(maker % 2, leader % 2, bonus)

    def made(self, first: int) -> Generator[Ask | Chance, Any, int | None]:
        """Return who takes the card, or names another suit."""
        up = suit_of(self.turned[0])
        for seat in around(first, PLAYERS):
            (said,) = yield Ask(seat, "take", [("take-it",), ("decline",)])
            if said == "take-it":
                self.trumps = up
                return seat
        others = [("name-suit", suit) for suit in SUITS if suit != up]
        for seat in around(first, PLAYERS):
            words = yield Ask(seat, "name", [*others, ("decline",)])
            if words != ("decline",):
                self.trumps = words[1]
                return seat
        return None

    def height(self, card: str) -> tuple[int, int]:
        """Return how high a card is; lower than all where it cannot take the trick."""
        if suit_of(card) == self.trumps:
            return 2, [*TRUMP].index(rank_of(card))
        follows = suit_of(card) == suit_of(self.trick[0])
        return (1, [*PLAIN].index(rank_of(card))) if follows else (0, 0)

    def best(self) -> int:
        """Return the place of the card that has the trick."""
        heights = [self.height(card) for card in self.trick]
        return heights.index(max(heights))

    def legal(self, seat: int, order: Sequence[int]) -> list[str]:
        """Return what may be played."""
        hand = self.hands[seat]
        if not self.trick:
            return hand
        led = suit_of(self.trick[0])
        suited = [card for card in hand if suit_of(card) == led]
        if suited and led != self.trumps:
            return suited
        trumps = [card for card in hand if suit_of(card) == self.trumps]
        partner_has_it = (order[self.best()] - seat) % PLAYERS == 2
        if not trumps or (partner_has_it and led != self.trumps):
            return hand
        top = self.height(self.trick[self.best()])
        return [card for card in trumps if self.height(card) > top] or trumps

    def worth(self, card: str) -> int:
        """Return the points of a card."""
        return (TRUMP if suit_of(card) == self.trumps else PLAIN)[rank_of(card)]

    def score(self, side: int, last: int, bonus: list[int]) -> None:
        """Score a deal: who took must make more than the others; even points are held."""
        own = [0, 0]
        for seat, won in enumerate(self.won):
            own[seat % 2] += sum(map(self.worth, won))
        own[last] += LAST
        for each in range(2):
            if not self.won[1 - each] and not self.won[3 - each]:
                self.points[each] += SLAM
        made, lost = (own[each] + bonus[each] for each in (side, 1 - side))
        if made > lost:
            self.points[side] += made + self.held
            self.points[1 - side] += lost
            self.held = 0
        elif made < lost:
            self.points[1 - side] += ALL + bonus[1 - side] + self.held
            self.points[side] += bonus[side]
            self.held = 0
        else:
            self.points[1 - side] += lost
            self.held += made
