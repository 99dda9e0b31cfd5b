"""Align the chance of a match with that of another, in which hidden cards are others.

A card drawn out of a hand by chance may be any of it. With other cards in the list the same random
bits take another card, and the worlds would part by that alone. So what chance takes in one world
is noted, and it takes the same in the other if the list has it there. Only cards are drawn so: the
length of a list of numbers may itself tell of something hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from dsl.model.types import EntityType, ListOf, Type
from interpreter.state import chance
from interpreter.state.record import State
from interpreter.state.values import Value

Taken: TypeAlias = dict[tuple[str, int], Value]
"""What chance took, by its stream and how often that was used before."""


class Drawn(dict[str, int]):
    """How often the streams of a match were used; what is drawn from lists is noted.

    Attributes:
        model: What was taken in another world.
        taken: What is taken in this one.
    """

    def __init__(self, counts: dict[str, int], model: Taken, taken: Taken) -> None:
        super().__init__(counts)
        self.model, self.taken = model, taken

    def copy(self) -> Drawn:
        """Return a copy that notes in the same place."""
        return Drawn(self, self.model, self.taken)

    def below(self, state: chance.Drawing, stream: str, bound: int) -> int:
        """Return a random number, as without this."""
        plain = self._plain(state)
        found = chance.below(plain, stream, bound)
        self.update(plain.chance)
        return found

    def among(self, state: chance.Drawing, stream: str, pool: Sequence[Value], type_: Type) -> int:
        """Return the place of what was taken in the other world if it is a card of the list."""
        key, plain = (stream, self.get(stream, 0)), self._plain(state)
        place = chance.among(plain, stream, pool, type_)
        self.update(plain.chance)
        element = type_.of if isinstance(type_, ListOf) else type_
        if isinstance(element, EntityType) and self.model.get(key) in pool:
            place = pool.index(self.model[key])
        self.taken[key] = pool[place]
        return place

    def shuffle(self, state: chance.Drawing, stream: str, cards: list[Value]) -> None:
        """Put a list in random order, as without this."""
        plain = self._plain(state)
        chance.shuffle(plain, stream, cards)
        self.update(plain.chance)

    def _plain(self, state: chance.Drawing) -> _Plain:
        return _Plain(state.key, dict(self))


class _Plain:
    """Draws without notes."""

    def __init__(self, key: int, counts: dict[str, int]) -> None:
        self.key, self.chance = key, counts


def align(st: State, model: State | None = None) -> None:
    """Align the chance of a match, from now on, with another; in the first, note it."""
    taken = model.chance.taken if model is not None and isinstance(model.chance, Drawn) else {}
    st.chance = Drawn(st.chance, taken, {})
