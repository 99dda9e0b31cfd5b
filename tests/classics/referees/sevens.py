"""Referee Sevens: build up and down from the sevens, pass as long as one may, be out first."""

from __future__ import annotations

from typing import Any

from tests.classics.referees.cards import FRENCH, rank_of, suit_of
from tests.referees.harness import Ask, Chance, Play, Referee, Result

SEVEN, BEGINS = 7, "diamonds-7"


def height(card: str) -> int:
    """Return the place of a card in its row, where the ace is the lowest."""
    return rank_of(card) % 13 or 13


class Sevens(Referee):
    """One deal.

    Args:
        passes: How often everybody may pass; none where only who cannot play may pass.
    """

    def __init__(self, players: int, passes: int | None) -> None:
        self.players, self.passes = players, passes
        self.hands: list[list[str]] = []
        self.passed = [0] * players
        self.table: list[str] = []

    def play(self) -> Play:
        """Lay the sevens, then go round; whoever is out first, or left alone, wins."""
        self.hands = yield Chance("share", len(FRENCH))
        player = next(seat for seat, hand in enumerate(self.hands) if BEGINS in hand)
        for seat, hand in enumerate(self.hands):
            self.lay(seat, [card for card in hand if height(card) == SEVEN])
        left = set(range(self.players))
        while len(left) > 1:
            if player in left:
                what, *card = yield Ask(player, "turn", self.options(player))
                if what == "pass-by":
                    self.passed[player] += 1
                else:
                    self.lay(player, card or list(self.hands[player]))
                if what == "give-up":
                    left.remove(player)
                elif not self.hands[player]:
                    return Result(frozenset({player}))
            player = (player + 1) % self.players
        return Result(frozenset(left))

    def lay(self, player: int, cards: list[str]) -> None:
        """Put cards of a hand on the table."""
        for card in cards:
            self.hands[player].remove(card)
            self.table.append(card)

    def options(self, player: int) -> list[tuple[str, ...]]:
        """Return what a player may do; who can do nothing drops out."""
        plays = [("play", card) for card in self.hands[player] if self.fits(card)]
        may_pass = not plays if self.passes is None else self.passed[player] < self.passes
        return [*plays, *([("pass-by",)] if may_pass else [])] or [("give-up",)]

    def fits(self, card: str) -> bool:
        """Return whether all from the seven to a card lie there."""
        there = {height(other) for other in self.table if suit_of(other) == suit_of(card)}
        low, high = sorted((height(card), SEVEN))
        return all(n in there for n in range(low, high + 1) if n != height(card))

    def view(self) -> dict[str, Any]:
        """Return what lies on the table."""
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "table": sorted(self.table),
            "passed": self.passed,
        }
