"""Referee President: Daifugo without its extras; two points for the first, one for the second.

Suits count for nothing, so one says a rank and how many; the president leads to the next deal.
"""

from __future__ import annotations

from collections import Counter

from tests.classics.referees.cards import rank_of
from tests.classics.referees.daifugo import Daifugo, Laying
from tests.referees.harness import Chance, Difference

STARTER = "clubs-3"
FIRST, SECOND = 2, 1
"""Points of the president and the vice president."""


class President(Daifugo):
    """Deals until somebody has the points that win."""

    def __init__(self, players: int, goal: int) -> None:
        super().__init__(players, 0, frozenset())
        self.goal = goal

    def goes_on(self) -> bool:
        """Return whether nobody has won yet."""
        return max(self.points) < self.goal

    def score(self) -> None:
        """Give points to the first two."""
        for player, place in self.places.items():
            self.points[player] += {1: FIRST, 2: SECOND}.get(place, 0)

    def starter(self) -> int:
        """Return who leads first: the holder of a certain three, later the president."""
        first = [player for player, place in self.places.items() if place == 1]
        return (first or [p for p, hand in enumerate(self.hands) if STARTER in hand])[0]

    def plays(self, player: int) -> list[tuple[str, ...]]:
        """Return what a player may play: a rank, and how many where he leads."""
        sets = {(rank_of(cards[0]), len(cards)) for cards in self.sets(player)}
        if self.table:
            return [("play", str(rank)) for rank, _ in sorted(sets)]
        return [("play", str(rank), str(number)) for rank, number in sorted(sets)]

    def laid(self, player: int, option: tuple[str, ...]) -> Laying:
        """Return the cards that are laid: so many of the rank, whichever."""
        number = len(self.table) or int(option[2])
        cards = []
        for _ in range(number):
            cards.append((yield Chance("turn", "table")))
        missing = Counter(cards) - Counter(self.hands[player])
        if missing or {str(rank_of(card)) for card in cards} != {option[1]}:
            raise Difference(f"seat {player} plays {cards} of {self.hands[player]} for {option}")
        return tuple(cards)
