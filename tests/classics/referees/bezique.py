"""Referee Bezique: marriages, fours, sequences and béziques out of two packs, declared by tricks.

As long as there is stock anything may be played, and whoever takes a trick may declare once before
both draw. Declared cards lie open and may be played, or serve again in another sort. Afterwards
suit is followed, beaten and trumped. Whoever has the points first wins at once.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import combinations
from typing import Any

from tests.classics.referees.cards import rank_of, suit_of
from tests.referees.harness import Ask, Chance, Pieces, Play, Referee, Result

HAND, STOCK = 8, 48
ORDER = (7, 8, 9, 11, 12, 13, 10, 14)
BRISQUES = (10, 14)
TEN = 10
"""Points for a brisque, a seven of trumps and the last trick."""

PAIRS = {"marriage": 20, "royal-marriage": 40}
FOURS = {"four-jacks": (11, 40), "four-queens": (12, 60), "four-kings": (13, 80)}
FOURS["four-aces"] = (14, 100)
SEQUENCE, BEZIQUE, DOUBLE = 250, 40, 500
LOVERS = ("spades-queen", "diamonds-jack")
Doing = Generator[Ask | Chance, Any, None]


class Over(Exception):
    """Somebody has the points that win."""


class Card:
    """One of the two cards of a name.

    Attributes:
        is_open: Whether it lies on the table.
        served: What it was declared in.
    """

    def __init__(self, name: str) -> None:
        self.name, self.is_open = name, False
        self.served: set[str] = set()

    @property
    def look(self) -> tuple[Any, ...]:
        """What is to be seen of it, and tells it from the other one."""
        return (self.name, self.is_open, tuple(sorted(self.served)))


class Bezique(Referee):
    """Deals until somebody has the points that win."""

    def __init__(self, goal: int) -> None:
        self.goal, self.points = goal, [0, 0]
        self.cards: list[list[Card]] = [[], []]
        self.won: list[list[str]] = [[], []]
        self.trick: list[Card] = []
        self.left, self.turned, self.trumps = 0, "", ""

    def play(self) -> Play:
        """Play deals; the deal alternates."""
        dealer = yield Chance("value", "dealer")
        try:
            while True:
                yield from self.deal(dealer)
                dealer = 1 - dealer
        except Over:
            won = frozenset(seat for seat in range(2) if self.points[seat] >= self.goal)
            return Result(won, dict(enumerate(self.points)))

    def score(self, player: int, points: int) -> None:
        """Score; who has enough has won."""
        self.points[player] += points
        if self.points[player] >= self.goal:
            raise Over

    def deal(self, dealer: int) -> Doing:
        """Play a deal."""
        hands = yield Chance("deal", HAND)
        self.cards = [[Card(name) for name in hand] for hand in hands]
        self.won, self.left = [[], []], STOCK
        self.turned = yield Chance("turn", "turned")
        self.trumps = suit_of(self.turned)
        if rank_of(self.turned) == ORDER[0]:
            self.score(dealer, TEN)
        leader = 1 - dealer
        while self.cards[leader]:
            leader = yield from self.play_trick(leader)
            if self.left:
                yield from self.declare(leader)
                yield from self.draw(leader)
        self.score(leader, TEN)
        for player in (1 - dealer, dealer):
            tops = [card for card in self.won[player] if rank_of(card) in BRISQUES]
            self.score(player, TEN * len(tops))

    def play_trick(self, leader: int) -> Generator[Ask | Chance, Any, int]:
        """Play a trick and return who took it: of equal cards the first."""
        for player in (leader, 1 - leader):
            legal = self.legal(player)
            looks = sorted({card.look for card in legal})
            (_, look) = yield Ask(player, "play", [("play", look) for look in looks])
            card = next(card for card in legal if card.look == look)
            self.cards[player].remove(card)
            self.trick.append(card)
        first, second = self.trick
        taker = 1 - leader if self.beats(second, first) else leader
        self.won[taker] += [first.name, second.name]
        self.trick = []
        return taker

    def beats(self, card: Card, led: Card) -> bool:
        """Return whether a card takes the trick from the one that was led."""
        if suit_of(card.name) == suit_of(led.name):
            return ORDER.index(rank_of(card.name)) > ORDER.index(rank_of(led.name))
        return suit_of(card.name) == self.trumps

    def legal(self, player: int) -> list[Card]:
        """Return what may be played."""
        cards = self.cards[player]
        if self.left or not self.trick:
            return cards
        led = self.trick[0]
        suited = [card for card in cards if suit_of(card.name) == suit_of(led.name)]
        trumps = [card for card in cards if suit_of(card.name) == self.trumps]
        return [card for card in suited if self.beats(card, led)] or suited or trumps or cards

    # --- declarations ---------------------------------------------------------------------------

    def declare(self, player: int) -> Doing:
        """Declare one thing and show or change sevens of trumps, as one likes."""
        seven, may_declare = f"{self.trumps}-7", True
        while True:
            ways = self.declarations(player) if may_declare else {}
            options: list[tuple[Any, ...]] = [("draw-on",), *ways]
            sevens = [c for c in self.cards[player] if c.name == seven and not c.is_open]
            word = "show-seven" if self.turned == seven else "exchange-seven"
            options += [(word, sevens[0].look)] if sevens else []
            option = yield Ask(player, "declare", options)
            if option == ("draw-on",):
                return
            if option in ways:
                may_declare = False
                cards, points = ways[option]
                for card in cards:
                    card.is_open = True
                    card.served.add(option[1])
                self.score(player, points)
                continue
            if word == "show-seven":
                sevens[0].is_open = True
            else:
                sevens[0].name, self.turned = self.turned, seven
            self.score(player, TEN)

    def declarations(self, player: int) -> dict[tuple[Any, ...], tuple[Sequence[Card], int]]:
        """Return what may be declared, with the cards and the points."""
        found = {}
        for what, cards, points in self.sets(self.cards[player]):
            pieces = Pieces(*(card.look for card in cards))
            found[("declare", what, pieces)] = (cards, points)
        return found

    def sets(self, cards: list[Card]) -> list[tuple[str, Sequence[Card], int]]:
        """Return all sets of cards that count: what, which cards and how many points."""
        found: list[tuple[str, Sequence[Card], int]] = []
        for card, other in combinations(cards, 2):
            ranks = {rank_of(card.name), rank_of(other.name)}
            if ranks == {12, 13} and suit_of(card.name) == suit_of(other.name):
                royal = suit_of(card.name) == self.trumps
                what = "royal-marriage" if royal else "marriage"
                if not any(each.served & {*PAIRS, "trump-sequence"} for each in (card, other)):
                    found.append((what, (card, other), PAIRS[what]))
            if {card.name, other.name} == {*LOVERS} and not any(
                each.served & {"single-bezique", "double-bezique"} for each in (card, other)
            ):
                found.append(("single-bezique", (card, other), BEZIQUE))
        lovers = [[c for c in cards if c.name == name] for name in LOVERS]
        if all(len(both) == 2 for both in lovers):
            four = [*lovers[0], *lovers[1]]
            scored = [card for card in four if "single-bezique" in card.served]
            if len(scored) < len(four) and not any("double-bezique" in c.served for c in four):
                found.append(("double-bezique", four, DOUBLE))
        for what, (rank, points) in FOURS.items():
            fresh = [c for c in cards if rank_of(c.name) == rank and what not in c.served]
            found += [(what, four, points) for four in combinations(fresh, 4)]
        tops = [
            [c for c in cards if c.name == name and "trump-sequence" not in c.served]
            for name in (f"{self.trumps}-{rank}" for rank in ("10", "jack", "queen", "king", "ace"))
        ]
        found += [("trump-sequence", row, SEQUENCE) for row in rows(tops)]
        return found

    def draw(self, leader: int) -> Doing:
        """Draw a card each; the last one is the trump card, and then all take up what lies open."""
        for player in (leader, 1 - leader):
            self.cards[player].append(Card((yield Chance("draw", player))))
            self.left -= 1
        if not self.left:
            self.turned = ""
            self.cards = [[Card(card.name) for card in cards] for cards in self.cards]

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {
            "cards": [sorted(card.look for card in cards) for cards in self.cards],
            "won": [sorted(won) for won in self.won],
            "trick": [card.name for card in self.trick],
            "turned": [self.turned] if self.turned else [],
            "points": self.points,
        }


def rows(choices: list[list[Card]]) -> list[list[Card]]:
    """Return all ways to take one of each."""
    found: list[list[Card]] = [[]]
    for cards in choices:
        found = [[*row, card] for row in found for card in cards]
    return found
