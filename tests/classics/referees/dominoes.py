"""Referee block dominoes: lay like to like at either end, be out first or hold the fewest pips."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.classics.referees.cards import most_points
from tests.referees.harness import Ask, Chance, Play, Referee

TILES = {2: 7}
"""How many tiles everybody gets, by players; five where it is not said."""


def halves(tile: str) -> tuple[int, int]:
    """Return the pips of a tile, the more first."""
    _, high, low = tile.split("-")
    return int(high), int(low)


def pips(hand: list[str]) -> int:
    """Return all pips of some tiles."""
    return sum(sum(halves(tile)) for tile in hand)


def weight(tile: str) -> tuple[bool, int, int]:
    """Return what makes a tile begin: a double, then many pips, then a large half."""
    high, low = halves(tile)
    return high == low, high + low, high


class Dominoes(Referee):
    """Deals until somebody has the points."""

    def __init__(self, players: int, target: int) -> None:
        self.players, self.target = players, target
        self.points = [0] * players
        self.hands: list[list[str]] = []
        self.ends = {"left": 0, "right": 0}
        self.line: list[str] = []

    def play(self) -> Play:
        """Play deal after deal; who has most points wins."""
        while max(self.points) < self.target:
            yield from self.deal()
            self.score()
        return most_points(self.points)

    def deal(self) -> Generator[Ask | Chance, Any, None]:
        """Deal, let the highest tile begin, lay tiles until somebody is out or nobody can."""
        self.hands = yield Chance("deal", TILES.get(self.players, 5))
        tile = max((tile for hand in self.hands for tile in hand), key=weight)
        player = next(seat for seat, hand in enumerate(self.hands) if tile in hand)
        self.hands[player].remove(tile)
        self.line = [tile]
        self.ends["left"], self.ends["right"] = halves(tile)
        while all(self.hands) and any(self.options(seat) for seat in range(self.players)):
            player = (player + 1) % self.players
            options = self.options(player)
            if options:
                tile, side = yield Ask(player, "lay", options)
                self.lay(player, tile, side)

    def options(self, player: int) -> list[tuple[str, str]]:
        """Return what a player may lay, and where."""
        hand, ends = self.hands[player], self.ends.items()
        return [(tile, side) for tile in hand for side, end in ends if end in halves(tile)]

    def lay(self, player: int, tile: str, side: str) -> None:
        """Lay a tile: its other half is the new end."""
        high, low = halves(tile)
        self.hands[player].remove(tile)
        self.line.append(tile)
        self.ends[side] = low if self.ends[side] == high else high

    def score(self) -> None:
        """Let the one who holds the fewest pips score those of the others, less the own ones."""
        left = [pips(hand) for hand in self.hands]
        best = [seat for seat, number in enumerate(left) if number == min(left)]
        if len(best) == 1:
            self.points[best[0]] += sum(left) - 2 * min(left)

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "line": sorted(self.line),
            "ends": [self.ends["left"], self.ends["right"]],
            "points": self.points,
        }
