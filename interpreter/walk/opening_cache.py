"""Cache the first decisions of matches, where they are few.

What comes before it follows from what chance draws there. Where that is nothing, or one shuffle of
a few cards, a match begins in one of a few positions, and each of them is made once.

Saves a quarter of the opcodes of one classic and an eighth of those of another, nothing where
matches are long.
"""

from __future__ import annotations

from math import factorial

from interpreter.state.chance import key_of, number_of
from interpreter.state.record import State
from interpreter.walk.shuffles import ZONE_STREAM

IS_ON = True
"""Whether this is done at all: `benchmarks.without` counts what it saves."""

FEW_CARDS = 6
"""Cards of a game of which the positions after one shuffle are kept: 720 at the most."""


class Openings:
    """The positions in which the matches of a machine come to their first decision, without log.

    Attributes:
        found: The decisions so far, by what was drawn.
        are_few: Whether chance draws nothing before it, or shuffles few cards once; None before the
            first match.
    """

    def __init__(self) -> None:
        self.are_few: bool | None = None if IS_ON else False
        self._stream: str | None = None
        self._orders = 1
        self.found: dict[int, State] = {}
        """By what the stream gives first, divided by the number of orders of all cards: from the
        rest follows the order of these, or of any fewer."""

    def start(self, seed: int) -> State | None:
        """Return the match of a seed at its first decision, if there has been one like it."""
        key, stream = key_of(seed), self._stream
        drawn = 0 if stream is None else number_of(key, stream, 0) % self._orders
        found = self.found.get(drawn)
        if found is None:
            return None
        st = found.clone()
        st.key = key
        return st

    def keep(self, st: State) -> None:
        """Cache a first decision if there are few. What is drawn first is the same in all matches:
        nothing, or from one stream."""
        cards = len(st.entity_definitions)
        are_zones = all(stream.startswith(ZONE_STREAM) for stream in st.chance)
        is_one = are_zones and sum(st.chance.values()) == 1 and cards <= FEW_CARDS
        if self.are_few is None:
            self.are_few = is_one or not st.chance
            if is_one:
                (self._stream,), self._orders = st.chance, factorial(cards)
        if st.ask is None or not (is_one or not st.chance):
            return
        drawn = 0 if self._stream is None else number_of(st.key, self._stream, 0) % self._orders
        self.found[drawn] = st.clone()
