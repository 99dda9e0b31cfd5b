"""Play the dream trick game as a hand-written Python class: the measure for the compiled game.

Whole sessions of 2, 3 or 4 players with the default settings: plus-minus life loss, the session
ends when a player has no life left, the most lives win.

A card is an int: colour * 9 + rank - 2, colours red, blue, yellow, green. As in Cardwright, a
decision with one legal card is taken by itself inside `start` and `apply`: only real decisions are
asked and counted. There is one difference: where promises may be broken, Cardwright asks first
"play or break the promise" and then the card; here the breaking cards follow the legal ones in one
list. With `forbidden` the decisions are the same.

Deals come from a function of the deal's number, so a clone meets the same deals as its original.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

Deal: TypeAlias = Callable[[int], list[int]]
"""Gives the cards of the deal of this number, from 0, in the order in which they are dealt."""

COLOURS: Final = ("red", "blue", "yellow", "green")
NO_COLOUR: Final = 4
COLOUR: Final = [card // 9 for card in range(36)]
PRINTED_POINTS: Final = {6: 10, 7: 2, 8: 3, 9: 5, 10: 10}
FULL_DECK: Final = list(range(36))
SHORT_DECK: Final = [card for card in range(36) if card % 9 >= 3]
HAND_SIZE: Final = {2: 6, 3: 12, 4: 9}


def _points(nightmare: int) -> list[int]:
    """Return the points of each card while this colour is the nightmare."""
    changed = {5: 13, 7: 20}
    return [
        changed[card % 9 + 2]
        if COLOUR[card] == nightmare and card % 9 + 2 in changed
        else PRINTED_POINTS.get(card % 9 + 2, 0)
        for card in range(36)
    ]


def _strength(nightmare: int) -> list[int]:
    """Return the strength of each card of this nightmare colour, 0 for all others."""
    changed = {5: 11, 7: 12}
    return [
        changed.get(card % 9 + 2, card % 9 + 2) if COLOUR[card] == nightmare else 0
        for card in range(36)
    ]


POINTS: Final = [_points(nightmare) for nightmare in range(5)]
STRENGTH: Final = [_strength(nightmare) for nightmare in range(5)]
# What a card is worth in a trick, by nightmare, promise and card; 0 cannot win.
POWER: Final = [
    [
        [
            100 + STRENGTH[nightmare][card]
            if COLOUR[card] == nightmare
            else (card % 9 + 2 if COLOUR[card] == promise else 0)
            for card in range(36)
        ]
        for promise in range(4)
    ]
    for nightmare in range(5)
]


def card(name: str) -> int:
    """Return the number of a card: `red 7`."""
    colour, rank = name.split()
    return COLOURS.index(colour) * 9 + int(rank) - 2


def name(card: int) -> str:
    """Return the name of a card."""
    return f"{COLOURS[card // 9]} {card % 9 + 2}"


def losers(scores: list[int]) -> list[int]:
    """Return who loses a life by the plus-minus rule, by seat."""
    seats = range(len(scores))
    highest, lowest = max(scores), min(scores)
    if len(scores) == 2:
        return [] if highest == lowest else [scores.index(lowest)]
    safe = {
        seat
        for seat in seats
        if scores[seat] in (highest, lowest) and scores.count(scores[seat]) == 1
    }
    return [seat for seat in seats if seat not in safe] if safe else []


def shuffled(players: int, seed: int) -> Deal:
    """Return deals shuffled from a seed, each made once, when it is first asked for."""
    deck = SHORT_DECK if players == 2 else FULL_DECK
    random = Random(seed).random
    made: list[list[int]] = []

    def deal(number: int) -> list[int]:
        while len(made) <= number:
            made.append(sorted(deck, key=lambda _: random()))
        return made[number]

    return deal


class DreamTricks:
    """One session.

    Attributes:
        deal: Where the cards come from.
        deals: How many deals have been dealt.
        hands, won: Cards of each seat.
        lives: Of each seat.
        points: Of each seat in the last deal that was scored.
        stock: Two players: the top card last.
        trick: The cards played, the leader's first.
        nightmare: A colour or NO_COLOUR.
        dealer, leader, turn: Seats.
        options: The cards that can be played now, the ones that break the promise last.
        legal_count: How many of the options keep it.
        is_over: Whether the session has ended.
    """

    __slots__ = (
        "deal",
        "dealer",
        "deals",
        "forbidden",
        "hands",
        "is_over",
        "leader",
        "legal_count",
        "lives",
        "nightmare",
        "options",
        "players",
        "points",
        "stock",
        "trick",
        "turn",
        "won",
    )

    deal: Deal
    dealer: int
    deals: int
    forbidden: bool
    hands: list[list[int]]
    is_over: bool
    leader: int
    legal_count: int
    lives: list[int]
    nightmare: int
    options: list[int]
    players: int
    points: list[int]
    stock: list[int]
    trick: list[int]
    turn: int
    won: list[list[int]]

    @classmethod
    def start(
        cls,
        players: int,
        forbidden: bool = False,
        deal: Deal | None = None,
        *,
        seed: int = 0,
        dealer: int | None = None,
    ) -> DreamTricks:
        """Start a session at its first decision.

        Args:
            players: 2, 3 or 4.
            forbidden: Whether breaking a promise is forbidden rather than penalised.
            deal: Where the cards come from; shuffled from the seed where None.
            seed: For the deals and the first dealer.
            dealer: The first dealer's seat; by the seed where None.
        """
        match = cls()
        match.players = players
        match.forbidden = forbidden
        match.deal = shuffled(players, seed) if deal is None else deal
        match.dealer = Random(seed).randrange(players) if dealer is None else dealer
        match.lives = [3] * players
        match.points = [0] * players
        match.is_over = False
        match.deals = 0
        match._deal_cards()
        match._find_options()
        return match

    def legal_actions(self) -> list[int]:
        """Return the cards that can be played now, two or more; none when it is over."""
        return self.options

    @property
    def winners(self) -> list[int]:
        """Return the seats with the most lives."""
        most = max(self.lives)
        return [seat for seat in range(self.players) if self.lives[seat] == most]

    def clone(self) -> DreamTricks:
        """Return an independent copy."""
        copy = DreamTricks.__new__(DreamTricks)
        copy.players = self.players
        copy.forbidden = self.forbidden
        copy.deal = self.deal
        copy.deals = self.deals
        copy.hands = [hand[:] for hand in self.hands]
        copy.won = [won[:] for won in self.won]
        copy.lives = self.lives[:]
        copy.points = self.points  # replaced, never changed
        copy.stock = self.stock[:]
        copy.trick = self.trick[:]
        copy.nightmare = self.nightmare
        copy.dealer = self.dealer
        copy.leader = self.leader
        copy.turn = self.turn
        copy.options = self.options  # replaced by `apply`, never changed
        copy.legal_count = self.legal_count
        copy.is_over = self.is_over
        return copy

    def apply(self, card: int) -> None:
        """Play a card and go on to the next real decision, or to the end of the session."""
        players = self.players
        hands = self.hands
        options = self.options
        while True:
            trick = self.trick
            turn = self.turn
            hands[turn].remove(card)
            if trick:
                kept = self.legal_count
                if kept < len(options) and card not in options[:kept]:
                    self.lives[turn] -= 1
                    if not self.lives[turn]:
                        trick.append(card)
                        self._finish()
                        return
                elif self.nightmare == NO_COLOUR and card // 9 != trick[0] // 9:
                    self.nightmare = card // 9
            trick.append(card)
            if len(trick) < players:
                turn += 1
                self.turn = turn if turn < players else 0
            else:
                self._end_trick()
                if not hands[self.turn]:
                    self._score()
                    if self.is_over:
                        return
                    hands = self.hands
            options = self._find_options()
            if len(options) > 1:
                return
            card = options[0]

    def _find_options(self) -> list[int]:
        """Set the options of the player whose turn it is, and how many keep the promise."""
        trick = self.trick
        hand = self.hands[self.turn]
        if not trick:
            self.options = options = hand[:]
            self.legal_count = len(options)
            return options
        promise = trick[0] // 9
        low = promise * 9
        high = low + 9
        nightmare = self.nightmare
        have = [card for card in hand if low <= card < high]
        if nightmare == NO_COLOUR:
            legal = have or hand[:]
        elif nightmare == promise:
            legal = have if have and have != [low + 5] else hand[:]
        else:
            strength = STRENGTH[nightmare]
            top = 0
            for card in trick:
                if strength[card] > top:
                    top = strength[card]
            if have:
                legal = [card for card in hand if low <= card < high or strength[card] > top]
            else:
                legal = [card for card in hand if not 0 < strength[card] <= top] or hand[:]
        self.legal_count = len(legal)
        if have and not self.forbidden and len(legal) < len(hand):
            legal += [card for card in hand if card // 9 != nightmare and card not in legal]
        self.options = legal
        return legal

    def _end_trick(self) -> None:
        """Give the trick to its winner, who leads next; two players draw."""
        trick = self.trick
        power = POWER[self.nightmare][COLOUR[trick[0]]]
        best = 0
        for place in range(1, self.players):
            if power[trick[place]] > power[trick[best]]:
                best = place
        winner = (self.leader + best) % self.players
        self.won[winner] += trick
        self.trick = []
        self.leader = self.turn = winner
        if self.stock:
            self.hands[winner].append(self.stock.pop())
            self.hands[1 - winner].append(self.stock.pop())

    def _deal_cards(self) -> None:
        """Deal one card at a time, from the dealer's left."""
        players = self.players
        cards = self.deal(self.deals)
        dealt = HAND_SIZE[players] * players
        first = (self.dealer + 1) % players
        self.hands = [cards[(seat - first) % players : dealt : players] for seat in range(players)]
        self.stock = cards[: dealt - 1 : -1] if dealt < len(cards) else []
        self.won = [[] for _ in range(players)]
        self.trick = []
        self.nightmare = NO_COLOUR
        self.leader = self.turn = first
        self.deals += 1

    def _score(self) -> None:
        """End a deal: take lives, then end the session or deal again."""
        worth = POINTS[self.nightmare]
        self.points = [sum([worth[card] for card in won]) for won in self.won]
        for seat in losers(self.points):
            self.lives[seat] -= 1
        if 0 in self.lives:
            self._finish()
        else:
            self.dealer = (self.dealer + 1) % self.players
            self._deal_cards()

    def _finish(self) -> None:
        self.is_over = True
        self.options = []
        self.legal_count = 0
