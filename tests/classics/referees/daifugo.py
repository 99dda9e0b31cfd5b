"""Referee Daifugo: as many higher cards as lie on the table, or pass; the two is the highest.

Options add the revolution, the eight that clears the table, binding of suits and the downfall of a
grand millionaire who is not first again. Whoever passes is out until the table is cleared.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import combinations
from typing import Any

from tests.classics.referees.cards import most_points, rank_of, suit_of
from tests.referees.harness import Ask, Chance, Difference, Play, Referee

CARDS = 52
HIGHEST = {2: 15}
"""Ranks that stand higher than printed."""

TWO, ONE = 2, 1
STARTER = "diamonds-3"
REVOLUTION, EIGHT = 4, 8
Doing = Generator[Ask | Chance, Any, None]
Laying = Generator[Chance, Any, tuple[str, ...]]


class Daifugo(Referee):
    """A number of deals.

    Args:
        rules: Of `revolution`, `eight-stop`, `bind` and `downfall` those that are played.
    """

    def __init__(self, players: int, deals: int, rules: frozenset[str]) -> None:
        self.players, self.deals, self.rules = players, deals, rules
        self.hands: list[list[str]] = []
        self.points, self.dealt = [0] * players, 0
        self.places: dict[int, int] = {}
        self.table: list[str] = []
        self.is_overturned = self.is_bound = False
        self.grand: int | None = None
        """Who was first in the last deal."""

    # --- cards --------------------------------------------------------------------------------

    def height(self, card: str) -> int:
        """Return how high a card stands now."""
        height = HIGHEST.get(rank_of(card), rank_of(card))
        return -height if self.is_overturned else height

    def holders(self) -> list[int]:
        """Return who has cards."""
        return [player for player, hand in enumerate(self.hands) if hand]

    def after(self, player: int, others: list[int]) -> int:
        """Return the first of some others, clockwise from a player."""
        return min(others, key=lambda other: (other - player - 1) % self.players)

    def sets(self, player: int) -> list[tuple[str, ...]]:
        """Return what a player may lead, or play on what lies on the table."""
        hand = sorted(self.hands[player])
        if not self.table:
            return [cards for n in range(1, REVOLUTION + 1) for cards in alike(hand, n)]
        top = self.height(self.table[0])
        found = alike([card for card in hand if self.height(card) > top], len(self.table))
        return [cards for cards in found if not self.is_bound or self.fits(cards)]

    def fits(self, cards: tuple[str, ...]) -> bool:
        """Return whether cards have the suits that lie on the table."""
        return {*map(suit_of, cards)} == {*map(suit_of, self.table)}

    # --- a deal -------------------------------------------------------------------------------

    def play(self) -> Play:
        """Play all deals; most points win."""
        while self.goes_on():
            self.hands = yield Chance("share", CARDS)
            self.is_overturned = False
            yield from self.trading()
            leader = self.starter()
            by_place = {place: player for player, place in self.places.items()}
            self.grand = by_place.get(1)
            self.places = {}
            while len(self.holders()) > 1:
                leader = yield from self.trick(leader)
            for player in self.holders():
                self.out(player)
            self.dealt += 1
            self.score()
        return most_points(self.points)

    def goes_on(self) -> bool:
        """Return whether there is another deal."""
        return self.dealt < self.deals

    def score(self) -> None:
        """Give everyone a point for each player behind him."""
        for player, place in self.places.items():
            self.points[player] += self.players - place

    def starter(self) -> int:
        """Return who leads first: the holder of a certain three, later the poorest."""
        poorest = [player for player, place in self.places.items() if place == self.players]
        return (poorest or [p for p, hand in enumerate(self.hands) if STARTER in hand])[0]

    def trading(self) -> Doing:
        """Let the rich take the best cards of the poor for any of theirs."""
        by_place = {place: player for player, place in self.places.items()}
        pairs = [(1, self.players, TWO)] + ([(2, self.players - 1, ONE)] * (self.players > 3))
        for rich, poor, number in pairs if by_place else []:
            yield from self.trade(by_place[rich], by_place[poor], number)

    def trade(self, rich: int, poor: int, number: int) -> Doing:
        """Take the best cards of somebody and give as many back; of equals chance takes one."""
        for _ in range(number):
            card = yield Chance("draw", rich)
            best = max(map(self.height, self.hands[poor]))
            if card not in self.hands[poor] or self.height(card) < best:
                raise Difference(f"seat {rich} got {card} of {sorted(self.hands[poor])}")
            self.hands[poor].remove(card)
            self.hands[rich].append(card)
        for card in (yield Ask(rich, "trade", [*combinations(self.hands[rich], number)])):
            self.hands[rich].remove(card)
            self.hands[poor].append(card)

    def trick(self, leader: int) -> Generator[Ask | Chance, Any, int]:
        """Play until nobody goes on; return who leads next."""
        self.table, self.is_bound = [], False
        last, passed = leader, set[int]()
        left = self.holders()
        player = leader if leader in left else self.after(leader, left)
        while True:
            pass_by = [("pass-by",)] if self.table else []
            option = yield Ask(player, "turn", [*self.plays(player), *pass_by])
            if option == ("pass-by",):
                passed.add(player)
            else:
                last = player
                cards = yield from self.laid(player, option)
                if self.put(player, cards) or len(self.holders()) < 2:
                    break
            left = [p for p in self.holders() if p not in passed and p != last]
            if not left:
                break
            player = self.after(player, left)
        self.table, self.is_bound = [], False
        return last

    def plays(self, player: int) -> list[tuple[str, ...]]:
        """Return what a player may play in words: the action, the rank and the cards."""
        what = "follow" if self.table else "lead"
        return [(what, str(rank_of(cards[0])), *cards) for cards in self.sets(player)]

    def laid(self, player: int, option: tuple[str, ...]) -> Laying:
        """Return the cards that an option plays."""
        yield from ()
        return option[2:]

    def put(self, player: int, cards: tuple[str, ...]) -> bool:
        """Put cards on the table; return whether they clear it."""
        if "bind" in self.rules and self.table and self.fits(cards):
            self.is_bound = True
        if "revolution" in self.rules and len(cards) == REVOLUTION:
            self.is_overturned = not self.is_overturned
        self.table = list(cards)
        for card in cards:
            self.hands[player].remove(card)
        if not self.hands[player]:
            self.out(player)
        return "eight-stop" in self.rules and rank_of(cards[0]) == EIGHT

    def out(self, player: int) -> None:
        """Give a player the next place; the former grand millionaire may fall."""
        taken = self.places.values()
        self.places[player] = next(n for n in range(1, self.players + 1) if n not in taken)
        first = self.places[player] == 1
        if "downfall" in self.rules and first and self.grand not in (None, player):
            self.places[self.grand] = self.players
            self.hands[self.grand] = []

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "table": sorted(self.table),
            "points": self.points,
            "overturned": self.is_overturned,
            "bound": self.is_bound,
        }


def alike(cards: list[str], number: int) -> list[tuple[str, ...]]:
    """Return all sets of so many cards of one rank."""
    ranks = {rank_of(card) for card in cards}
    return [
        found
        for rank in sorted(ranks)
        for found in combinations([card for card in cards if rank_of(card) == rank], number)
    ]
