"""Referee War: the higher of two cards takes both; equal ones raise the stakes."""

from __future__ import annotations

from typing import Any

from tests.classics.referees.cards import rank_of
from tests.referees.harness import Ask, Chance, Play, Referee, Result

CARDS = 26


class War(Referee):
    """Battles until a pile is empty, cannot pay for a war, or there were too many.

    Piles are lists from the top.

    Args:
        face_down: How many cards each puts face down in a war.
        chosen: Whether the winner says whose cards go under the pile first, else his own.
    """

    def __init__(self, face_down: int, chosen: bool, rounds: int) -> None:
        self.face_down, self.chosen, self.rounds = face_down, chosen, rounds
        self.piles: list[list[str]] = []
        self.shown: list[list[str]] = [[], []]
        self.covered: list[list[str]] = [[], []]

    def play(self) -> Play:
        """Play battle after battle; the larger pile wins."""
        self.piles = yield Chance("piles", CARDS)
        for _ in range(self.rounds):
            winner = self.battle()
            if winner is None:
                break
            orders = [(seat,) for seat in range(2) if self.chosen or seat == winner]
            (first,) = yield Ask(winner, "order", orders)
            self.take(winner, first)
            if not all(self.piles):
                break
        largest = max(map(len, self.piles))
        return Result(frozenset(n for n, pile in enumerate(self.piles) if len(pile) == largest))

    def battle(self) -> int | None:
        """Turn up cards until one is higher; none where somebody cannot go to war."""
        self.turn_up()
        while True:
            one, two = (rank_of(shown[-1]) for shown in self.shown)
            if one != two:
                return int(two > one)
            if any(len(pile) <= self.face_down for pile in self.piles):
                return None
            for pile, covered in zip(self.piles, self.covered, strict=True):
                covered += pile[: self.face_down]
                del pile[: self.face_down]
            self.turn_up()

    def turn_up(self) -> None:
        """Turn up a card of each pile."""
        for pile, shown in zip(self.piles, self.shown, strict=True):
            shown.append(pile.pop(0))

    def take(self, winner: int, first: int) -> None:
        """Put all cards under a pile, one's and then the other's, the last turned up first."""
        for seat in (first, 1 - first):
            self.piles[winner] += self.shown[seat][::-1] + self.covered[seat][::-1]
            self.shown[seat], self.covered[seat] = [], []

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {"piles": self.piles, "shown": [shown[::-1] for shown in self.shown]}
