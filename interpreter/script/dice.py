"""Draw what scripts leave to the seed, without touching the match's own chance."""

from __future__ import annotations

from interpreter.state import chance
from interpreter.state.values import Value


class Dice:
    """A keyed random stream beside those of the match."""

    def __init__(self, seed: int) -> None:
        self.key = chance.key_of(seed)
        self.chance: dict[str, int] = {}

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1."""
        return chance.below(self, "script", bound)

    def shuffled(self, cards: list[Value]) -> list[Value]:
        """Return a list in random order."""
        copy = list(cards)
        chance.shuffle(self, "script", copy)
        return copy
