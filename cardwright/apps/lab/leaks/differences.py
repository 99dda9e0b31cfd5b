"""Represent the difference of two worlds that a seat cannot tell apart: two exchanged cards, or the
hidden number of a die."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Protocol

from interpreter.observe.determinize import exchanges
from interpreter.observe.redraw import deal_out, position_of, unseen_state
from interpreter.state.record import State
from interpreter.state.values import Value, Values
from interpreter.walk.machine import Machine
from interpreter.walk.match import Match

STREAMS = 1 << 40


class Difference(Protocol):
    """What is not the same in two worlds.

    Attributes:
        cards: Those by which one could tell.
    """

    @property
    def cards(self) -> tuple[int, ...]: ...

    def turn(self, machine: Machine, st: State, named: int) -> None:
        """Make the other world of one, in place; the log goes on to name the same cards to those of
        a mask."""

    def can_be_in(self, st: State) -> bool:
        """Return whether what differs is in a match at all: cards that were made later are not."""

    def is_there(self, one: State, other: State) -> bool:
        """Return whether two worlds still differ so."""

    def besides(self, st: State) -> Values:
        """Return all that decides how a match goes on, but for this."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two cards have changed places."""

    cards: tuple[int, ...]

    def turn(self, machine: Machine, st: State, named: int) -> None:
        deal_out(machine, st, dict(zip(self.cards, reversed(self.cards), strict=True)), named)

    def can_be_in(self, st: State) -> bool:
        return max(self.cards) < len(st.entity_definitions)

    def is_there(self, one: State, other: State) -> bool:
        return True

    def besides(self, st: State) -> Values:
        return position_of(st)


@dataclass(frozen=True, slots=True)
class Throw:
    """A die shows something else.

    Attributes:
        place: In `State.values`.
        shown: What it shows in the two worlds.
    """

    cards: tuple[int, ...]
    place: int
    shown: tuple[Value, Value]

    def turn(self, machine: Machine, st: State, named: int) -> None:
        one, other = self.shown
        st.values[self.place] = other if st.values[self.place] == one else one

    def can_be_in(self, st: State) -> bool:
        return self.place < len(st.values)

    def is_there(self, one: State, other: State) -> bool:
        return bool(one.values[self.place] != other.values[self.place])

    def besides(self, st: State) -> Values:
        values, *rest = position_of(st)
        values[self.place] = None
        return (values, *rest)


def differences(match: Match, seat: int, chance: Random) -> Iterator[Difference]:
    """Yield in what another world can differ from a match for a seat, in random order."""
    draws = State(chance.randrange(STREAMS))
    throws = list(_throws(match, seat, chance))
    if throws and chance.random() < 0.5:
        yield from throws
        throws = []
    for sources in exchanges(match.machine, match.state, seat, draws):
        yield Exchange(tuple(sources))
    yield from throws


def _throws(match: Match, seat: int, chance: Random) -> Iterator[Throw]:
    st = match.state
    found = list(unseen_state(match.machine, st, 1 << seat))
    chance.shuffle(found)
    bases = st.entity_bases
    for place, values in found:
        others = [value for value in values if value != st.values[place]]
        if others:
            card = max((e for e, base in enumerate(bases) if base <= place), default=None)
            cards = () if card is None else (card,)
            yield Throw(cards, place, (st.values[place], chance.choice(others)))
