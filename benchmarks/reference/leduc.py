"""Play Leduc hold'em as a hand-written Python class: a measure for the compiled game.

Six cards, two of each of three ranks; one for each of two seats, one for the board after the first
of two rounds of betting. Both have put in 1; a raise is 2 in the first round and 4 in the second,
and there are at most two of them a round. As in Cardwright a decision has two options or more.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

FOLD: Final = 0
CALL: Final = 1
RAISE: Final = 2
MOST_RAISES: Final = 2
RAISE_SIZES: Final = (2, 4)
DECK: Final = (1, 1, 2, 2, 3, 3)

_OPENING: Final = (CALL, RAISE)
_FACING_A_BET: Final = (FOLD, CALL, RAISE)
_FACING_THE_LAST: Final = (FOLD, CALL)
_NONE: Final[tuple[int, ...]] = ()


class Leduc:
    """One match.

    Attributes:
        cards: Of seat 0, of seat 1, of the board: 1 to 3.
        stakes: What each seat has put in.
        is_second: Whether the board's card lies open.
        raises, calls: Of this round; a raise makes the calls before it void.
        turn: The seat whose turn it is.
        chips: What each seat has won, or lost.
        is_over: Whether the match has ended.
    """

    __slots__ = ("calls", "cards", "chips", "is_over", "is_second", "raises", "stakes", "turn")

    cards: Sequence[int]
    stakes: list[int]
    is_second: bool
    raises: int
    calls: int
    turn: int
    chips: tuple[int, int]
    is_over: bool

    @classmethod
    def start(cls, cards: Sequence[int] | None = None, *, seed: int = 0) -> Leduc:
        """Start a match at its first decision, with these cards or those of a seed."""
        match = cls()
        match.cards = Random(seed).sample(DECK, 3) if cards is None else cards
        match.stakes = [1, 1]
        match.is_second = match.is_over = False
        match.raises = match.calls = match.turn = 0
        match.chips = (0, 0)
        return match

    def legal_actions(self) -> tuple[int, ...]:
        """Return what can be done; nothing when it is over."""
        if self.is_over:
            return _NONE
        if self.raises == 0:
            return _OPENING
        return _FACING_THE_LAST if self.raises == MOST_RAISES else _FACING_A_BET

    def apply(self, action: int) -> None:
        """Fold, call or raise."""
        me, stakes = self.turn, self.stakes
        other = 1 - me
        self.turn = other
        if action == FOLD:
            self._pay(other)
            return
        stakes[me] = stakes[other]
        if action == RAISE:
            stakes[me] += RAISE_SIZES[self.is_second]
            self.raises += 1
            self.calls = 0
            return
        self.calls += 1
        if self.calls == 2 or self.raises:
            self._close_round()

    def _close_round(self) -> None:
        if self.is_second:
            self._compare()
            return
        self.is_second = True
        self.raises = self.calls = self.turn = 0

    def _compare(self) -> None:
        first, second, board = self.cards
        if first == second:
            self.is_over = True
            return
        if board in (first, second):
            self._pay(0 if board == first else 1)
        else:
            self._pay(0 if first > second else 1)

    def _pay(self, winner: int) -> None:
        won = self.stakes[1 - winner]
        self.chips = (won, -won) if winner == 0 else (-won, won)
        self.is_over = True

    def clone(self) -> Leduc:
        """Return a copy that goes its own way."""
        copy = Leduc()
        copy.cards = self.cards
        copy.stakes = self.stakes[:]
        copy.is_second = self.is_second
        copy.raises = self.raises
        copy.calls = self.calls
        copy.turn = self.turn
        copy.chips = self.chips
        copy.is_over = self.is_over
        return copy
