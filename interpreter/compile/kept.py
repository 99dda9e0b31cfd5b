"""Keep what values give as long as nothing they read has changed.

Values are kept within windows only: stretches in which the machine asks much and changes nothing,
such as finding what a player can do. `State.window` says which one it is, 0 for none; a clone has
none. What was kept before a window counts in it if what was read is still the same, compared once
a window, when it is first asked for: zones by the lists of their cards, which are replaced, never
changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from operator import itemgetter
from typing import Any, Final

from dsl.model.expressions import StateKey
from interpreter.compile.program import Program
from interpreter.compile.readings import Reading, Readings, places_of

MOST: Final = 4096
"""How many results of one kind are kept at the most."""

Pick = Callable[[Any], Any]


class Part:
    """A part of the position that values read.

    Attributes:
        window: The last window in which it was looked at.
        changed: The window in which it was last found to have changed.
    """

    def __init__(self, find: Callable[[Any], Pick]) -> None:
        self.find = find
        self.window = self.changed = 0
        self.definitions: Any = None
        self.families: Any = None
        self.pick: Pick = _nothing
        self.read: Any = None

    def look(self, st: Any) -> None:
        """Look whether it has changed since it was last looked at."""
        self.window = st.window
        definitions, families = st.entity_definitions, st.zone_families
        if self.definitions is not definitions or self.families is not families:
            self.definitions, self.families = definitions, families
            self.pick, self.read = self.find(st), None
            self.changed = self.window
        read = self.pick(st)
        if read != self.read:
            self.read = read
            self.changed = self.window


class Group:
    """What reads the same parts of the position.

    Attributes:
        window: The last window in which it was looked whether they have changed.
        kept: Tables of results.
    """

    def __init__(self, parts: list[Part]) -> None:
        self.parts = parts
        self.window = 0
        self.kept: list[dict[Any, Any]] = []

    def table(self) -> dict[Any, Any]:
        """Return a new table for results, emptied when what they rest on has changed."""
        self.kept.append({})
        return self.kept[-1]

    def renew(self, st: Any) -> None:
        """Forget what was kept if anything it rests on has changed."""
        last, window = self.window, st.window
        self.window = window
        has_changed = False
        for part in self.parts:
            if part.window != window:
                part.look(st)
            if part.changed > last:
                has_changed = True
        if has_changed:
            for table in self.kept:
                table.clear()


class Keeper:
    """Hands out windows and groups.

    Attributes:
        is_used: Whether anything is kept; without it there are no windows. The plain walker, which
            all else is held against, keeps nothing.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.readings = Readings(program)
        self.windows = 0
        self.is_used = False
        self.groups: dict[Reading, Group] = {}
        self.parts: dict[object, Part] = {}
        self.last: tuple[Any, ...] = (0, (), ())
        """The window to be opened again if nothing changes, with the values and zones in it."""

    def group(self, reading: Reading) -> Group:
        """Return the group of what reads just this."""
        found = self.groups.get(reading)
        if found is None:
            found = self.groups[reading] = Group(list(self._parts(reading)))
        return found

    def _parts(self, reading: Reading) -> Iterator[Part]:
        """Yield the parts that a reading is made of; groups share them."""
        yield self._part("owners", lambda st: lambda st: st.entity_owners)
        yield self._part(reading.mask, lambda st: lambda st: st.listening & reading.mask)
        yield self._part(reading.places, lambda st: _values(sorted(reading.places)))
        for key in sorted(reading.fields, key=str):
            yield self._part(key, partial(self._field, key))
        for family in sorted(reading.families):
            yield self._part(("family", family), partial(_zones, family))

    def _part(self, name: object, find: Callable[[Any], Pick]) -> Part:
        return self.parts.setdefault(name, Part(find))

    def _field(self, key: StateKey, st: Any) -> Pick:
        return _values(places_of(self.program, st, key))

    def open(self, st: Any) -> None:
        """Begin a window: until it is closed nothing may change in a state but its frames."""
        if not self.is_used:
            return
        self.windows = st.window = self.windows + 1
        if self.windows % MOST == 0:
            self._prune()

    def pause(self, st: Any) -> None:
        """Close a window that may be opened again."""
        if not st.window:
            return
        self.last = (st.window, st.values[:], st.zones[:], *_rest_of(st))
        st.window = 0

    def reopen(self, st: Any) -> None:
        """Open the window paused last, if none was opened and nothing has changed since; else a new
        one."""
        number, values, zones, *rest = self.last
        is_last = number and number == self.windows
        if is_last and values == st.values and zones == st.zones and rest == _rest_of(st):
            st.window = number
        else:
            self.open(st)

    def _prune(self) -> None:
        for group in self.groups.values():
            for table in group.kept:
                if len(table) > MOST:
                    table.clear()


def _rest_of(st: Any) -> list[Any]:
    return [st.listening, st.entity_definitions, st.zone_families, st.entity_owners]


def _values(places: list[int]) -> Pick:
    """Return what takes the values at some places."""
    if not places:
        return _nothing
    take = itemgetter(*places)
    return lambda st: take(st.values)


def _zones(family: int, st: Any) -> Pick:
    """Return what takes the zones of a family."""
    zones = [zone for zone, other in enumerate(st.zone_families) if other == family]
    if not zones:
        return _nothing
    take = itemgetter(*zones)
    return lambda st: take(st.zones)


def _nothing(st: Any) -> None:
    return None
