"""Imagine matches inside the native engine: the same worlds, draws and answers as in the walker.

What ends in a fault there, or otherwise than by the rules, the walker plays again from the same
draws and says how it goes on.
"""

from __future__ import annotations

from array import array
from random import Random

from interpreter import Following, Machine, State, Worlds

_AHEAD = 1024
_BITS = 64
_HALF = (1 << 32) - 1
_FLOAT = 1 / (1 << 53)


class Draws:
    """Draws what a `Random` draws, and lets others take its bits in rows."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._fill()

    def _fill(self) -> None:
        self._state = self._random.getstate()
        self._at = 0
        content = self._random.getrandbits(_BITS * _AHEAD).to_bytes(8 * _AHEAD, "little")
        self._words = memoryview(content).cast("q")
        self._numbers = memoryview(content).cast("Q")

    def _next(self) -> int:
        if self._at == _AHEAD:
            self._fill()
        self._at += 1
        return self._numbers[self._at - 1]

    def random(self) -> float:
        """Return the next number from 0 to 1, as `Random.random` does."""
        word = self._next()
        return (((word & _HALF) >> 5) * (1 << 26) + (word >> 38)) * _FLOAT

    def seed(self) -> int:
        """Return what `Random.randrange(1 << 62)` returns next."""
        while True:
            word = self._next()
            number = (word & _HALF) | (word >> 33) << 32
            if number < 1 << 62:
                return number

    def row(self, most: int) -> array[int]:
        """Return the next draws, which stay the next until `skip` says how many are used."""
        if self._at + most > _AHEAD:
            self._refill()
        return array("q", self._words[self._at : self._at + most])

    def _refill(self) -> None:
        used = self._at
        self.close()
        assert used <= _AHEAD
        self._fill()

    def skip(self, used: int) -> None:
        """Leave out draws that others have used."""
        self._at += used

    def close(self) -> None:
        """Let the `Random` draw what comes next here."""
        self._random.setstate(self._state)
        if self._at:
            self._random.getrandbits(_BITS * self._at)


class Inside:
    """One imagined match after the other, in the memory of a module.

    Attributes:
        st: The position, as it was drawn or as the walker has it; None where only memory has it.
    """

    def __init__(self, machine: Machine, follower: Following, worlds: Worlds) -> None:
        self._fault = follower.fault
        self._machine, self._worlds, self._standing = machine, worlds, follower.standing
        self._match, self._positions = follower.match, follower.positions
        self._placing = follower.placing
        self._outcome = self._match.native.constants["OUTCOME"]
        self._drawn = worlds.position
        self._given: list[int] = []
        self.st: State | None = None

    def begin(self, seed: int) -> None:
        """Draw a world by a seed."""
        self._drawn, self._given, self.st = self._worlds.draw(seed), [], None
        self._match.restore(self._standing.saved)
        self._placing.put(self._drawn, self._standing.position)

    @property
    def is_over(self) -> bool:
        """Whether it is over."""
        return not self._match.count if self.st is None else self.st.outcome is not None

    def position(self, *, is_end: bool = False) -> State:
        """Return the position, to be looked at.

        Args:
            is_end: Of a match that is over nothing is wanted but how it has ended.
        """
        if self.st is not None:
            return self.st
        cells, status = self._match.native.cells, self._match.status
        if is_end and not self._match.count:
            found = State(self._drawn.key)
            found.outcome = self._ended()
            return found
        found = self._positions.seen(cells, status, self._drawn)
        if self._match.count:
            found.ask = self._positions.ask(cells, status)
        else:
            found.outcome = self._ended()
        return found

    def _ended(self) -> tuple[str, tuple[int, ...], tuple[()], str]:
        """Return the outcome without ranks, which nobody asks for here."""
        mask = self._match.native.cells[self._outcome]
        return "end", tuple(n for n in range(self._machine.program.seats) if mask >> n & 1), (), ""

    def answer(self, index: int) -> None:
        """Answer the open decision."""
        if self.st is None:
            try:
                self._match.answer(index)
            except self._fault:
                self._walk()
        if self.st is None:
            self._given.append(index)
        else:
            self._machine.answer(self.st, self.st.ask.options[index])

    def _walk(self) -> None:
        """Let the walker go the same way."""
        st = self._drawn
        for index in self._given:
            self._machine.answer(st, st.ask.options[index])
        self.st = st

    def play_on(self, draws: Draws, most: int) -> int:
        """Play on at random for at most `most` decisions; return how many it were."""
        if self.st is None:
            try:
                done = self._match.play_on(draws.row(most), most)
                draws.skip(done)
                return done
            except self._fault:
                self._walk()
        assert self.st is not None
        return self._machine.play_at_random(self.st, draws.random, most)
