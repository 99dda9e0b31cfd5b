"""Referee Piquet: an exchange, three calls and twelve tricks a deal.

Whoever does not deal is the elder hand: exchanges first, calls first, leads. What the elder calls
counts unless the younger has as much or more; the younger counts what is good after the first card
is led. Thirty points by combinations before the other has any are sixty more; thirty by the elder's
combinations and tricks before the younger has anything are thirty more.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import combinations
from typing import Any

from tests.classics.referees.cards import SUITS, rank_of, suit_of
from tests.classics.referees.trick import play_trick, taker
from tests.referees.harness import Ask, Chance, Play, Referee, Result

HAND, TALON, OF_ELDER = 12, 8, 5
COURT, ACE, TEN = (11, 12, 13), 14, 10
BLANCHE, ENOUGH, REPIQUE, PIQUE = 10, 30, 60, 30
CARDS, CAPOT, RUBICON = 10, 40, 100
RUNS = {3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}
SETS = {3: 3, 4: 14}
Doing = Generator[Ask | Chance, Any, None]
Combination = tuple[int, int, str]
"""How many cards, what decides between equal numbers, and the card that stands for it."""


class Piquet(Referee):
    """An even number of deals, and two more where they are equal."""

    def __init__(self, deals: int) -> None:
        self.deals, self.points = deals, [0, 0]
        self.hands: list[list[str]] = []
        self.laid: list[list[str]] = [[], []]
        self.won: list[list[str]] = [[], []]
        self.tally, self.trick, self.left = [0, 0], [], 0

    def play(self) -> Play:
        """Play the deals; the deal alternates."""
        dealer = yield Chance("value", "dealer")
        for deal in range(self.deals + 2):
            if deal == self.deals and self.points[0] != self.points[1]:
                break
            yield from self.deal((dealer + deal) % 2)
        if self.points[0] == self.points[1]:
            return Result(frozenset((0, 1)), {0: 0, 1: 0})
        winner = self.points.index(max(self.points))
        most, least = self.points[winner], self.points[1 - winner]
        game = RUBICON + (most - least if least >= RUBICON else most + least)
        return Result(frozenset((winner,)), {winner: game, 1 - winner: 0})

    def score(self, player: int, points: int) -> None:
        """Score in this deal."""
        self.points[player] += points
        self.tally[player] += points

    def deal(self, dealer: int) -> Doing:
        """Play a deal."""
        elder, younger = 1 - dealer, dealer
        self.hands = yield Chance("deal", HAND)
        self.laid, self.won, self.left = [[], []], [[], []], TALON
        self.tally, self.blanche = [0, 0], [False, False]
        self.good: list[list[int]] = [[], []]
        self.has_bonus = False
        yield from self.exchange(elder, min(OF_ELDER, self.left))
        yield from self.exchange(younger, self.left)
        if self.left:
            yield Ask(younger, "look", [("yes",), ("no",)])
        self.later: list[tuple[int, int]] = []
        for place in range(len(FIND)):
            yield from self.compare(elder, place)
        yield from self.tricks(elder)
        for player, won in enumerate(self.won):
            if len(won) > HAND:
                self.score(player, CAPOT if len(won) == 2 * HAND else CARDS)

    def exchange(self, player: int, most: int) -> Doing:
        """Let a player show that there is no court card, and exchange one card at least."""
        hand = self.hands[player]
        while True:
            ways: list[tuple[Any, ...]] = [("exchange-cards", str(n)) for n in range(1, most + 1)]
            if not self.blanche[player] and not any(rank_of(card) in COURT for card in hand):
                ways.append(("show-blanche",))
            (what, *number) = yield Ask(player, "exchange", ways)
            if what == "exchange-cards":
                break
            self.blanche[player] = True
            self.score(player, BLANCHE)
        many = int(number[0])
        cards = yield Ask(player, "lay away", list(combinations(sorted(hand), many)))
        for card in cards:
            hand.remove(card)
            self.laid[player].append(card)
        for _ in range(many):
            hand.append((yield Chance("draw", player)))
            self.left -= 1

    # --- calls ----------------------------------------------------------------------------------

    def compare(self, elder: int, place: int) -> Doing:
        """Let both call; what the younger has good is counted later."""
        younger, find = 1 - elder, FIND[place]
        mine, others = find(self.hands[elder]), find(self.hands[younger])
        (card,) = yield Ask(elder, "call", [*((each[2],) for each in mine), ("none",)])
        called = next((each for each in mine if each[2] == card), None)
        own = [each for each in others if called is None or each[:2] >= called[:2]]
        (card,) = yield Ask(younger, "call", [*((each[2],) for each in own), ("none",)])
        answer = next((each for each in own if each[2] == card), None)
        if answer is None and called is not None:
            self.good[elder].append(place)
            self.count(elder, place, worth(place, called, mine))
        elif answer is not None and (called is None or answer[:2] > called[:2]):
            self.good[younger].append(place)
            self.later.append((place, worth(place, answer, others)))

    def count(self, player: int, place: int, points: int) -> None:
        """Count what is good, and the repique where it comes before all that the other has."""
        self.score(player, points)
        other = 1 - player
        is_first = not self.blanche[other] and all(good > place for good in self.good[other])
        if self.tally[player] >= ENOUGH and is_first and not self.has_bonus:
            self.has_bonus = True
            self.score(player, REPIQUE)

    # --- tricks ---------------------------------------------------------------------------------

    def tricks(self, elder: int) -> Doing:
        """Play the tricks."""
        leader = elder
        for number in range(HAND):
            yield from play_trick(self.hands, self.trick, [leader])
            self.score(leader, 1)
            if number == 0:
                for place, points in self.later:
                    self.count(1 - elder, place, points)
            self.pique(elder)
            yield from play_trick(self.hands, self.trick, [1 - leader])
            won = (leader, 1 - leader)[taker(self.trick, rank_of)]
            if won != leader:
                self.score(won, 1)
            self.won[won] += self.trick
            self.trick, leader = [], won
            if number == HAND - 1:
                self.score(won, 1)
            self.pique(elder)

    def pique(self, elder: int) -> None:
        """Give the elder what thirty points by cards and tricks are worth."""
        if self.tally[elder] >= ENOUGH and self.tally[1 - elder] == 0 and not self.has_bonus:
            self.has_bonus = True
            self.score(elder, PIQUE)

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "won": [sorted(won) for won in self.won],
            "trick": self.trick,
            "laid": [sorted(laid) for laid in self.laid],
            "talon": self.left,
            "tally": self.tally,
            "points": self.points,
        }


def points_of(hand: list[str]) -> list[Combination]:
    """Return each suit: its cards, their pips and the highest of them."""
    found = []
    for suit in SUITS:
        cards = sorted((card for card in hand if suit_of(card) == suit), key=rank_of)
        if cards:
            pips = sum(11 if rank_of(card) == ACE else min(rank_of(card), TEN) for card in cards)
            found.append((len(cards), pips, cards[-1]))
    return found


def runs_of(hand: list[str]) -> list[Combination]:
    """Return each row of three and more of a suit: its cards, the highest rank and card."""
    found = []
    for suit in SUITS:
        row: list[str] = []
        for card in sorted((c for c in hand if suit_of(c) == suit), key=rank_of):
            if row and rank_of(card) == rank_of(row[-1]) + 1:
                row.append(card)
                continue
            found.append(row)
            row = [card]
        found.append(row)
    return [(len(row), rank_of(row[-1]), row[-1]) for row in found if len(row) in RUNS]


def sets_of(hand: list[str]) -> list[Combination]:
    """Return the threes and fours of tens and more: the cards, the rank, the card of most suit."""
    found = []
    for rank in range(TEN, ACE + 1):
        cards = sorted(card for card in hand if rank_of(card) == rank)
        if len(cards) in SETS:
            found.append((len(cards), rank, cards[-1]))
    return found


FIND = (points_of, runs_of, sets_of)


def worth(place: int, called: Combination, every: list[Combination]) -> int:
    """Return what a call that is good counts, with all that are lower but for points."""
    if place == 0:
        return called[0]
    table = RUNS if place == 1 else SETS
    return sum(table[each[0]] for each in every if each[:2] <= called[:2])
