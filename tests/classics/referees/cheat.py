"""Referee Cheat: cards face down as the rank that is due; who lies and is doubted picks all up.

All others say at once whether they doubt; the first who does, clockwise, stands for it.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import combinations
from typing import Any

from tests.classics.referees.cards import rank_of
from tests.referees.harness import Ask, Chance, Play, Referee, Result

CARDS = 52
FIRST_DUE, LOWEST, HIGHEST = 14, 2, 14


class Cheat(Referee):
    """One match.

    Args:
        most: Cards that may be played at once.
        rounds: After so many rounds the fewest cards win.
    """

    def __init__(self, players: int, most: int, rounds: int) -> None:
        self.players, self.most, self.rounds = players, most, rounds
        self.hands: list[list[str]] = []
        self.pile: list[str] = []
        self.played: list[str] = []
        self.due = FIRST_DUE

    def play(self) -> Play:
        """Take turns until somebody is rid of his cards and is believed, or was honest."""
        self.hands = yield Chance("share", CARDS)
        for _ in range(self.rounds):
            for player in range(self.players):
                yield from self.turn(player)
                if not all(self.hands):
                    return self.end()
        return self.end()

    def end(self) -> Result:
        """Return who has the fewest cards."""
        left = [len(hand) for hand in self.hands]
        return Result(frozenset(seat for seat, cards in enumerate(left) if cards == min(left)))

    def turn(self, player: int) -> Generator[Ask, Any, None]:
        """Play some cards, whatever they are; all others believe it or not."""
        hand = self.hands[player]
        options = [cards for n in range(1, self.most + 1) for cards in combinations(hand, n)]
        self.played = list((yield Ask(player, "play", options)))
        for card in self.played:
            hand.remove(card)
        doubters = []
        for other in ((player + turn) % self.players for turn in range(1, self.players)):
            (opinion,) = yield Ask(other, "opinion", [("belief",), ("doubt",)])
            if opinion == "doubt":
                doubters.append(other)
        self.pile += self.played
        if doubters:
            is_true = all(rank_of(card) == self.due for card in self.played)
            self.hands[doubters[0] if is_true else player] += self.pile
            self.pile = []
        self.played = []
        self.due = LOWEST if self.due == HIGHEST else self.due + 1

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "pile": sorted(self.pile),
            "played": sorted(self.played),
            "due": self.due,
        }
