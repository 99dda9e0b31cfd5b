"""Referee Koi-Koi: take cards of a plant, make combinations, stop or go on.

Combinations: five brights 10, four 8, four with the rain man 7, three without him 5; boar, deer and
butterflies 5; three ribbons with poems 5, three blue ones 5; moon or curtain with the cup 5; five
animals, five ribbons, ten chaff 1 and one for each more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import Any

from tests.classics.referees.cards import most_points
from tests.referees.harness import Ask, Chance, Play, Referee

BRIGHTS = ("pine-crane", "cherry-curtain", "pampas-moon", "willow-rain", "paulownia-phoenix")
RAIN, CUP, MOON, CURTAIN = "willow-rain", "chrysanthemum-cup", "pampas-moon", "cherry-curtain"
TRIO = {"clover-boar", "maple-deer", "peony-butterflies"}
POEMS = {f"{plant}-ribbon" for plant in ("pine", "plum", "cherry")}
BLUES = {f"{plant}-ribbon" for plant in ("peony", "chrysanthemum", "maple")}
LAID, DEALT, LUCK, DOUBLED = 8, 8, 6, 7
FEW, MANY, SET = 5, 10, 5
Steps = Generator[Ask | Chance, Any, None]


def plant_of(card: str) -> str:
    """Return the plant of a card."""
    return card.partition("-")[0]


def sort_of(card: str) -> str:
    """Return whether a card is a bright, an animal, a ribbon or chaff."""
    word = card.partition("-")[2]
    return "bright" if card in BRIGHTS else word if word in ("ribbon", "chaff") else "animal"


class KoiKoi(Referee):
    """Some months between two players."""

    def __init__(
        self, months: int, viewing: bool, cup: bool, seven: bool, call: bool, lucky: bool
    ) -> None:
        self.months, self.viewing, self.cup = months, viewing, cup
        self.seven, self.call, self.lucky = seven, call, lucky
        self.points = [0, 0]
        self.clear()

    def clear(self) -> None:
        """Gather all cards."""
        self.hands: list[list[str]] = [[], []]
        self.won: list[list[str]] = [[], []]
        self.table: list[str] = []
        self.claimed = [0, 0]

    def play(self) -> Play:
        """Play all months; whoever won one begins the next."""
        leader = 0
        for _ in range(self.months):
            winner = yield from self.month(leader)
            leader = leader if winner is None else winner
        return most_points(self.points)

    def month(self, leader: int) -> Generator[Ask | Chance, Any, int | None]:
        """Play a month; return who scored."""
        yield from self.deal()
        for seat in (leader, 1 - leader):
            if self.lucky and self.is_lucky(seat):
                self.points[seat] += LUCK
                return seat
        for turn in range(2 * DEALT):
            seat = (leader + turn) % 2
            (card,) = yield Ask(seat, "play", [(card,) for card in sorted(set(self.hands[seat]))])
            yield from self.lay(seat, (yield Chance("laid")))
            self.hands[seat].remove(card)
            yield from self.lay(seat, (yield Chance("laid")))
            if self.made(seat) > self.claimed[seat]:
                more = [("koi-koi",)] if self.hands[seat] else []
                (what,) = yield Ask(seat, "stop or go on", [("stop-here",), *more])
                if what == "stop-here":
                    self.points[seat] += self.worth(seat)
                    return seat
                self.claimed[seat] = self.made(seat)
        return None

    def deal(self) -> Steps:
        """Lay cards out, anew where four of a plant lie there, and deal."""
        self.clear()
        while not self.table or LAID // 2 in Counter(map(plant_of, self.table)).values():
            yield Chance("event", "shuffle")
            self.table = []
            for _ in range(LAID):
                self.table.append((yield Chance("turn", "table")))
        self.hands = yield Chance("deal", DEALT)

    def is_lucky(self, seat: int) -> bool:
        """Return whether a first hand has four of a plant or four pairs."""
        counts = Counter(map(plant_of, self.hands[seat])).values()
        return DEALT // 2 in counts or set(counts) == {2}

    def lay(self, seat: int, card: str) -> Steps:
        """Lay a card and take what it matches: one of two, or all."""
        same = [other for other in self.table if plant_of(other) == plant_of(card)]
        if not same:
            self.table.append(card)
            return
        if len(same) == 2:
            same = list((yield Ask(seat, "take", [(other,) for other in sorted(set(same))])))
        self.won[seat] += [card, *same]
        for other in same:
            self.table.remove(other)

    def made(self, seat: int) -> int:
        """Return the points of all combinations."""
        won = set(self.won[seat])
        sorts = Counter(map(sort_of, self.won[seat]))
        chaff = sorts["chaff"] + (self.cup and CUP in won)
        sets = [won >= each for each in (TRIO, POEMS, BLUES)]
        if self.viewing:
            sets += [won >= {MOON, CUP}, won >= {CURTAIN, CUP}]
        rows = ((sorts["animal"], FEW), (sorts["ribbon"], FEW), (chaff, MANY))
        counted = sum(max(count - least + 1, 0) for count, least in rows)
        return self.brights(won) + SET * sum(sets) + counted

    def brights(self, won: set[str]) -> int:
        """Return the points of the brights."""
        bright = won & set(BRIGHTS)
        if len(bright) == len(BRIGHTS):
            return 10
        dry = RAIN not in bright
        return {4: 8 if dry else 7, 3: 5 if dry else 0}.get(len(bright), 0)

    def worth(self, seat: int) -> int:
        """Return what a month brings who stops."""
        made = self.made(seat)
        made *= 2 if self.seven and made >= DOUBLED else 1
        return made * (2 if self.call and self.claimed[1 - seat] else 1)

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "table": sorted(self.table),
            "won": [sorted(won) for won in self.won],
            "points": self.points,
            "claimed": self.claimed,
        }
