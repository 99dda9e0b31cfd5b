"""Keep what values give as long as nothing they read has changed.

Values are kept within windows only: stretches in which the machine asks much and changes nothing,
such as finding what a player can do. `State.window` says which one it is, 0 for none; a clone has
none. What was kept before a window counts in it if what was read is still the same, compared once
a window, when it is first asked for: zones by the lists of their cards, which are replaced, never
changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, Final

from interpreter.compile.program import Program
from interpreter.compile.readings import Reading, places_of

MOST: Final = 4096
"""How many results of one kind are kept at the most."""
ENOUGH_LOOKS: Final = 64
"""After how many looks it is known how often something changes."""

Pick = Callable[[Sequence[Any]], Any]


class Group:
    """What reads the same parts of the position.

    Where they have changed more often than not, nobody looks any longer: then results last for a
    window only.

    Attributes:
        window: The last window in which it was looked whether they have changed.
        kept: Tables of results.
        looks, changes: How often it was looked, and how often something had changed.
    """

    def __init__(self, keeper: Keeper, reading: Reading) -> None:
        self.keeper, self.reading = keeper, reading
        self.window = self.looks = self.changes = 0
        self.kept: list[dict[Any, Any]] = []
        self.definitions: Any = None
        self.families: Any = None
        self.owners: Any = None
        self.values: Pick = _nothing
        self.zones: Pick = _nothing
        self.read: Any = None

    def table(self) -> dict[Any, Any]:
        """Return a new table for results, emptied when what they rest on has changed."""
        self.kept.append({})
        return self.kept[-1]

    def renew(self, st: Any) -> None:
        """Forget what was kept if anything it rests on has changed."""
        self.window = st.window
        if self.looks >= ENOUGH_LOOKS and self.changes * 2 > self.looks:
            self._clear()
            return
        if (
            self.definitions is not st.entity_definitions
            or self.families is not st.zone_families
            or self.owners is not st.entity_owners
        ):
            self._find_places(st)
        read = (self.values(st.values), self.zones(st.zones), st.listening & self.reading.mask)
        self.looks += 1
        if read != self.read:
            self.changes += 1
            self.read = read
            self._clear()

    def _clear(self) -> None:
        for table in self.kept:
            table.clear()

    def _find_places(self, st: Any) -> None:
        """Work out where the fields and zones are, among the cards there are now."""
        self.definitions, self.families = st.entity_definitions, st.zone_families
        self.owners, self.read = st.entity_owners, None
        program, wanted = self.keeper.program, self.reading.families
        self.values = _pick(places_of(program, st, self.reading))
        self.zones = _pick([z for z, family in enumerate(self.families) if family in wanted])


class Keeper:
    """Hands out windows and groups.

    Attributes:
        is_used: Whether anything is kept; without it there are no windows. The plain walker, which
            all else is held against, keeps nothing.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.windows = 0
        self.is_used = False
        self.groups: dict[Reading, Group] = {}
        self.last: tuple[Any, ...] = (0, (), ())
        """The window to be opened again if nothing changes, with the values and zones in it."""

    def group(self, reading: Reading) -> Group:
        """Return the group of what reads just this."""
        found = self.groups.get(reading)
        if found is None:
            found = self.groups[reading] = Group(self, reading)
        return found

    def open(self, st: Any) -> None:
        """Begin a window: until it is closed nothing may change in a state but its frames."""
        if not self.is_used:
            return
        self.windows = st.window = self.windows + 1
        if self.windows % MOST == 0:
            self._prune()

    def pause(self, st: Any) -> None:
        """Close a window that may be opened again."""
        self.last = (st.window, st.values[:], st.zones[:], *_rest_of(st))
        st.window = 0

    def reopen(self, st: Any) -> None:
        """Open the window paused last, if nothing has changed since; else a new one."""
        number, values, zones, *rest = self.last
        if number and values == st.values and zones == st.zones and rest == _rest_of(st):
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


def _pick(places: list[int]) -> Pick:
    """Return what takes the elements at some places."""
    return itemgetter(*places) if places else _nothing


def _nothing(elements: Sequence[Any]) -> None:
    return None
