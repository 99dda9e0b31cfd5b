"""See what an expression looks at while it is worked out: which cards, zones and state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from interpreter.program.closures import Closure
from interpreter.state.record import State
from interpreter.state.values import Value

Note = Callable[[Iterable[int]], None]


class Footprint(NamedTuple):
    """What an expression has looked at.

    Attributes:
        cards: Those of which it asked which they are.
        zones: Those whose cards it asked for, or whether some card lies there.
        places: Of the flat state.
    """

    cards: set[int]
    zones: set[int]
    places: set[int]


class _Watched(list[Value]):
    """A list that tells which of its elements are looked at; to count or find one, all are."""

    def __init__(self, parts: Iterable[Value], note: Note) -> None:
        super().__init__(parts)
        self.note = note

    def __getitem__(self, place: Value) -> Value:
        self.note(range(*place.indices(len(self))) if isinstance(place, slice) else (place,))
        return super().__getitem__(place)

    def __iter__(self) -> Iterator[Value]:
        self.note(range(len(self)))
        return super().__iter__()

    def __contains__(self, part: object) -> bool:
        self.note(range(len(self)))
        return super().__contains__(part)

    def count(self, part: Value) -> int:
        """Return how often a part stands in it."""
        self.note(range(len(self)))
        return super().count(part)


def looked_at(closure: Closure, st: State, locals_: Sequence[Value]) -> tuple[Value, Footprint]:
    """Return what an expression is, and what it has looked at for that."""
    found = Footprint(set(), set(), set())
    view = st.clone()
    view.values = _Watched(st.values, found.places.update)
    view.zones = _Watched(st.zones, found.zones.update)
    definitions: Value = _Watched(st.entity_definitions, found.cards.update)
    view.entity_definitions = definitions
    # Whether a card lies somewhere changes when that zone does.
    view.places = _Watched(
        st.places, lambda cards: found.zones.update(z for c in cards if (z := st.places[c]) >= 0)
    )
    return closure(view, list(locals_)), found
