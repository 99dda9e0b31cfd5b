"""Referee Oicho-Kabu: the last digit of two or three cards against the dealer's."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tests.classics.referees.cards import most_points, rank_of
from tests.referees.harness import Ask, Chance, Play, Referee

STAKES = (1, 2, 3)
MUST_TAKE, MUST_STAND = 3, 7
"""With so few points a third card must be taken, with so many it must not."""
STORM, THREEFOLD = 10, 3


def pips(card: str) -> int:
    """Return what a card counts: an ace one."""
    rank = rank_of(card)
    return 1 if rank == 14 else rank


class OichoKabu(Referee):
    """A number of deals; the dealer moves on to the left."""

    def __init__(self, players: int, deals: int, honor: bool) -> None:
        self.players, self.deals, self.honor = players, deals, honor
        self.hands: list[list[str]] = []
        self.stakes: dict[int, int] = {}
        self.chips = [0] * players

    def play(self) -> Play:
        """Play all deals; who has most chips wins."""
        first = yield Chance("value", "start-player")
        for deal in range(self.deals):
            yield from self.deal((first + deal) % self.players)
        return most_points(self.chips)

    def deal(self, dealer: int) -> Generator[Ask | Chance, Any, None]:
        """Deal, stake, deal again, take third cards, pay."""
        children = [(dealer + turn) % self.players for turn in range(1, self.players)]
        self.hands = [[] for _ in range(self.players)]
        for _ in self.hands:
            yield from self.take()
        for child in children:
            (self.stakes[child],) = yield Ask(child, "stake", [(stake,) for stake in STAKES])
        for _ in self.hands:
            yield from self.take()
        at_once = self.wins_at_once(dealer)
        for player in [] if at_once else [*children, dealer]:
            (what,) = yield Ask(player, "third card", self.options(self.points(player)))
            if what == "third-card":
                yield from self.take()
        for child in children:
            self.pay(child, dealer, at_once)

    def take(self) -> Generator[Ask | Chance, Any, None]:
        """Let the next card go to whom it went."""
        seat, card = yield Chance("card")
        assert pips(card) <= 10
        self.hands[seat].append(card)

    def options(self, points: int) -> list[tuple[str]]:
        """Return what may be done with two cards."""
        take = [("third-card",)] if points < MUST_STAND else []
        return take + ([("stand",)] if points > MUST_TAKE else [])

    def points(self, player: int) -> int:
        """Return the last digit of a sum."""
        return sum(map(pips, self.hands[player])) % 10

    def wins_at_once(self, dealer: int) -> bool:
        """Return whether the dealer has an ace with a four or a nine."""
        return self.honor and sorted(map(pips, self.hands[dealer])) in ([1, 4], [1, 9])

    def strength(self, player: int) -> int:
        """Return how good cards are; nothing is better than three alike."""
        kinds = {rank_of(card) for card in self.hands[player]}
        storm = self.honor and len(self.hands[player]) == 3 and len(kinds) == 1
        return STORM if storm else self.points(player)

    def pay(self, child: int, dealer: int, at_once: bool) -> None:
        """Let the better one win the stake, the dealer if they are equal."""
        own, other = self.strength(child), self.strength(dealer)
        won = own > other and not at_once
        better = own if won else other
        stake = self.stakes[child] * (THREEFOLD if better == STORM else 1)
        self.chips[child] += stake if won else -stake
        self.chips[dealer] -= stake if won else -stake

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {"hands": [sorted(hand) for hand in self.hands], "chips": self.chips}
