"""Play tic-tac-toe as a hand-written Python class: a measure for the compiled game.

A cell is an int, row by row from 0. As in Cardwright the last free cell is taken by itself: a
decision has two options or more.
"""

from __future__ import annotations

from typing import Final

EMPTY: Final = -1
LINES: Final = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (6, 4, 2), (0, 4, 8),
)  # fmt: skip
OTHERS: Final = [
    [tuple(other for other in line if other != cell) for line in LINES if cell in line]
    for cell in range(9)
]
"""For each cell the two others of each line through it."""


class TicTacToe:
    """One match.

    Attributes:
        marks: The seat that has each cell, or EMPTY.
        free: The cells that are empty, in order.
        turn: The seat whose turn it is.
        winners: Seats; both of them share a full board without a line.
        is_over: Whether the match has ended.
    """

    __slots__ = ("free", "is_over", "marks", "turn", "winners")

    marks: list[int]
    free: list[int]
    turn: int
    winners: tuple[int, ...]
    is_over: bool

    @classmethod
    def start(cls) -> TicTacToe:
        """Start a match at its first decision."""
        match = cls()
        match.marks = [EMPTY] * 9
        match.free = list(range(9))
        match.turn = 0
        match.winners = ()
        match.is_over = False
        return match

    def legal_actions(self) -> list[int]:
        """Return the cells that can be marked; none when it is over."""
        return self.free

    def apply(self, cell: int) -> None:
        """Mark a cell; a last one that is left after it as well."""
        self._mark(cell)
        if len(self.free) == 1 and not self.is_over:
            self._mark(self.free[0])

    def _mark(self, cell: int) -> None:
        marks, seat = self.marks, self.turn
        marks[cell] = seat
        self.free = [each for each in self.free if each != cell]
        for a, b in OTHERS[cell]:
            if marks[a] == marks[b] == seat:
                self.winners, self.is_over, self.free = (seat,), True, []
                return
        if not self.free:
            self.winners, self.is_over = (0, 1), True
        self.turn = 1 - seat

    def clone(self) -> TicTacToe:
        """Return a copy that goes its own way."""
        copy = TicTacToe()
        copy.marks = self.marks[:]
        copy.free = self.free
        copy.turn = self.turn
        copy.winners = self.winners
        copy.is_over = self.is_over
        return copy
