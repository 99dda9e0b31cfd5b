"""Referee Euchre: partners make trumps and need three tricks of five.

The jack of trumps is the highest card, the other jack of its colour the next and a trump as well.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.classics.referees.cards import SUITS, rank_of, suit_of
from tests.classics.referees.trick import TrickReferee, around
from tests.referees.harness import Ask, Chance, Play, Result

PLAYERS, HAND, JACK = 4, 5, 11
COLOUR = {"clubs": "spades", "spades": "clubs", "diamonds": "hearts", "hearts": "diamonds"}
MARCH = {False: 2, True: 4}
"""Points for all tricks, by whether the maker was alone."""

Making = Generator[Ask | Chance, Any, tuple[int, bool] | None]


class Euchre(TrickReferee):
    """Deals until a side has the points that win.

    Args:
        stuck: The dealer must name a suit when all others have passed.
    """

    seen = ("turned", "points", "trumps")

    def __init__(self, goal: int, stuck: bool) -> None:
        self.goal, self.stuck = goal, stuck
        self.points = [0, 0]
        self.hands: list[list[str]] = []
        self.begin()

    def begin(self) -> None:
        """Forget the last deal."""
        self.trumps = ""
        self.trick: list[str] = []
        self.won: list[list[str]] = [[] for _ in range(PLAYERS)]
        self.turned: list[str] = []

    def suit(self, card: str) -> str:
        """Return the suit for which a card counts."""
        is_left = rank_of(card) == JACK and COLOUR[suit_of(card)] == self.trumps
        return self.trumps if is_left else suit_of(card)

    def height(self, card: str) -> tuple[bool, int, int]:
        """Return how high a card is among those that can take the trick."""
        is_trump = self.suit(card) == self.trumps
        bower = 0
        if is_trump and rank_of(card) == JACK:
            bower = 2 if suit_of(card) == self.trumps else 1
        return is_trump, bower, rank_of(card)

    def play(self) -> Play:
        """Play deals; the deal goes round."""
        dealer = yield Chance("value", "dealer")
        while max(self.points) < self.goal:
            yield from self.deal(dealer)
            dealer = (dealer + 1) % PLAYERS
        best = max(self.points)
        won = {seat for seat in range(PLAYERS) if self.points[seat % 2] == best}
        return Result(frozenset(won), dict(enumerate(self.points)))

    def deal(self, dealer: int) -> Generator[Ask | Chance, Any, None]:
        """Play a deal."""
        self.begin()
        self.hands = yield Chance("deal", HAND)
        self.turned = [(yield Chance("turn", "turned"))]
        first = (dealer + 1) % PLAYERS
        maker = yield from self.ordered(first, dealer)
        if maker is None:
            maker = yield from self.named(first, dealer)
        if maker is None:
            return
        player, is_alone = maker
        playing = [
            seat for seat in around(first, PLAYERS) if not is_alone or (seat - player) % 4 != 2
        ]
        leader = playing[0]
        for _ in range(HAND):
            order = playing[playing.index(leader) :] + playing[: playing.index(leader)]
            for seat in order:
                led = self.suit(self.trick[0]) if self.trick else ""
                suited = [card for card in self.hands[seat] if self.suit(card) == led]
                (card,) = yield Ask(seat, "play", [(c,) for c in suited or self.hands[seat]])
                self.hands[seat].remove(card)
                self.trick.append(card)
            led = self.suit(self.trick[0])
            can_take = [card for card in self.trick if self.suit(card) in (self.trumps, led)]
            leader = order[self.trick.index(max(can_take, key=self.height))]
            self.won[leader] += self.trick
            self.trick = []
        self.score(player, is_alone, len(playing))

    def ordered(self, first: int, dealer: int) -> Making:
        """Return who orders the card up, and whether alone; the dealer takes it."""
        for seat in around(first, PLAYERS):
            (what,) = yield Ask(seat, "order", [("order-up",), ("decline",)])
            if what == "order-up":
                self.trumps = suit_of(self.turned[0])
                (alone,) = yield Ask(seat, "alone", [("yes",), ("no",)])
                self.hands[dealer] += self.turned
                self.turned = []
                (card,) = yield Ask(dealer, "lay away", [(c,) for c in self.hands[dealer]])
                self.hands[dealer].remove(card)
                return seat, alone == "yes"
        return None

    def named(self, first: int, dealer: int) -> Making:
        """Return who names another suit, and whether alone."""
        suits = [suit for suit in SUITS if suit != suit_of(self.turned[0])]
        self.turned = []
        for seat in around(first, PLAYERS):
            may_pass = seat != dealer or not self.stuck
            names = [("name-suit", suit) for suit in suits]
            said = yield Ask(seat, "name", [*names, *([("decline",)] if may_pass else [])])
            if said != ("decline",):
                self.trumps = said[1]
                (alone,) = yield Ask(seat, "alone", [("yes",), ("no",)])
                return seat, alone == "yes"
        return None

    def score(self, maker: int, is_alone: bool, players: int) -> None:
        """Score a deal."""
        side = maker % 2
        tricks = sum(len(self.won[seat]) for seat in (side, side + 2)) // players
        if tricks < 3:
            self.points[1 - side] += 2
        else:
            self.points[side] += MARCH[is_alone] if tricks == HAND else 1
