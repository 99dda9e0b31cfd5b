"""Referee Golf: six cards face down in three columns; a pair in a column is nothing.

In a turn one draws, from the deck or the discard pile, and puts the card in a place of one's own;
what came from the deck may be thrown away. When somebody's cards are all up, the others have one
more turn. Twos are -2, aces 1, kings 0, queens and jacks 10.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import combinations
from typing import Any

from tests.classics.referees.cards import least_points, rank_of
from tests.referees.harness import Ask, Chance, Pieces, Play, Referee

WORTH = {2: -2, 11: 10, 12: 10, 13: 0, 14: 1}
COLUMNS, ROWS, CARDS, TURNED = (1, 2, 3), (1, 2), 52, 2
Steps = Generator[Ask | Chance, Any, None]


class Golf(Referee):
    """Some deals; each place has its card and whether it is up."""

    def __init__(self, players: int, holes: int, turns_up: bool, most_turns: int) -> None:
        self.players, self.holes = players, holes
        self.turns_up, self.most_turns = turns_up, most_turns
        self.points = [0] * players
        self.lying: dict[str, str] = {}
        self.up: set[str] = set()
        self.pile: list[str] = []
        self.drawn: str | None = None

    def play(self) -> Play:
        """Play all deals; the fewest points win."""
        for hole in range(self.holes):
            yield from self.hole(hole % self.players)
        return least_points(self.points)

    def spots(self, seat: int) -> list[str]:
        """Return the places of a player."""
        return [f"spot-{seat}-{column}-{row}" for column in COLUMNS for row in ROWS]

    def closed(self, seat: int) -> list[str]:
        """Return the places of a player whose cards lie face down."""
        return [spot for spot in self.spots(seat) if spot not in self.up]

    def hole(self, leader: int) -> Steps:
        """Play a deal and count."""
        order = [(leader + turn) % self.players for turn in range(self.players)]
        yield Chance("event", "shuffle")
        self.lying, self.up = (yield Chance("laid", self.players)), set()
        self.pile = [(yield Chance("turn", "pile"))]
        chosen = []
        for seat in order:
            pairs = combinations(self.spots(seat), TURNED)
            (pair,) = yield Ask(seat, "turn up", [(Pieces(*pair),) for pair in pairs])
            chosen += pair
        self.up |= set(chosen)
        yield from self.turns(order)
        for seat in range(self.players):
            self.points[seat] += sum(self.column(seat, column) for column in COLUMNS)

    def turns(self, order: list[int]) -> Steps:
        """Let all take turns until everyone has had the last one, or no card is left."""
        deck, number, last = CARDS - len(self.lying) - 1, 0, set[int]()
        while True:
            for seat in order:
                deck -= yield from self.turn(seat)
                number += 1
                if last or not self.closed(seat):
                    last.add(seat)
                if not deck or number == self.most_turns or len(last) == self.players:
                    return

    def turn(self, seat: int) -> Generator[Ask | Chance, Any, bool]:
        """Draw and put; return whether the card came from the deck."""
        (source,) = yield Ask(seat, "draw", [("draw-from-deck",), ("take-discard",)])
        blindly = source == "draw-from-deck"
        self.drawn = (yield Chance("drawn", seat)) if blindly else self.pile.pop(0)
        places = [("put", spot) for spot in self.spots(seat)]
        what, *spot = yield Ask(seat, "place", places + [("throw",)] * blindly)
        if what == "put":
            self.pile.insert(0, self.lying[spot[0]])
            self.lying[spot[0]] = self.drawn
            self.up.add(spot[0])
        else:
            self.pile.insert(0, self.drawn)
        self.drawn = None
        if what == "throw" and self.turns_up and self.closed(seat):
            (turned,) = yield Ask(seat, "turn up", [(spot,) for spot in self.closed(seat)])
            self.up.add(turned)
        return blindly

    def column(self, seat: int, column: int) -> int:
        """Return the points of a column: none for a pair."""
        ranks = [rank_of(self.lying[f"spot-{seat}-{column}-{row}"]) for row in ROWS]
        return 0 if len(set(ranks)) == 1 else sum(WORTH.get(rank, rank) for rank in ranks)

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {
            "lying": {spot: (card, spot in self.up) for spot, card in self.lying.items()},
            "pile": self.pile,
            "drawn": self.drawn,
            "points": self.points,
        }
