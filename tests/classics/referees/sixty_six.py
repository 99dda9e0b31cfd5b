"""Referee Sixty-six: tricks and marriages to 66 points, with a stock that the leader may close.

As long as there is stock anything may be played. Afterwards suit is followed and, where it is
strict, beaten and trumped. Marriages count as soon as one has a trick.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.classics.referees.cards import rank_of, suit_of
from tests.referees.harness import Ask, Chance, Difference, Play, Referee, Result

HAND, PLAYERS = 6, 2
WORTH = {14: 11, 10: 10, 13: 4, 12: 3, 11: 2, 9: 0}
"""Points of ranks, the highest first."""

KING, QUEEN, NINE = 13, 12, 9
MARRIAGE, ROYAL = 20, 40
ENOUGH, HALF = 66, 33
STOCK = 12
Doing = Generator[Ask | Chance, Any, None]


def height(card: str) -> int:
    """Return how high a card is in its suit."""
    return -[*WORTH].index(rank_of(card))


class SixtySix(Referee):
    """Deals until somebody has the game points that win.

    Args:
        strict: Without stock one must beat and trump.
        late: Marriages count without stock.
        last: Points for the last trick.
    """

    def __init__(self, goal: int, strict: bool, late: bool, last: int) -> None:
        self.goal, self.strict, self.late, self.last = goal, strict, late, last
        self.points = [0] * PLAYERS
        self.carried = self.dealer = 0
        self.hands: list[list[str]] = []
        self.begin()

    def begin(self) -> None:
        """Forget the last deal."""
        self.won: list[list[str]] = [[] for _ in range(PLAYERS)]
        self.extra = [0] * PLAYERS
        self.trick: list[str] = []
        self.closer: int | None = None
        self.stake, self.left, self.turned = 0, STOCK, ""

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
            while self.winner() is None and self.hands[leader]:
                leader = yield from self.round(leader)
            self.score()
            self.dealer = 1 - self.dealer
        best = max(self.points)
        won = frozenset(seat for seat in range(PLAYERS) if self.points[seat] == best)
        return Result(won, dict(enumerate(self.points)))

    @property
    def is_open(self) -> bool:
        """Whether there is stock to be drawn from."""
        return self.left > 0 and self.closer is None

    def total(self, player: int) -> int:
        """Return the points a player has; without a trick there are none."""
        tricks = sum(WORTH[rank_of(card)] for card in self.won[player])
        return tricks + self.extra[player] if self.won[player] else 0

    def winner(self) -> int | None:
        """Return who has enough points."""
        return next((p for p in range(PLAYERS) if self.total(p) >= ENOUGH), None)

    def round(self, leader: int) -> Generator[Ask | Chance, Any, int]:
        """Play a trick and draw; return who leads next."""
        yield from self.leading(leader)
        if self.winner() is not None:
            return leader
        other = 1 - leader
        (_, card) = yield Ask(other, "follow", [("play", card) for card in self.legal(other)])
        self.hands[other].remove(card)
        self.trick.append(card)
        taker = other if self.beats(card, self.trick[0]) else leader
        self.won[taker] += self.trick
        self.trick = []
        if not self.hands[taker] and self.closer is None:
            self.extra[taker] += self.last
        if self.winner() is None and self.is_open:
            for player in (taker, 1 - taker):
                yield from self.draw(player)
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

    def legal(self, player: int) -> list[str]:
        """Return what may be played to the card that was led."""
        hand, led = self.hands[player], self.trick[0]
        if self.is_open:
            return hand
        suited = [card for card in hand if suit_of(card) == suit_of(led)]
        trumps = [card for card in hand if suit_of(card) == self.trumps]
        if not self.strict:
            return suited or hand
        return [card for card in suited if self.beats(card, led)] or suited or trumps or hand

    def beats(self, card: str, led: str) -> bool:
        """Return whether a card takes the trick."""
        if suit_of(card) == suit_of(led):
            return height(card) > height(led)
        return suit_of(card) == self.trumps

    def draw(self, player: int) -> Doing:
        """Draw a card; the last one is the one that was turned."""
        card = yield Chance("draw", player)
        self.left -= 1
        if not self.left and card != self.turned:
            raise Difference(f"the last card is {card}, {self.turned} was turned")
        self.turned = self.turned if self.left else ""
        self.hands[player].append(card)

    def score(self) -> None:
        """Score a deal: more for few points of the other; a stock closed in vain is the other's."""
        winner = self.winner()
        if winner is None and self.closer is None:
            self.carried += 1
            return
        if winner is None or self.closer not in (None, winner):
            winner, worth = 1 - self.closer, self.stake
        else:
            other = 1 - winner
            worth = 3 if not self.won[other] else 2 if self.total(other) < HALF else 1
        self.points[winner] += worth + self.carried
        self.carried = 0

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "won": [sorted(won) for won in self.won],
            "trick": self.trick,
            "turned": [self.turned] if self.turned else [],
            "extra": self.extra,
            "points": self.points,
            "closer": self.closer,
            "carried": self.carried,
        }
