"""Referee Casino: a card takes its like and what adds up to it; or one builds for later.

By fours a deck is dealt out; who took last takes what is left. Most cards bring three points, most
spades one, aces and the two of spades one each, the ten of diamonds two, and a sweep one.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from tests.classics.referees.cards import FRENCH, most_points, rank_of, suit_of
from tests.referees.harness import Ask, Chance, Play, Referee

DEALT, LAID, HIGHEST, BUILDS = 4, 4, 10, 5
SPECIAL = {"diamonds-10": 2, "spades-2": 1} | {c: 1 for c in FRENCH if rank_of(c) == 14}
Steps = Generator[Ask | Chance, Any, None]


def worth(card: str) -> int:
    """Return the number of a card, 1 for an ace."""
    return 1 if rank_of(card) == 14 else rank_of(card)


@dataclass
class Build:
    """Cards that only a card of their number takes; one of several groups is fixed."""

    cards: list[str] = field(default_factory=list)
    number: int = 0
    fixed: bool = False
    maker: int | None = None


class Casino(Referee):
    """A game to a number of points."""

    def __init__(self, players: int, target: int, building: bool, sweeps: bool) -> None:
        self.players, self.target = players, target
        self.building, self.sweeping = building, sweeps
        self.points = [0] * players
        self.leader, self.taker = 0, None
        self.clear()

    def clear(self) -> None:
        """Gather all cards."""
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        self.won: list[list[str]] = [[] for _ in range(self.players)]
        self.loose: list[str] = []
        self.builds = [Build() for _ in range(BUILDS)]
        self.swept = [0] * self.players

    def play(self) -> Play:
        """Play decks until somebody has enough points."""
        while max(self.points) < self.target:
            yield from self.a_deck()
            self.leader = (self.leader + 1) % self.players
        return most_points(self.points)

    def a_deck(self) -> Steps:
        """Play a deck and count."""
        self.clear()
        yield Chance("event", "shuffle")
        for _ in range(LAID):
            self.loose.append((yield Chance("turn", "loose")))
        deck = len(FRENCH) - LAID
        while deck:
            self.hands = yield Chance("deal", DEALT)
            deck -= DEALT * self.players
            for turn in range(DEALT * self.players):
                yield from self.turn((self.leader + turn) % self.players)
        if self.taker is not None:
            self.won[self.taker] += self.loose + [c for b in self.builds for c in b.cards]
        for seat in range(self.players):
            self.points[seat] += self.score(seat)

    def turn(self, player: int) -> Steps:
        """Play a card in one of the four ways."""
        what, card, *where = yield Ask(player, "play", [*self.ways(player)])
        if what == "build-up":
            yield from self.build(player, card, int(where[0]))
        self.hands[player].remove(card)
        if what == "capture":
            yield from self.capture(player, card)
        elif what == "trail":
            self.loose.append(card)
        elif what == "raise":
            build = self.builds[int(where[0].removeprefix("build-")) - 1]
            cards, number = build.cards, build.number + worth(card)
            build.cards, build.number, build.maker = [], 0, None
            self.put(player, [*cards, card], number, self.at(number) or build)

    def ways(self, player: int) -> Iterator[tuple[str, ...]]:
        """Yield all that a player may do."""
        own = [build.number for build in self.builds if build.maker == player]
        for card in self.hands[player]:
            number = worth(card)
            rest = [worth(other) for other in self.hands[player] if other != card]
            if self.like(card) or (number <= HIGHEST and self.sums(number)):
                yield "capture", card
            if not own:
                yield "trail", card
            if not self.building or number > HIGHEST or (number in own and number not in rest):
                continue
            for total in {n for n in rest if number <= n <= HIGHEST}:
                has_room = self.at(total) or self.at(0)
                if has_room and self.sums(total if total == number else total - number):
                    yield "build-up", card, str(total)
            for place, build in enumerate(self.builds, 1):
                total = build.number + number
                if build.cards and not build.fixed and total <= HIGHEST and total in rest:
                    yield "raise", card, f"build-{place}"

    def capture(self, player: int, card: str) -> Steps:
        """Take all that is like a card, then what adds up to it as far as one likes."""
        like, number = self.like(card), worth(card)
        self.take(player, [card, *like])
        if not like:
            self.take(player, (yield from self.gather(player, number)))
        while number <= HIGHEST and self.sums(number):
            (more,) = yield Ask(player, "more", [("yes",), ("no",)])
            if more == "no":
                break
            self.take(player, (yield from self.gather(player, number)))
        if self.sweeping and not self.loose and not any(b.cards for b in self.builds):
            self.swept[player] += 1

    def build(self, player: int, card: str, number: int) -> Steps:
        """Build a number, with a card that is part of it or a group of its own."""
        alone = worth(card) == number
        cards = yield from self.gather(player, number if alone else number - worth(card))
        build = self.at(number) or self.at(0)
        self.loose = [other for other in self.loose if other not in cards]
        self.put(player, [card, *cards], number, build)
        build.fixed = build.fixed or alone

    def put(self, player: int, cards: list[str], number: int, build: Build) -> None:
        """Put cards on a build; a second group fixes it."""
        build.fixed = build.fixed or build.number == number
        build.cards, build.number, build.maker = [*build.cards, *cards], number, player

    def at(self, number: int) -> Any:
        """Return the first build of a number, for 0 the first free place, or none."""
        return next((build for build in self.builds if build.number == number), None)

    def like(self, card: str) -> list[str]:
        """Return the loose cards of a card's rank and the builds of its number."""
        like = [other for other in self.loose if rank_of(other) == rank_of(card)]
        return like + [c for b in self.builds if b.number == worth(card) for c in b.cards]

    def take(self, player: int, cards: list[str]) -> None:
        """Take cards; builds that are taken are gone."""
        self.won[player] += cards
        self.taker = player
        self.loose = [card for card in self.loose if card not in cards]
        for place, build in enumerate(self.builds):
            if set(build.cards) & set(cards):
                self.builds[place] = Build()

    def sums(self, number: int) -> list[frozenset[str]]:
        """Return all loose cards that add up to a number."""
        numbers = [card for card in self.loose if worth(card) <= HIGHEST]
        sizes = range(1, min(number, len(numbers)) + 1)
        groups = (group for size in sizes for group in combinations(numbers, size))
        return [frozenset(group) for group in groups if sum(map(worth, group)) == number]

    def gather(self, player: int, number: int) -> Generator[Ask, Any, list[str]]:
        """Let a player pick cards that add up to a number, the high ones first."""
        groups, found = self.sums(number), []
        while any(len(group) > len(found) for group in groups):
            highest = set()
            for rest in (group - set(found) for group in groups):
                highest |= {c for c in rest if worth(c) == max(map(worth, rest))}
            (card,) = yield Ask(player, "add", [(card,) for card in sorted(highest)])
            found.append(card)
            groups = [group for group in groups if begins(found, group)]
        return found

    def score(self, seat: int) -> int:
        """Return the points of a deck."""
        cards = [len(won) for won in self.won]
        spades = [sum(suit_of(card) == "spades" for card in won) for won in self.won]
        most = [(3, cards), (1, spades)]
        points = sum(n for n, of in most if of[seat] == max(of) and of.count(max(of)) == 1)
        return points + self.swept[seat] + sum(SPECIAL.get(card, 0) for card in self.won[seat])

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "loose": sorted(self.loose),
            "won": [sorted(won) for won in self.won],
            "builds": [(sorted(b.cards), b.number, b.fixed, b.maker) for b in self.builds],
            "swept": self.swept,
            "points": self.points,
        }


def begins(taken: list[str], group: frozenset[str]) -> bool:
    """Return whether a group may go on from what was taken, the high ones first."""
    rest = group - set(taken)
    return set(taken) <= group and all(worth(card) <= worth(taken[-1]) for card in rest)
