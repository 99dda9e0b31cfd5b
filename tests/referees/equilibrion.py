"""Referee Equilibrion with Arch-Squares, Metas and Books: the rulebook of the first edition.

Where the rulebook leaves something open, the ruling is named as R-EQ-nn. Dreams are called
`incubus-2-fire`, `sogna-4-air`, `meta-earth` and `chaos`; cities `earth-water` and `arch-square`.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from tests.referees.equilibrion_books import Books
from tests.referees.harness import Ask, Chance, Pieces, Play, Referee, Result
from tests.referees.piles import Pile

ELEMENTS = ("earth", "water", "fire", "air")
SIDES = ("left", "right")
MOST_ON_A_SIDE, HAND, ROWS, SETTLED = 3, 4, 4, 2
CHAOS_STRENGTH, META_STRENGTH = 5, 3
SPREADS = {"incubus": {1: 2, 2: 4, 3: 2}, "sogna": {1: 4, 2: 2, 4: 2}}
"""How often each strength occurs among the eight of a kind and an element."""

Doing = Generator[Ask | Chance, Any, None]


class Ended(Exception):
    """All cities are claimed, or no dream is left to draw."""


def kind_of(dream: str) -> str:
    return dream.partition("-")[0]


def is_free(dream: str) -> bool:
    """Return whether a dream may lie on either side."""
    return kind_of(dream) in ("chaos", "meta")


def value_on(side: str, dream: str) -> int:
    """Return what a placed dream counts: less than 0 on the left, more on the right."""
    known = {"chaos": CHAOS_STRENGTH, "meta": META_STRENGTH}
    strength = known.get(kind_of(dream)) or int(dream.split("-")[1])
    return -strength if side == "left" else strength


def shows(city: str, dream: str) -> bool:
    """Return whether a city has the element of a dream; an Arch-Square has them all."""
    return city == "arch-square" or dream.rpartition("-")[2] in city.split("-")


@dataclass(eq=False)
class City:
    """A face-up city with the dreams on its two sides."""

    name: str
    sides: dict[str, list[str]] = field(default_factory=lambda: {"left": [], "right": []})

    @property
    def dreams(self) -> list[tuple[str, str]]:
        """All its dreams with their sides, the left ones first."""
        return [(side, dream) for side in SIDES for dream in self.sides[side]]

    def sum_of(self, side: str) -> int:
        return sum(value_on(side, dream) for dream in self.sides[side])

    @property
    def is_empty(self) -> bool:
        return not self.dreams

    @property
    def is_balanced(self) -> bool:
        return not self.is_empty and not self.sum_of("left") + self.sum_of("right")

    def has_room(self, side: str) -> bool:
        """R-EQ-02: three dreams are the most, whatever puts them there."""
        return len(self.sides[side]) < MOST_ON_A_SIDE

    @property
    def stronger(self) -> list[str]:
        """The stronger side; R-EQ-01: either of two that are equal, in an empty city too."""
        left, right = abs(self.sum_of("left")), abs(self.sum_of("right"))
        return ["left"] * (left >= right) + ["right"] * (right >= left)


class Equilibrion(Referee):
    """A match.

    Args:
        has_arch: Arch-Squares and Metas are in.
        book_price: Dreams an open book costs; None without the Books.
    """

    def __init__(
        self, players: int, *, has_arch: bool = False, book_price: int | None = None
    ) -> None:
        self.players, self.book_price = players, book_price
        pairs = ["-".join(pair) for pair in combinations(ELEMENTS, 2)] * 2
        dreams = ["chaos"] * 8
        for kind, spread in SPREADS.items():
            for strength, copies in spread.items():
                dreams += [f"{kind}-{strength}-{element}" for element in ELEMENTS] * copies
        if has_arch:
            pairs += ["arch-square"] * 4
            dreams += [f"meta-{element}" for element in ELEMENTS] * 2
        self.goal = len(pairs)
        self.cities, self.dreams = Pile("cities", pairs), Pile("dreams", dreams)
        self.rows: list[City | None] = [None] * ROWS
        self.claimed: list[str] = []
        self.discard: list[str] = []
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.polarity: list[str] = []
        self.start = self.who = 0
        self.books = Books(self)

    # --- the table ----------------------------------------------------------------------------

    @property
    def face_up(self) -> list[City]:
        """The cities on the table, top to bottom."""
        return [city for city in self.rows if city is not None]

    def row_of(self, city: City) -> int:
        return self.face_up.index(city)

    def places(self, side: str) -> list[tuple[City, str]]:
        """Return all dreams on the same side of the cities."""
        return [(city, dream) for city in self.face_up for dream in city.sides[side]]

    def chaos_places(self) -> list[tuple[int, str]]:
        """Return where a Chaos may go: the stronger side of a city, if it has room."""
        return [
            (row, side)
            for row, city in enumerate(self.face_up)
            for side in city.stronger
            if city.has_room(side)
        ]

    # --- the course ---------------------------------------------------------------------------

    def play(self) -> Play:
        """Play a match: won together or lost together."""
        try:
            yield from self.set_up()
            while True:
                yield from self.dream()
                yield from self.refill()
                self.who = (self.who + 1) % self.players
        except Ended:
            has_won = len(self.claimed) == self.goal
            return Result(frozenset(range(self.players) if has_won else ()))

    def set_up(self) -> Doing:
        """Books, four cities with dreams, first hands; the Sognae player goes first."""
        self.start = self.who = yield Chance("who starts", self.players)
        self.polarity = ["right" if who == self.start else "left" for who in range(self.players)]
        if self.book_price is not None:
            yield from self.books.opened(self.book_price)
        yield from self.reveal()
        yield from self.settle_all()
        for turn in range(self.players):
            self.who = (self.start + turn) % self.players
            yield from self.first_hand()
        self.who = self.start

    def first_hand(self) -> Doing:
        """Draw until four cards are no Chaos; a Chaos goes to a stronger side, or away."""
        hand = self.hands[self.who]
        while len(hand) < HAND:
            dream = yield from self.dreams.take()
            if dream != "chaos":
                hand.append(dream)
            elif places := self.chaos_places():
                row, side = yield Ask(self.who, "first chaos", places)
                self.face_up[row].sides[side].append(dream)
            else:
                self.discard.append(dream)  # R-EQ-06

    def dream(self) -> Doing:
        """Phase I: play a dream, or discard one and do something else."""
        away = sorted(set(self.hands[self.who]))
        effects = [("establish",), *self.swaps(), *self.books.uses()]
        if self.players == 2:
            effects.append(("polarity",))
        paid = [(*effect, dream) for effect in effects for dream in away]
        taken = yield Ask(self.who, "dream", [*self.plays(), *paid])
        if taken[0] == "play":
            _, dream, row, side = taken
            self.hands[self.who].remove(dream)
            self.face_up[row].sides[side].append(dream)
            return
        self.hands[self.who].remove(taken[-1])
        self.discard.append(taken[-1])
        yield from self.do_effect(taken[:-1])

    def do_effect(self, effect: tuple[Any, ...]) -> Doing:
        match effect:
            case ("establish",):
                yield from self.establish(bonus=1)
            case ("polarity",):
                self.polarity.reverse()
            case ("swap", side, (row, dream), (other_row, other_dream)):
                one, other = self.face_up[row].sides[side], self.face_up[other_row].sides[side]
                one.remove(dream)
                other.remove(other_dream)
                one.append(other_dream)
                other.append(dream)
            case _:
                yield from self.books.used(effect)

    def plays(self) -> list[tuple[Any, ...]]:
        """Return where dreams of the hand can be played; two players keep to their polarity."""
        sides = {"incubus": ("left",), "sogna": ("right",), "meta": SIDES}
        return [
            ("play", dream, row, side)
            for dream in sorted(set(self.hands[self.who]))
            for side in sides[kind_of(dream)]
            if self.players == 1 or side == self.polarity[self.who]
            for row, city in enumerate(self.face_up)
            if shows(city.name, dream) and city.has_room(side)
        ]

    def swaps(self) -> list[tuple[Any, ...]]:
        """Return the pairs on the same side of two cities; R-EQ-09: any dreams."""
        found = []
        for side in SIDES:
            placed = [(self.row_of(city), dream) for city, dream in self.places(side)]
            pairs = {pair for pair in combinations(placed, 2) if pair[0][0] != pair[1][0]}
            found += [("swap", side, *pair) for pair in sorted(pairs)]
        return found

    # --- establishing balance -----------------------------------------------------------------

    def establish(self, bonus: int) -> Doing:
        """Claim balanced cities, thin out the others, replace and refill.

        Args:
            bonus: Cities that come on top when four are claimed.
        """
        balanced = [city for city in self.face_up if city.is_balanced]
        for city in balanced:
            self.claim(city)
        for _ in range(bonus if len(balanced) == ROWS else 0):
            if len(self.cities):
                self.claimed.append((yield from self.cities.take()))
        self.end_if_won()
        for city in self.face_up:
            yield from self.thin_out(city)
        yield from self.reveal()  # R-EQ-12: after the bonus
        yield from self.settle_all()

    def claim(self, city: City) -> None:
        """Take a city; its dreams are discarded."""
        self.rows[self.rows.index(city)] = None
        self.claimed.append(city.name)
        self.discard += [dream for _, dream in city.dreams]

    def end_if_won(self) -> None:
        """R-EQ-18: the match is won as soon as all cities are claimed."""
        if len(self.claimed) == self.goal:
            raise Ended

    def thin_out(self, city: City) -> Doing:
        """Let discard some dreams of a city that make 0 together; R-EQ-11: once a city."""
        row, placed = self.row_of(city), city.dreams
        sets = [
            Pieces(*((side, row, dream) for side, dream in some))
            for number in range(1, len(placed) + 1)
            for some in combinations(placed, number)
            if not sum(value_on(*each) for each in some)
        ]
        (some,) = yield Ask(self.who, "thin out", [(each,) for each in {Pieces(), *sets}])
        for side, _, dream in some:
            city.sides[side].remove(dream)
            self.discard.append(dream)

    def reveal(self) -> Doing:
        """Turn up cities in vacant rows, top to bottom, as far as there are."""
        for row, city in enumerate(self.rows):
            if city is None and len(self.cities):
                self.rows[row] = City((yield from self.cities.take()))

    def settle_all(self) -> Doing:
        for city in [city for city in self.face_up if city.is_empty]:
            yield from self.settle(city)

    def settle(self, city: City) -> Doing:
        """Put two drawn dreams into an empty city, whatever it shows; free ones join the other."""
        drawn = []
        for _ in range(min(SETTLED, len(self.dreams))):  # R-EQ-07
            drawn.append((yield from self.dreams.take()))
        sides = {"left" if kind_of(d) == "incubus" else "right" for d in drawn if not is_free(d)}
        if drawn and not sides:
            (side,) = yield Ask(self.who, "which side", [(side,) for side in SIDES])
            sides = {side}
        for dream in drawn:
            own = {"incubus": "left", "sogna": "right"}.get(kind_of(dream)) or min(sides)
            city.sides[own].append(dream)

    # --- refilling ----------------------------------------------------------------------------

    def refill(self) -> Doing:
        """Phase II: draw up to four; a Chaos is suffered, an empty deck loses."""
        while len(self.hands[self.who]) < HAND:
            if not len(self.dreams):
                raise Ended
            dream = yield from self.dreams.take()
            if dream == "chaos":
                yield from self.suffer()
            else:
                self.hands[self.who].append(dream)

    def suffer(self) -> Doing:
        """Choose a penalty of a Chaos: it joins a side, or clears a balanced city, or costs 4."""
        joins = [("join", *place) for place in self.chaos_places()]
        rows = enumerate(self.face_up)
        clears = [("clear", row) for row, city in rows if city.is_balanced]
        taken = yield Ask(self.who, "penalty", [*joins, *clears, ("lose",)])
        match taken:
            case ("join", row, side):
                self.face_up[row].sides[side].append("chaos")
            case ("clear", row):
                city = self.face_up[row]
                self.discard += ["chaos", *(dream for _, dream in city.dreams)]
                city.sides = {"left": [], "right": []}
            case _:
                yield from self.lose_four()

    def lose_four(self) -> Doing:
        """Discard the top four dreams; each Chaos among them is suffered (R-EQ-14, R-EQ-15)."""
        self.discard.append("chaos")
        turned = []
        for _ in range(min(4, len(self.dreams))):
            turned.append((yield from self.dreams.take()))
        self.discard += [dream for dream in turned if dream != "chaos"]
        for _ in range(turned.count("chaos")):
            yield from self.suffer()

    # --- to play well -------------------------------------------------------------------------

    def favoured(self, ask: Ask) -> list[tuple[Any, ...]]:
        """Return what balances a city, or claims balanced ones; penalties that cost few dreams."""
        if ask.what == "penalty":
            return [option for option in ask.options if option[0] == "join"] or [("lose",)]
        if ask.what == "thin out":
            return [(min((len(some), some) for (some,) in ask.options)[1],)]
        if ask.what != "dream":
            return []
        balanced = sum(city.is_balanced for city in self.face_up)
        if balanced == len(self.face_up):
            return [option for option in ask.options if option[0] == "establish"]
        merits = {option: self.merit(option) for option in ask.options}
        best = max(merits.values())
        return [option for option, merit in merits.items() if merit == best]

    def merit(self, option: tuple[Any, ...]) -> tuple[int, int]:
        """Return how many cities would be balanced, and how near the others would be to it."""
        sums = [city.sum_of("left") + city.sum_of("right") for city in self.face_up]
        balanced = sum(city.is_balanced for city in self.face_up)
        match option:
            case ("establish", _):
                return (balanced, 0) if balanced >= 3 else (-1, 0)
            case ("play", dream, row, side):
                sums[row] += value_on(side, dream)
            case ("swap", side, (row, dream), (other, other_dream), _):
                more = value_on(side, other_dream) - value_on(side, dream)
                sums[row] += more
                sums[other] -= more
            case _:
                return -1, 0
        return sums.count(0), -sum(map(abs, sums))

    # --- to be compared -----------------------------------------------------------------------

    def view(self) -> dict[str, Any]:
        """Return what lies on the table; of face-down piles all cards, in no order."""
        return {
            "rows": [(c.name, *(sorted(c.sides[side]) for side in SIDES)) for c in self.face_up],
            "balanced": [row for row, city in enumerate(self.face_up) if city.is_balanced],
            "claimed": sorted(self.claimed),
            "cities": sorted(self.cities),
            "dreams": sorted(self.dreams),
            "discard": sorted(self.discard),
            "hands": [sorted(hand) for hand in self.hands],
            "polarity": self.polarity if self.players == 2 else None,
            "books": sorted(self.books.open),
        }
