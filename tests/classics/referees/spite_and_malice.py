"""Referee Spite and Malice: two packs, four piles built from ace to queen, kings for any card."""

from __future__ import annotations

from collections.abc import Collection, Generator
from typing import Any

from tests.referees.harness import Ask, Chance, Play, Referee, Result

FACES = {1: "ace", 11: "jack", 12: "queen", 13: "king"}
RANKS = {FACES.get(rank, f"card-{rank}"): rank for rank in range(1, 14)}
"""The ranks of cards by their ids."""
KING, FULL = 13, 12
HAND, PILES, SIDES, CARDS = 5, 4, 4, 104

Turn = Generator[Ask | Chance, Any, None]


class SpiteAndMalice(Referee):
    """One game of two players."""

    def __init__(self, pay_off: int) -> None:
        self.left = [pay_off] * 2
        self.turned = [""] * 2
        self.hands: list[list[str]] = [[], []]
        self.sides: list[list[list[str]]] = [[[] for _ in range(SIDES)] for _ in range(2)]
        self.piles: list[list[str]] = [[] for _ in range(PILES)]
        self.stock, self.done = CARDS - 2 * pay_off, 0

    def play(self) -> Play:
        """Take turns until a pay-off pile or all cards to draw are gone."""
        for seat in range(2):
            self.turned[seat] = yield Chance("top", seat)
        first = int(RANKS[self.turned[1]] > RANKS[self.turned[0]])
        while all(self.left) and (self.stock or self.done):
            for seat in (first, 1 - first):
                if all(self.left):
                    yield from self.turn(seat)
        least = [seat for seat in range(2) if self.left[seat] == min(self.left)]
        return Result(frozenset(least if len(least) == 1 else ()))

    def turn(self, seat: int) -> Turn:
        """Fill the hand, build as long as one likes, lay one card aside."""
        yield from self.draw(seat)
        while self.left[seat]:
            options = self.builds(seat) + self.asides(seat)
            if not options:
                return
            what, place, card, on = yield Ask(seat, "turn", options)
            if what == "lay-aside":
                self.hands[seat].remove(card)
                self.sides[seat][on].append(card)
                return
            yield from self.build(seat, place, card, on)

    def draw(self, seat: int) -> Turn:
        """Draw up to five; when the stock is gone the completed piles become it."""
        while len(self.hands[seat]) < HAND and self.stock + self.done:
            if not self.stock:
                self.stock, self.done = self.done, 0
            self.stock -= 1
            self.hands[seat].append((yield Chance("draw", seat)))

    def builds(self, seat: int) -> list[tuple[str, Any, str, int]]:
        """Return where what may be built: the pay-off card, hand and the tops of side stacks."""
        tops = [(side, stack[-1]) for side, stack in enumerate(self.sides[seat]) if stack]
        hand = [("hand", card) for card in self.hands[seat]]
        return [
            ("build", place, card, pile)
            for place, card in [("turned", self.turned[seat]), *hand, *tops]
            for pile, cards in enumerate(self.piles)
            if RANKS[card] in (KING, len(cards) + 1)
        ]

    def asides(self, seat: int) -> list[tuple[str, Any, str, int]]:
        """Return what may be laid aside where."""
        cards = self.hands[seat]
        return [("lay-aside", "hand", card, side) for card in cards for side in range(SIDES)]

    def build(self, seat: int, place: Any, card: str, pile: int) -> Turn:
        """Build a card; a full pile goes away, an empty hand is filled at once."""
        self.piles[pile].append(card)
        if len(self.piles[pile]) == FULL:
            self.piles[pile] = []
            self.done += FULL
        if place == "turned":
            self.left[seat] -= 1
            if not self.left[seat]:
                return
            self.turned[seat] = yield Chance("top", seat)
        elif place == "hand":
            self.hands[seat].remove(card)
        else:
            self.sides[seat][place].pop()
        if not self.hands[seat]:
            yield from self.draw(seat)

    def favoured(self, ask: Ask) -> Collection[tuple[Any, ...]]:
        """Return all ways to build, the pay-off card before all others."""
        builds = [option for option in ask.options if option[0] == "build"]
        return [option for option in builds if option[1] == "turned"] or builds

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "turned": self.turned,
            "left": self.left,
            "piles": self.piles,
            "sides": self.sides,
        }
