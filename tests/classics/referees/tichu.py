"""Referee Tichu: partners get rid of their cards in combinations, and bombs beat them all.

A combination is a tuple of its form, its number of cards and its height, in half steps: a phoenix
by itself stands half a step above what it beats. The referee lists all that a hand can form, with
the phoenix as each rank in turn, and looks through the list for what beats, and for what grants a
wish.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple

from tests.classics.referees.cards import SUITS, rank_of, suit_of
from tests.referees.harness import Ask, Chance, Play, Referee, Result

PLAYERS, FIRST, REST = 4, 8, 6
DOG, SPARROW, PHOENIX, DRAGON = "dog", "mah-jong", "phoenix", "dragon"
SPECIAL = {DOG: 0, SPARROW: 1, PHOENIX: 0, DRAGON: 16}
RANKS = range(2, 15)
FORMS = {1: "singles", 2: "pairs", 3: "triples"}
ROW, BOMB_ROW, FOUR = 5, 5, 4
"""The fewest cards of a straight and of a bomb in a row; the cards of any other bomb."""

WORTH = {PHOENIX: -25, DRAGON: 25}
RANK_WORTH = {5: 5, 10: 10, 13: 10}
DOUBLE, SMALL, GRAND = 200, 100, 200
LED, OVER = 3, 1
"""The height of a phoenix that is led, and how much it stands above another card."""

Doing = Generator[Ask | Chance, Any, Any]
Option = tuple[Any, ...]


class Combination(NamedTuple):
    """What lies on the table: bombs are of the form `bomb`."""

    form: str
    cards: tuple[str, ...]
    height: int

    def beats(self, other: Combination | None) -> bool:
        """Return whether it may be played onto another one, or be led."""
        if other is None or (self.form == "bomb" and other.form != "bomb"):
            return True
        if self.form == other.form == "bomb":
            return (len(self.cards), self.height) > (len(other.cards), other.height)
        alike = (self.form, len(self.cards)) == (other.form, len(other.cards))
        return alike and self.height > other.height


def rank(card: str) -> int:
    """Return the rank of a card; the phoenix has none of its own."""
    return SPECIAL[card] if card in SPECIAL else rank_of(card)


def worth(cards: Sequence[str]) -> int:
    """Return what cards count."""
    return sum(WORTH.get(card, RANK_WORTH.get(rank(card), 0)) for card in cards)


def bombs(hand: Sequence[str]) -> Iterator[tuple[Option, Combination]]:
    """Yield all bombs of a hand, with the words for them."""
    for n in RANKS:
        four = tuple(card for card in hand if rank(card) == n)
        if len(four) == FOUR:
            yield ("bomb-of-four", str(n)), Combination("bomb", four, 2 * n)
    for suit in SUITS:
        own = {rank(card): card for card in hand if card not in SPECIAL and suit_of(card) == suit}
        for high in RANKS:
            for long in range(BOMB_ROW, high):
                ranks = range(high - long + 1, high + 1)
                if all(n in own for n in ranks):
                    cards = tuple(own[n] for n in ranks)
                    words = ("bomb-in-row", suit, str(high), str(long))
                    yield words, Combination("bomb", cards, 2 * high)


def sets(hand: Sequence[str]) -> Iterator[tuple[Option, Combination]]:
    """Yield all combinations of more than one card that are no bombs."""
    if PHOENIX not in hand:
        yield from _sets({n: [c for c in hand if rank(c) == n] for n in range(1, 15)})
        return
    rest = [card for card in hand if card != PHOENIX]
    yield from sets(rest)
    for wild in RANKS:
        own = {n: [card for card in rest if rank(card) == n] for n in range(1, 15)}
        own[wild].append(PHOENIX)
        for words, combination in _sets(own):
            if PHOENIX in combination.cards:
                yield words, combination


def _sets(own: dict[int, list[str]]) -> Iterator[tuple[Option, Combination]]:
    """Yield combinations of cards by rank."""
    for each, fewest in ((1, ROW), (2, 1), (3, 1)):
        for low in range(1, 15):
            ways: list[tuple[str, ...]] = [()]
            for high in range(low, 15 if each < 3 else low + 1):
                picked = list(combinations(own[high], each))
                ways = [(*way, *more) for way, more in product(ways, picked)]
                long = high - low + 1
                for cards in ways if long >= fewest else ():
                    if each > 1 or not _is_flush(cards):
                        words = ("several", FORMS[each], str(long), str(high), *cards)
                        yield words, Combination(FORMS[each], cards, 2 * high)
    for three, two in product(RANKS, RANKS):
        if three != two:
            for more, less in product(combinations(own[three], 3), combinations(own[two], 2)):
                words = ("full-house", str(three), str(two), *more, *less)
                yield words, Combination("full-house", (*more, *less), 2 * three)


def _is_flush(cards: Sequence[str]) -> bool:
    """Return whether cards in a row are a bomb: the special ones are of no suit."""
    if any(card in SPECIAL for card in cards):
        return False
    return len({suit_of(card) for card in cards}) == 1


class Tichu(Referee):
    """Deals until a side has the points that win."""

    def __init__(self, goal: int, deals: int, calls_any_time: bool) -> None:
        self.goal, self.deals, self.calls_any_time = goal, deals, calls_any_time
        self.points = [0, 0]
        self.leader = 0
        self.hands: list[list[str]] = [[] for _ in range(PLAYERS)]

    def play(self) -> Play:
        """Play deals; the side with most points wins."""
        for _ in range(self.deals):
            yield from self.deal()
            if max(self.points) >= self.goal:
                break
        best = max(self.points)
        won = frozenset(seat for seat in range(PLAYERS) if self.points[seat % 2] == best)
        return Result(won, dict(enumerate(self.points)))

    def seats(self, first: int) -> list[int]:
        """Return all seats from one on."""
        return [(first + n) % PLAYERS for n in range(PLAYERS)]

    def deal(self) -> Doing:
        """Play a deal and count it."""
        self.won: list[list[str]] = [[] for _ in range(PLAYERS)]
        self.calls = [0] * PLAYERS
        self.outs: list[int] = []
        self.wish: int | None = None
        self.pile: list[str] = []
        self.top: Combination | None = None
        self.hands = yield Chance("deal", FIRST)
        for seat in self.seats(self.leader):
            if (yield Ask(seat, "grand", [("call-grand",), ("pass",)])) == ("call-grand",):
                self.calls[seat] = GRAND
        for seat, cards in enumerate((yield Chance("deal", REST))):
            self.hands[seat] += cards
        for seat in self.seats(self.leader):
            options = [*self.calling(seat), ("pass",)]
            if (yield Ask(seat, "small", options)) != ("pass",):
                self.calls[seat] = SMALL
        yield from self.exchange()
        self.leader = next(seat for seat, hand in enumerate(self.hands) if SPARROW in hand)
        while not self.is_over():
            yield from self.trick()
        self.count()
        self.leader = self.outs[0]

    def calling(self, seat: int) -> list[Option]:
        """Return the call of a player who has played no card and called nothing."""
        return [("call-tichu",)] if self.may_call(seat) else []

    def may_call(self, seat: int) -> bool:
        """Return whether a player may still call."""
        return not self.calls[seat] and len(self.hands[seat]) == FIRST + REST

    def is_double(self) -> bool:
        """Return whether two partners are out before all others."""
        return len(self.outs) == 2 and (self.outs[0] - self.outs[1]) % 2 == 0

    def is_over(self) -> bool:
        """Return whether only one player has cards, or two partners were first."""
        return len(self.outs) >= PLAYERS - 1 or self.is_double()

    def exchange(self) -> Doing:
        """Let everybody give a card to each of the others, all at the same time."""
        gifts = []
        for seat in self.seats(self.leader):
            left = list(self.hands[seat])
            for to in (1, 2, 3):
                (card,) = yield Ask(seat, "give", [(card,) for card in left])
                left.remove(card)
                gifts.append((seat, (seat + to) % PLAYERS, card))
        for giver, taker, card in gifts:
            self.hands[giver].remove(card)
            self.hands[taker].append(card)

    # --- a trick ----------------------------------------------------------------------------------

    def trick(self) -> Doing:
        """Play until all others have passed in a row, or the deal is over."""
        seat = self.leader
        while True:
            seat = yield from self.turn(seat)
            if self.is_over() or (self.top and self.top.cards == (DOG,)):
                break
            seat = yield from self.window(seat)
            if self.is_over():
                break
            seat = (seat + 1) % PLAYERS
            while not self.hands[seat] and seat != self.leader:
                seat = (seat + 1) % PLAYERS
            if seat == self.leader:
                break
        assert self.top is not None
        taker, heir = self.leader, self.leader
        if self.top.cards == (DOG,):
            heir = (self.leader + 2) % PLAYERS
        if self.top.cards == (DRAGON,):
            foes = [((self.leader + step) % PLAYERS,) for step in (1, 3)]
            (taker,) = yield Ask(self.leader, "gift", foes)
        self.won[taker] += [*self.pile, *self.top.cards]
        self.pile, self.top = [], None
        while not self.is_over() and not self.hands[heir]:
            heir = (heir + 1) % PLAYERS
        self.leader = heir

    def turn(self, seat: int) -> Doing:
        """Let a player play or pass; return who is to be followed."""
        while True:
            plays = self.plays(seat)
            options: list[Option] = [*plays]
            granting = [words for words, way in plays.items() if self.grants(way)]
            if granting:
                options = granting
            elif self.top:
                options.append(("pass-by",))
            option = yield Ask(seat, "turn", [*options, *self.calling(seat)])
            if option == ("call-tichu",):
                self.calls[seat] = SMALL
                continue
            if option != ("pass-by",):
                yield from self.put(seat, plays[option])
            return seat

    def window(self, acted: int) -> Doing:
        """Let all others throw bombs after a play or pass; return who acted last."""
        left = [seat for seat in self.seats(self.leader) if seat != acted]
        while left and not self.is_over():
            seat = left.pop(0)
            if len(self.hands[seat]) < FOUR:
                continue
            ways = {words: way for words, way in bombs(self.hands[seat]) if way.beats(self.top)}
            calls = self.calling(seat) if self.calls_any_time else []
            option = yield Ask(seat, "bomb", [*ways, *calls, ("pass",)])
            if option == ("call-tichu",):
                self.calls[seat] = SMALL
            if option == ("call-tichu",) or option in ways:
                if option in ways:
                    yield from self.put(seat, ways[option])
                    acted = seat
                order = self.seats((seat + 1) % PLAYERS)
                left = [other for other in order if other != acted]
        return acted

    def plays(self, seat: int) -> dict[Option, Combination]:
        """Return all that a player may put on the table, but for a wish."""
        hand = self.hands[seat]
        ways: dict[Option, Combination] = {}
        for card in hand:
            height = 2 * rank(card)
            if card == PHOENIX:
                height = self.top.height + OVER if self.top else LED
            if card == PHOENIX and self.top and self.top.cards == (DRAGON,):
                continue
            if card != DOG or not self.top:
                ways[("single", card)] = Combination("singles", (card,), height)
        for words, way in (*sets(hand), *bombs(hand)):
            ways[words] = way
        return {words: way for words, way in ways.items() if way.beats(self.top)}

    def grants(self, way: Combination) -> bool:
        """Return whether a combination has a card that is wished for; no phoenix will do."""
        return self.wish is not None and any(rank(card) == self.wish for card in way.cards)

    def put(self, seat: int, way: Combination) -> Doing:
        """Put a combination on the table; with the mah-jong the player may wish."""
        if self.top:
            self.pile += self.top.cards
        self.top, self.leader = way, seat
        for card in way.cards:
            self.hands[seat].remove(card)
        if not self.hands[seat]:
            self.outs.append(seat)
        if self.grants(way):
            self.wish = None
        if SPARROW in way.cards:
            wishes = [("none",), *((str(n),) for n in RANKS)]
            (word,) = yield Ask(seat, "wish", wishes)
            self.wish = None if word == "none" else int(word)

    # --- the end ----------------------------------------------------------------------------------

    def count(self) -> None:
        """Count the cards of a deal, or two hundred for two partners, and the calls."""
        if self.is_double():
            self.points[self.outs[0] % 2] += DOUBLE
        else:
            last = next(seat for seat, hand in enumerate(self.hands) if hand)
            counts = [worth(self.won[side] + self.won[side + 2]) for side in (0, 1)]
            counts[last % 2] -= worth(self.won[last])
            counts[self.outs[0] % 2] += worth(self.won[last])
            counts[1 - last % 2] += worth(self.hands[last])
            for side in (0, 1):
                self.points[side] += counts[side]
        for seat, call in enumerate(self.calls):
            self.points[seat % 2] += call if seat == self.outs[0] else -call

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "table": sorted(self.top.cards if self.top else ()),
            "trick": sorted(self.pile),
            "won": [sorted(cards) for cards in self.won],
            "points": self.points,
            "calls": self.calls,
            "outs": self.outs,
            "wish": self.wish,
        }

    def favoured(self, ask: Ask) -> list[Option]:
        """Return the plays of many cards, so that combinations meet."""
        long = [option for option in ask.options if option[0] in ("several", "full-house")]
        thrown = [option for option in ask.options if str(option[0]).startswith("bomb")]
        return thrown or long
