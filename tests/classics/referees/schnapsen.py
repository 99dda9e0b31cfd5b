"""Referee Schnapsen: tricks and marriages to 66 points with twenty cards.

As long as there is stock anything may be played. Afterwards suit is followed, beaten and trumped.
What a closed stock is worth is settled when it is closed; with the stock used up the last trick
wins where nobody has enough.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.classics.referees.cards import rank_of, suit_of
from tests.referees.harness import Ask, Chance, Difference, Play, Referee, Result

HAND, STOCK, ENOUGH, HALF = 5, 10, 66, 33
WORTH = {14: 11, 10: 10, 13: 4, 12: 3, 11: 2}
"""Points of ranks, the highest first."""

BONUS = {False: 20, True: 40}
"""Points for a marriage, by whether it is of trumps."""

IN_VAIN = 2
"""Game points at least for whom the other closed the stock in vain."""


class Schnapsen(Referee):
    """Deals until somebody has the game points that win."""

    def __init__(self, goal: int) -> None:
        self.goal, self.points = goal, [0, 0]
        self.hands: list[list[str]] = []
        self.begin()

    def begin(self) -> None:
        """Forget the last deal."""
        self.won: list[list[str]] = [[], []]
        self.marriages = [0, 0]
        self.trick: list[str] = []
        self.closer: int | None = None
        self.stake, self.left, self.turned, self.trumps = 0, STOCK, "", ""

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
            led, other = self.trick[0], 1 - leader
            (_, card) = yield Ask(other, "follow", [("play", c) for c in self.legal(other, led)])
            self.hands[other].remove(card)
            self.trick.append(card)
            leader = other if self.beats(card, led) else leader
            self.won[leader] += self.trick
            self.trick = []
            if self.made() is None and self.is_open:
                for player in (leader, 1 - leader):
                    yield from self.draw(player)
        self.score(leader)

    @property
    def is_open(self) -> bool:
        """Whether there is stock to be drawn from."""
        return self.left > 0 and self.closer is None

    def total(self, player: int) -> int:
        """Return the points a player has; without a trick there are none."""
        tricks = sum(WORTH[rank_of(card)] for card in self.won[player])
        return tricks + self.marriages[player] if self.won[player] else 0

    def made(self) -> int | None:
        """Return who has enough points."""
        return next((p for p in range(2) if self.total(p) >= ENOUGH), None)

    def against(self, loser: int) -> int:
        """Return what a win is worth by what the loser has now."""
        return 3 if not self.won[loser] else 2 if self.total(loser) < HALF else 1

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
                    self.marriages[leader] += BONUS[suit_of(card[0]) == self.trumps]
                hand.remove(card[0])
                self.trick.append(card[0])

    def legal(self, player: int, led: str) -> list[str]:
        """Return what may be played to the card that was led."""
        hand = self.hands[player]
        if self.is_open:
            return hand
        suited = [card for card in hand if suit_of(card) == suit_of(led)]
        trumps = [card for card in hand if suit_of(card) == self.trumps]
        return [card for card in suited if self.beats(card, led)] or suited or trumps or hand

    def beats(self, card: str, led: str) -> bool:
        """Return whether a card takes the trick."""
        if suit_of(card) == suit_of(led):
            return WORTH[rank_of(card)] > WORTH[rank_of(led)]
        return suit_of(card) == self.trumps

    def draw(self, player: int) -> Generator[Ask | Chance, Any, None]:
        """Draw a card; the last one is the one that was turned."""
        card = yield Chance("draw", player)
        self.left -= 1
        if not self.left and card != self.turned:
            raise Difference(f"the last card is {card}, {self.turned} was turned")
        self.turned = self.turned if self.left else ""
        self.hands[player].append(card)

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
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "won": [sorted(won) for won in self.won],
            "trick": self.trick,
            "turned": [self.turned] if self.turned else [],
            "marriages": self.marriages,
            "points": self.points,
            "closer": self.closer,
        }
