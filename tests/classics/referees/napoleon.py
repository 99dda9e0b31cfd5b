"""Referee Napoleon: the highest bidder and the holder of the card he calls against the others.

There are 20 picture cards, aces down to tens. The bidder names trumps with his number, calls a
card, takes up what was not dealt and lays as many cards away; he leads to the first trick.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import combinations
from typing import Any

from tests.classics.referees.cards import FRENCH, SUITS, most_points, rank_of, suit_of
from tests.referees.harness import Ask, Chance, Play, Referee

DEALT, PICTURES, TEN = 50, 20, 10
JACK, TWO = 11, 2
ALMIGHTY, HEART_QUEEN = "spades-ace", "hearts-queen"
BLACK = ("clubs", "spades")
Doing = Generator[Ask | Chance, Any, None]


class Napoleon(Referee):
    """A number of deals.

    Args:
        rules: Of `almighty`, `jacks`, `same-two`, `heart-queen` and `buried-count` those played.
    """

    def __init__(self, players: int, deals: int, least: int, rules: frozenset[str]) -> None:
        self.players, self.deals, self.least, self.rules = players, deals, least, rules
        self.points = [0] * players
        self.dealer = 0
        self.hands: list[list[str]] = []
        self.begin()

    def begin(self) -> None:
        """Forget the last deal."""
        self.won: list[list[str]] = [[] for _ in range(self.players)]
        self.trick: list[str] = []
        self.buried: list[str] = []
        self.bid = (0, "")
        self.napoleon: int | None = None
        self.adjutant: int | None = None
        self.called = ""

    @property
    def trumps(self) -> str:
        """The suit that was bid."""
        return self.bid[1]

    def around(self, first: int) -> list[int]:
        """Return all players clockwise."""
        return [(first + turn) % self.players for turn in range(self.players)]

    # --- a deal -------------------------------------------------------------------------------

    def play(self) -> Play:
        """Play all deals; most points win."""
        self.dealer = yield Chance("value", "dealer")
        for _ in range(self.deals):
            self.begin()
            self.hands = yield Chance("deal", DEALT // self.players)
            yield from self.bidding()
            if self.napoleon is not None:
                yield from self.preparing(self.napoleon)
                yield from self.tricks(self.napoleon)
                self.count(self.napoleon)
            self.dealer = (self.dealer + 1) % self.players
        return most_points(self.points)

    def bidding(self) -> Doing:
        """Let everyone outbid the highest bid; whoever passes is out."""
        left = self.around((self.dealer + 1) % self.players)
        while [player for player in left if player != self.napoleon]:
            for player in tuple(left):
                if player == self.napoleon:
                    continue
                bids = [("bid", str(n), suit) for n, suit in self.higher()]
                what, *bid = yield Ask(player, "bidding", [*bids, ("pass",)])
                if what == "pass":
                    left.remove(player)
                else:
                    self.bid, self.napoleon = (int(bid[0]), bid[1]), player

    def higher(self) -> list[tuple[int, str]]:
        """Return what is more than the highest bid: more cards, or as many in a higher suit."""
        every = [(n, suit) for n in range(self.least, PICTURES + 1) for suit in SUITS]
        if self.napoleon is None:
            return every
        n, suit = self.bid
        return [bid for bid in every if (bid[0], SUITS.index(bid[1])) > (n, SUITS.index(suit))]

    def preparing(self, napoleon: int) -> Doing:
        """Call a card, take up what was left over and lay as many cards away."""
        (self.called,) = yield Ask(napoleon, "call", [(card,) for card in FRENCH])
        dealt = [card for hand in self.hands for card in hand]
        left = [card for card in FRENCH if card not in dealt]
        hand = self.hands[napoleon]
        hand += left
        self.buried = list((yield Ask(napoleon, "lay away", [*combinations(hand, len(left))])))
        for card in self.buried:
            hand.remove(card)

    def tricks(self, leader: int) -> Doing:
        """Play all tricks."""
        while self.hands[leader]:
            order = self.around(leader)
            for player in order:
                (card,) = yield Ask(player, "play", [(card,) for card in self.legal(player)])
                self.hands[player].remove(card)
                self.trick.append(card)
                if card == self.called:
                    self.adjutant = player
            is_first = not any(self.won)
            leader = order[self.best()]
            self.won[leader] += self.trick
            if is_first and "buried-count" in self.rules:
                self.won[leader] += self.buried
                self.buried = []
            self.trick = []

    def legal(self, player: int) -> list[str]:
        """Return what may be played: the suit that was led, if there is one."""
        led = suit_of(self.trick[0]) if self.trick else None
        return [c for c in self.hands[player] if suit_of(c) == led] or self.hands[player]

    def best(self) -> int:
        """Return the place of the card that takes the trick."""
        strengths = [self.strength(card) for card in self.trick]
        return strengths.index(max(strengths))

    def strength(self, card: str) -> tuple[int, int]:
        """Return how strong a card of the trick is: its class, and its rank there."""
        led, rank = suit_of(self.trick[0]), rank_of(card)
        if "almighty" in self.rules and ALMIGHTY in self.trick:
            if "heart-queen" in self.rules and card == HEART_QUEEN:
                return 7, 0
            if card == ALMIGHTY:
                return 6, 0
        if "jacks" in self.rules and rank == JACK:
            if suit_of(card) == self.trumps:
                return 5, 0
            if (suit_of(card) in BLACK) == (self.trumps in BLACK):
                return 4, 0
        if "same-two" in self.rules and rank == TWO and {*map(suit_of, self.trick)} == {led}:
            return 3, 0
        if suit_of(card) == self.trumps:
            return 2, rank
        return (1, rank) if suit_of(card) == led else (0, 0)

    # --- counting -----------------------------------------------------------------------------

    def taken(self, player: int) -> int:
        """Return how many picture cards a player has taken."""
        return sum(rank_of(card) >= TEN for card in self.won[player])

    def count(self, napoleon: int) -> None:
        """Score a deal: two for Napoleon and one for his adjutant, or one for each ally."""
        adjutant = napoleon if self.adjutant is None else self.adjutant
        army = {napoleon, adjutant}
        if sum(map(self.taken, army)) >= self.bid[0]:
            self.points[napoleon] += 2
            self.points[adjutant] += 1
        else:
            for player in range(self.players):
                self.points[player] += player not in army

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "won": [sorted(won) for won in self.won],
            "trick": self.trick,
            "buried": sorted(self.buried),
            "napoleon": self.napoleon,
            "adjutant": self.adjutant,
            "pictures": self.bid[0],
            "trumps": self.trumps,
            "points": self.points,
        }
