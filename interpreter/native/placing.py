"""Write a position into the memory of a match that waits: the inverse of `position.py`.

The match must wait at the same decision: what runs (frames, triggers that wait) stays as it is. So
a search puts worlds that a player cannot tell apart in the place of the real position.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from dsl.model import types as t
from interpreter.native.emit.emitter import amount_cells
from interpreter.native.emit.layout import PARTS_OF_CARDS, PARTS_OF_ZONES
from interpreter.native.match import NativeMatch
from interpreter.native.position import Positions
from interpreter.native.runtime import NONE
from interpreter.state.record import State
from interpreter.state.values import Value

Encode: TypeAlias = Callable[[int | None, int], int]
"""From an element, and where the flat state begins, to its cell."""


class Placing:
    """Writes positions into the memory of one module.

    Args:
        match: The match that waits there.
        positions: What reads positions of the same module.
    """

    def __init__(self, match: NativeMatch, positions: Positions) -> None:
        self._match, self._positions = match, positions
        self._native, self._bases = match.native, positions.image.bases
        self._definitions = range(len(positions.program.definitions))

    def put(self, st: State, before: State) -> None:
        """Let the match stand in a position, chance included.

        Args:
            before: The position in which it stands.

        Raises:
            ValueError: There are other cards or zones than before.
        """
        if len(st.places) != len(before.places) or len(st.zones) != len(before.zones):
            raise ValueError("a position with other cards or zones than the one it replaces")
        values = self._bases["values"]
        for part, (name, cell) in PARTS:
            new = getattr(st, name)
            if new != getattr(before, name):
                self._write(part, [cell(each, values) for each in new])
        if st.entity_bases != before.entity_bases or st.values != before.values:
            self._put_values(st, before)
        if st.zones != before.zones:
            self._put_zones(st, before)
        if st.free != before.free:
            found = dict(st.free)
            self._write("free", [found.get(number, 0) for number in self._definitions])
        if st.arrived != before.arrived:
            pairs = (cell for pair in st.arrived for cell in map(_cell, pair))
            self._write("arrived", [len(st.arrived), *pairs])
        if st.chance != before.chance:
            streams, at = self._positions.streams, self._positions.emitted.emitter.counts_at
            self._at(at, [st.chance.get(stream, 0) for stream in streams])
        self._match.draw_by(st.key)

    def _write(self, part: str, cells: Sequence[int]) -> None:
        self._at(self._bases[part], cells)

    def _at(self, place: int, cells: Sequence[int]) -> None:
        self._native.cells[place : place + len(cells)] = array("q", cells)

    def _put_zones(self, st: State, before: State) -> None:
        places = self._bases["zone-places"]
        for zone, (new, old) in enumerate(zip(st.zones, before.zones, strict=True)):
            if new != old:
                at = self._native.cells[places + zone]
                self._at(at, [len(new), *map(_cell, new)])

    def _put_values(self, st: State, before: State) -> None:
        """Write the flat state; what is as before keeps its cells, and its lists."""
        types, at = self._positions.types(st), self._bases["values"]
        is_laid_out_anew = st.entity_bases != before.entity_bases
        for place, new in enumerate(st.values):
            is_kept = not is_laid_out_anew and place < len(before.values)
            if not (is_kept and _is_same(new, before.values[place])):
                self._native.cells[at + place] = self._value(new, types.get(place, t.INT))
        if len(st.values) != len(before.values):
            self._native.set("g_values", at + len(st.values))

    # --- values ---------------------------------------------------------------------------------

    def _value(self, value: Value, type_: t.Type) -> int:
        """Return the cell of a value; what takes several lies in the heap from now on."""
        plain = t.plain_type(type_)
        if not isinstance(value, tuple):
            return _cell(value)
        if isinstance(plain, t.AmountOf):
            return self._kept(amount_cells(value))
        if t.is_bag(plain):
            return self._kept([len(value), *(number for pair in value for number in pair)])
        inner = t.element_of(plain)
        return self._kept([len(value), *(self._value(each, inner) for each in value)])

    def _kept(self, cells: Sequence[int]) -> int:
        """Return where some cells lie in the heap, with as much room behind them as they need."""
        at = self._native.get("g_heap")
        room = 2 * len(cells) + 8
        self._at(at, [room, *cells])
        self._native.set("g_heap", at + 1 + room)
        return at + 1


def _cell(value: Value, _: int = 0) -> int:
    return NONE if value is None else int(value)


def _base(value: int | None, values: int) -> int:
    assert value is not None
    return values + value


def _owner(value: int | None, _: int) -> int:
    return NONE if value is None or value < 0 else value


def _is_same(new: Value, old: Value) -> bool:
    return new is old or new == old


OF_CARDS: Iterable[tuple[str, Encode]] = (
    *(("places", _cell), ("knows", _cell), ("entity_definitions", _cell)),
    *(("entity_bases", _base), ("entity_zones", _cell), ("entity_owners", _owner)),
)
OF_ZONES: Iterable[tuple[str, Encode]] = (("zone_families", _cell), ("zone_owners", _owner))
PARTS = (
    *zip(PARTS_OF_CARDS, OF_CARDS, strict=True),
    *zip(PARTS_OF_ZONES, OF_ZONES, strict=False),
)
"""The parts in memory, each with the name of what it is in the state, and what makes its cells."""
