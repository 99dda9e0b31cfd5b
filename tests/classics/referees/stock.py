"""What games for two have in common that draw from a stock behind each trick, until it is used up
or a player closes it: from then on suit is followed, beaten and trumped."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any, ClassVar

from tests.classics.referees.cards import rank_of, suit_of
from tests.classics.referees.trick import TrickReferee
from tests.referees.harness import Ask, Chance, Difference

ENOUGH, HALF = 66, 33
"""Points that win a deal, and points that save the loser from losing more."""


class StockReferee(TrickReferee):
    """A deal for two with a stock.

    Attributes:
        stock: The cards of the stock, with the one that is turned.
        worth: The points of the ranks. Those of more points are higher.
        extra: The points of marriages, and the like.
        closer: Who has closed the stock.
        stake: What the deal was worth when the stock was closed.
    """

    stock: ClassVar[int]
    worth: ClassVar[Mapping[int, int]]

    def begin(self) -> None:
        """Forget the last deal."""
        self.won, self.extra, self.trick = [[], []], [0, 0], []
        self.closer: int | None = None
        self.stake, self.left, self.turned, self.trumps = 0, self.stock, "", ""

    @property
    def is_open(self) -> bool:
        """Whether there is stock to be drawn from."""
        return self.left > 0 and self.closer is None

    def total(self, player: int) -> int:
        """Return the points a player has; without a trick there are none."""
        tricks = sum(self.worth[rank_of(card)] for card in self.won[player])
        return tricks + self.extra[player] if self.won[player] else 0

    def made(self) -> int | None:
        """Return who has enough points."""
        return next((p for p in range(2) if self.total(p) >= ENOUGH), None)

    def against(self, loser: int) -> int:
        """Return what a win is worth by what the loser has now."""
        return 3 if not self.won[loser] else 2 if self.total(loser) < HALF else 1

    def legal(self, player: int, *, is_strict: bool = True) -> list[str]:
        """Return what may be played to the card that was led."""
        hand, led = self.hands[player], self.trick[0]
        if self.is_open:
            return hand
        suited = [card for card in hand if suit_of(card) == suit_of(led)]
        trumps = [card for card in hand if suit_of(card) == self.trumps]
        if not is_strict:
            return suited or hand
        return [card for card in suited if self.beats(card, led)] or suited or trumps or hand

    def beats(self, card: str, led: str) -> bool:
        """Return whether a card takes the trick."""
        if suit_of(card) == suit_of(led):
            return self.worth[rank_of(card)] > self.worth[rank_of(led)]
        return suit_of(card) == self.trumps

    def follow(self, other: int, legal: list[str]) -> Generator[Ask | Chance, Any, int]:
        """Let a player play to the card that was led; return who takes the trick."""
        (_, card) = yield Ask(other, "follow", [("play", each) for each in legal])
        self.hands[other].remove(card)
        self.trick.append(card)
        taker = other if self.beats(card, self.trick[0]) else 1 - other
        self.won[taker] += self.trick
        self.trick = []
        return taker

    def draw(self, taker: int) -> Generator[Ask | Chance, Any, None]:
        """Let both draw; the last card is the one that was turned."""
        for player in (taker, 1 - taker):
            card = yield Chance("draw", player)
            self.left -= 1
            if not self.left and card != self.turned:
                raise Difference(f"the last card is {card}, {self.turned} was turned")
            self.turned = self.turned if self.left else ""
            self.hands[player].append(card)

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {**super().view(), "turned": [self.turned] if self.turned else []}
