"""Referee German Whist: thirteen tricks for the cards of the stock, thirteen that win the game."""

from __future__ import annotations

from typing import Any

from tests.classics.referees.cards import rank_of, suit_of
from tests.classics.referees.trick import around, play_trick, taker
from tests.referees.harness import Chance, Play, Referee, Result

CARDS = 13


class GermanWhist(Referee):
    """One deal for two."""

    def __init__(self, *, all_count: bool, has_trumps: bool) -> None:
        self.all_count, self.has_trumps = all_count, has_trumps
        self.hands: list[list[str]] = []
        self.trick: list[str] = []
        self.turned: str | None = None
        self.trumps: str | None = None
        self.tricks = [0, 0]

    def play(self) -> Play:
        """Play for the stock, then for the tricks."""
        leader = yield Chance("value", "start-player")
        self.hands = yield Chance("deal", CARDS)
        self.turned = yield Chance("turn", "turned")
        self.trumps = suit_of(self.turned) if self.has_trumps else None
        for number in range(2 * CARDS):
            yield from play_trick(self.hands, self.trick, around(leader, 2))
            leader = around(leader, 2)[taker(self.trick, rank_of, self.trumps)]
            self.trick = []
            self.tricks[leader] += self.counts(number)
            if number < CARDS:
                # The winner has the open card, the other the one below it, which nobody sees.
                self.hands[leader].append(self.turned)
                self.hands[1 - leader].append((yield Chance("draw", 1 - leader)))
                is_last = number == CARDS - 1
                self.turned = None if is_last else (yield Chance("turn", "turned"))
        most = max(self.tricks)
        winners = frozenset(seat for seat in range(2) if self.tricks[seat] == most)
        return Result(winners, dict(enumerate(self.tricks)))

    def counts(self, number: int) -> bool:
        """Return whether a trick counts: those before the stock is used up only by option."""
        return self.all_count or number >= CARDS

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "trick": self.trick,
            "turned": [self.turned] if self.turned else [],
            "trumps": self.trumps,
            "tricks": self.tricks,
        }
