"""Follow matches in a module, and write imagined positions there: what a search needs.

A match of the walker is played again in memory by its answers. It counts as followed only where all
that can be read there is as in the walker. A position is written in the place of another, the
inverse of `position.py`; the match must wait at the same decision, and what runs (frames, triggers
that wait) stays as it is. So nothing is put where what runs keeps a position of before: while a
cost is paid that may fail, and among secret payments.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, TypeAlias, cast
from warnings import warn
from weakref import WeakKeyDictionary

from dsl.model import types as t
from dsl.records import Record
from interpreter.native.emit.emitter import amount_cells
from interpreter.native.making import walked_before
from interpreter.native.match import NativeMatch
from interpreter.native.memory import PARTS_OF_CARDS, PARTS_OF_ZONES, Settings
from interpreter.native.position import Positions
from interpreter.native.runtime import NONE
from interpreter.state.record import State
from interpreter.state.values import Value
from interpreter.walk.machine import Machine
from interpreter.walk.match import Match, Taken

if TYPE_CHECKING:
    from interpreter.native.making import ModuleStore
    from interpreter.native.match import Saved

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
        self._native, self._memory = match.native, positions.memory
        self._bases = self._memory.bases
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
            streams, at = self._memory.streams, self._memory.counts_at
            self._at(at, [st.chance.get(stream, 0) for stream in streams])
        self._match.draw_by(st.key)

    @property
    def is_bound(self) -> bool:
        """Whether the match goes back to where a cost began, to try the answers there are: that
        position would be the one of before."""
        return self._match.value("g_paying") != 0

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


WALKED = 8_000
"""Decisions that are imagined by the walker before a module is made."""
COMPARED = (
    *("values", "places", "knows", "zones", "chance", "actions", "free", "arrived"),
    *("entity_bases", "entity_zones", "entity_owners", "zone_families", "zone_owners"),
)
"""What is compared, beside the definitions of the cards and the question."""


class Standing(Record):
    """Where a match stands in memory.

    Attributes:
        saved: All that it is.
        position: What is read of it.
    """

    saved: Saved
    position: State


class Following:
    """Follows the matches of one machine.

    Attributes:
        left: Decisions that are still walked before a module pays.
        refused: Why there is no module, once that is known.
        match, positions, placing: The match in memory, and what reads and writes its position.
        standing: Where the match stands that was followed last.
        fault: What the module raises where it cannot go on.
    """

    match: NativeMatch
    positions: Positions
    placing: Placing
    standing: Standing
    fault: type[Exception]

    def __init__(self, machine: Machine) -> None:
        self.machine, self.settings = machine, Settings(suspends=True)
        self.store = cast("ModuleStore | None", machine.modules)
        self.left = walked_before(machine, self.settings, self.store, WALKED)
        self.refused: Exception | None = None
        self._lock = Lock()
        self._paces: dict[bool, float] = {}
        self._kept: WeakKeyDictionary[Match, tuple[Taken | None, Saved]] = WeakKeyDictionary()

    @staticmethod
    def of(machine: Machine) -> Following:
        """Return what follows the matches of a machine; made once."""
        found = _following.get(machine)
        if found is None:
            found = _following[machine] = Following(machine)
        return found

    @contextmanager
    def memory(self) -> Iterator[bool]:
        """Keep memory for one search at a time; tell whether it is free."""
        is_free = self._lock.acquire(blocking=False)
        try:
            yield is_free
        finally:
            if is_free:
                self._lock.release()

    def note(self, iterations: int, decisions: int, seconds: float, *, is_inside: bool) -> None:
        """Note how long a search took: it goes where it is quicker, with the same result."""
        self._paces[is_inside] = seconds / max(iterations, 1)
        if not is_inside:
            self.left -= decisions

    def forget_paces(self) -> None:
        """Forget how long searches took: the next one goes inside."""
        self._paces.clear()

    @property
    def _is_slower(self) -> bool:
        """Whether searches inside have taken longer than those by the walker."""
        return len(self._paces) == 2 and self._paces[True] > self._paces[False]

    def is_made(self) -> bool:
        """Return whether there is a module; make it as soon as that pays."""
        if not hasattr(self, "match") and self.refused is None and self.left <= 0:
            self._make()
        return hasattr(self, "match")

    def _make(self) -> None:
        # imported here: who searches little does without all that
        from interpreter.native.emit.writer import Unsupported
        from interpreter.native.engine import Native, NativeFault, NativeMissing
        from interpreter.native.match import NativeMatch
        from interpreter.native.position import Positions

        try:
            native = Native(self.machine, self.settings, self.store, is_shared=True)
        except Unsupported as refused:
            self.refused = refused
        except NativeMissing as missing:
            self.refused = missing
            warn(f"{missing}: search walks, which is slower", RuntimeWarning, 2)
        else:
            self.fault = NativeFault
            self.match, self.positions = NativeMatch(native), Positions(self.machine, native.memory)
            self.placing = Placing(self.match, self.positions)

    def come(self, match: Match) -> bool:
        """Let a match stand in memory; return whether it can be followed there."""
        origin, st = match.origin, match.state
        if origin is None or origin.seed is None or st.facts or self._is_slower:
            return False
        if st.before_secret is not None:
            return False
        if not self.is_made():
            return False
        try:
            self._go(match, origin.seed)
        except (self.fault, IndexError):
            return False
        found = self.positions.read(self.match.native.cells, self.match.status)
        is_alike = self.match.count == len(st.ask.options) and self._is_asked(st)
        is_alike &= found.entity_definitions == st.entity_definitions
        if not is_alike or any(getattr(found, name) != getattr(st, name) for name in COMPARED):
            return False
        if self.placing.is_bound:
            return False
        saved = self.match.save()
        self._kept[match] = match.taken, saved
        self.standing = Standing(saved, found)
        return True

    def _is_asked(self, st: State) -> bool:
        asked = self.positions.ask(self.match.native.cells, self.match.status)
        return bool(asked == st.ask)

    def _go(self, match: Match, seed: int) -> None:
        """Play a match again, from where it was followed last if that was on its way."""
        kept, answers, entry = self._kept.get(match), list[int](), match.taken
        while entry is not None and (kept is None or entry is not kept[0]):
            answers.append(entry[1])
            entry = entry[0]
        if kept is not None and entry is kept[0]:
            self.match.restore(kept[1])
        else:
            self.match.begin(seed)
        for index in reversed(answers):
            self.match.answer(index)


_following = WeakKeyDictionary[Machine, Following]()
