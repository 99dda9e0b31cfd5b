"""Play Kuhn poker as a hand-written Python class: a measure for the compiled game.

Three cards, one for each of two seats; both have put in 1. They pass or bet 1, in turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

PASS: Final = 0
BET: Final = 1
_BOTH: Final = (PASS, BET)
_NONE: Final[tuple[int, ...]] = ()


class KuhnPoker:
    """One match.

    Attributes:
        cards: Of each seat, 1 to 3.
        stakes: What each seat has put in.
        passes: How many have passed so far.
        turn: The seat whose turn it is.
        chips: What each seat has won, or lost.
        is_over: Whether the match has ended.
    """

    __slots__ = ("cards", "chips", "is_over", "passes", "stakes", "turn")

    cards: Sequence[int]
    stakes: list[int]
    passes: int
    turn: int
    chips: tuple[int, int]
    is_over: bool

    @classmethod
    def start(cls, cards: Sequence[int] | None = None, *, seed: int = 0) -> KuhnPoker:
        """Start a match at its first decision, with these cards or those of a seed."""
        match = cls()
        match.cards = Random(seed).sample((1, 2, 3), 2) if cards is None else cards
        match.stakes = [1, 1]
        match.passes = match.turn = 0
        match.chips = (0, 0)
        match.is_over = False
        return match

    def legal_actions(self) -> tuple[int, ...]:
        """Return PASS and BET; nothing when it is over."""
        return _NONE if self.is_over else _BOTH

    def apply(self, action: int) -> None:
        """Pass or bet."""
        me, stakes = self.turn, self.stakes
        other = 1 - me
        if action == BET:
            stakes[me] += 1
            if stakes[other] == 2:
                self._compare()
        elif stakes[other] > stakes[me]:
            self._pay(other)
        else:
            self.passes += 1
            if self.passes == 2:
                self._compare()
        self.turn = other

    def _compare(self) -> None:
        self._pay(0 if self.cards[0] > self.cards[1] else 1)

    def _pay(self, winner: int) -> None:
        won = self.stakes[1 - winner]
        self.chips = (won, -won) if winner == 0 else (-won, won)
        self.is_over = True

    def clone(self) -> KuhnPoker:
        """Return a copy that goes its own way."""
        copy = KuhnPoker()
        copy.cards = self.cards
        copy.stakes = self.stakes[:]
        copy.passes = self.passes
        copy.turn = self.turn
        copy.chips = self.chips
        copy.is_over = self.is_over
        return copy
