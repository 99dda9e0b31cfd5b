"""Referee Memory: turn two cards over; a pair is taken, others are turned back."""

from __future__ import annotations

from collections.abc import Collection, Generator
from typing import Any

from tests.classics.referees.cards import rank_of, suit_of
from tests.referees.harness import Ask, Chance, Play, Referee, Result

RED = ("diamonds", "hearts")
SUITS = 4


class Memory(Referee):
    """One game; `lying` is the card of each place that is not bare."""

    def __init__(
        self, players: int, ranks: int, same_color: bool, go_on: bool, last_round: int
    ) -> None:
        self.players, self.ranks, self.same_color = players, ranks, same_color
        self.go_on, self.last_round = go_on, last_round
        self.lying: dict[int, str] = {}
        self.won: list[list[str]] = [[] for _ in range(players)]
        self.first: int | None = None

    def play(self) -> Play:
        """Lay the cards out and take turns until all are taken."""
        self.lying = dict(enumerate((yield Chance("layout"))))
        assert len(self.lying) == SUITS * self.ranks
        assert len({rank_of(card) for card in self.lying.values()}) == self.ranks
        for _ in range(self.last_round):
            for player in range(self.players):
                while self.lying and (yield from self.found(player)) and self.go_on:
                    pass
        most = max(map(len, self.won))
        return Result(frozenset(seat for seat, won in enumerate(self.won) if len(won) == most))

    def found(self, player: int) -> Generator[Ask, Any, bool]:
        """Let a player turn over two cards; return whether they are a pair."""
        self.first = None
        (one,) = yield Ask(player, "first card", [(place,) for place in self.lying])
        self.first = one
        (two,) = yield Ask(player, "second", [(place,) for place in self.lying if place != one])
        if not self.match(self.lying[one], self.lying[two]):
            return False
        self.won[player] += [self.lying.pop(one), self.lying.pop(two)]
        return True

    def match(self, one: str, two: str) -> bool:
        """Return whether two cards are a pair."""
        like = (suit_of(one) in RED) == (suit_of(two) in RED)
        return rank_of(one) == rank_of(two) and (like or not self.same_color)

    def favoured(self, ask: Ask) -> Collection[tuple[Any, ...]]:
        """Return what makes a pair with the first card, so that pairs are found."""
        if self.first is None:
            return ()
        first = self.lying[self.first]
        return [(place,) for (place,) in ask.options if self.match(first, self.lying[place])]

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {"table": self.lying, "won": [sorted(won) for won in self.won]}
