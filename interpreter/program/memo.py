"""Keep what values give as long as nothing they read has changed.

Values are kept within windows only: stretches in which the machine asks much and changes nothing,
such as finding what a player can do. `State.window` says whether one is open, 0 for none; a clone
has none. When something is first asked in one the position is compared with that of the last:
what rests on anything that differs is forgotten. Zones are compared by the lists of their cards,
which are replaced, never changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import compress
from operator import ne, or_
from typing import Final

from dsl.model.expressions import StateKey
from interpreter.program.program import Program
from interpreter.program.reads import ReadSet, ReadSets, places_of_players
from interpreter.state.record import State
from interpreter.state.values import Value, Values

OPEN: Final = 1
SETTLED: Final = 2
"""Values of `State.window`: nothing has been asked in it yet, or the memo holds in it."""
MOST: Final = 4096
"""How many results of one kind are kept at the most."""
STRETCH: Final = 64
"""How many places of cards are compared at once."""


class Group:
    """What reads the same parts of the position: tables of results."""

    def __init__(self) -> None:
        self.kept: list[dict[Value, Value]] = []

    def table(self) -> dict[Value, Value]:
        """Return a new table for results, emptied when what they rest on has changed."""
        self.kept.append({})
        return self.kept[-1]


class Memo:
    """Opens windows, and forgets what no longer holds in them.

    Groups are told apart by one bit each.

    Attributes:
        is_new: Whether a group has come that nothing has been worked out for.
        values, zones, listening: The position of the last window.
        cards: Which cards and zones there were in it.
        zone_readers: For each zone the groups that read it.
        stretches: Stretches of places of which some are read, with the groups that read each; the
            first is that of the table and the players, which changes most.
        fixed: For each place of the table and the players the groups that read it.
        offsets: For each definition what of its cards is read, and by which groups.
        family_readers: For each family of zones the groups that read it.
        resting: For each set of groups met so far their tables.
        rules, rules_read: For each group the rules that matter to it, and all of them.
    """

    def __init__(self, program: Program, readings: ReadSets) -> None:
        self.program, self.readings = program, readings
        self.windows = 0
        self.is_new = True
        self.groups: dict[ReadSet, Group] = {}
        self.values: list[Value] = []
        self.zones: list[Value] = []
        self.listening = self.rules_read = 0
        self.cards: Values = ()
        self.zone_readers: list[int] = []
        self.stretches: list[tuple[slice, list[int]]] = []
        self.fixed: list[int] = []
        self.offsets: list[tuple[tuple[int, int], ...]] = []
        self.family_readers: list[int] = []
        self.rules: list[int] = []
        self.resting: dict[int, list[list[dict[Value, Value]]]] = {}

    def group(self, reading: ReadSet | None) -> Group | None:
        """Return the group of what reads just this; None where it is not to be kept."""
        if reading is None:
            return None
        found = self.groups.get(reading)
        if found is None:
            found = self.groups[reading] = Group()
            self.is_new = True
        return found

    def open(self, st: State) -> None:
        """Begin a window: until `st.window` is 0 again nothing may change in a state but its
        frames. There is none where a script says what values give."""
        if self.groups and st.given_values is None:
            st.window = OPEN

    def look(self, st: State) -> bool:
        """Forget what rests on anything that has changed since the last window, before anything
        kept is used in one; return whether one is open."""
        if st.window == OPEN:
            st.window = SETTLED
            self._compare(st)
            self.windows += 1
            if self.windows % MOST == 0:
                self._prune()
        return bool(st.window)

    def _compare(self, st: State) -> None:
        cards = _cards_of(st)
        if self.is_new or cards != self.cards:
            self._settle(st)
            return
        self.cards = cards
        changed = 0
        if st.values != self.values:
            changed = self._changed_values(st.values)
        if st.zones != self.zones:
            for readers in compress(self.zone_readers, map(ne, st.zones, self.zones)):
                changed |= readers
            self.zones = st.zones[:]
        rules = (st.listening ^ self.listening) & self.rules_read
        if rules:
            changed |= sum(1 << number for number, mask in enumerate(self.rules) if mask & rules)
            self.listening = st.listening
        if changed:
            self._forget(changed)

    def _changed_values(self, values: list[Value]) -> int:
        """Return the groups that read a place that has changed, and note how it is now.

        Most often all changes lie in the first stretch: then nothing else is looked at.
        """
        changed, last = 0, self.values
        for part, readers in self.stretches:
            now, before = values[part], last[part]
            if now != before:
                for groups in compress(readers, map(ne, now, before)):
                    changed |= groups
                last[part] = now
                if values == last:
                    return changed
        self.values = values[:]
        return changed

    def _forget(self, changed: int) -> None:
        resting = self.resting.get(changed)
        if resting is None:
            if len(self.resting) > MOST:
                self.resting.clear()
            groups = enumerate(self.groups.values())
            resting = [group.kept for number, group in groups if changed >> number & 1]
            self.resting[changed] = resting
        for kept in resting:
            for table in kept:
                table.clear()

    def _settle(self, st: State) -> None:
        """Take up a position with other cards or zones: nothing kept holds in it."""
        self.values, self.zones, self.listening = st.values[:], st.zones[:], st.listening
        self.cards = _, bases, definitions, _, families = _cards_of(st)
        if self.is_new:
            self._prepare()
        readers = self.fixed + [0] * (len(self.values) - len(self.fixed))
        for base, definition in zip(bases, definitions, strict=True):
            for offset, groups in self.offsets[definition]:
                readers[base + offset] = groups
        self.zone_readers = [self.family_readers[family] for family in families]
        self.stretches = list(self._stretches(readers))
        self._forget(-1)

    def _prepare(self) -> None:
        """Compute what groups read of players, zones and the cards of each definition."""
        layout, self.is_new = self.program.layout, False
        self.fixed = [0] * (layout.seat_base + layout.seats * layout.seat_size)
        self.family_readers = [0] * len(self.program.families)
        fields: dict[StateKey, int] = {}
        for number, reading in enumerate(self.groups):
            for place in reading.places:
                self.fixed[place] |= 1 << number
            for family in reading.families:
                self.family_readers[family] |= 1 << number
            for key in reading.fields:
                fields[key] = fields.get(key, 0) | 1 << number
        for key, groups in fields.items():
            for place in places_of_players(self.program, key):
                self.fixed[place] |= groups
        kinds = {kind: tuple(self._offsets(kind, fields)) for kind in self.program.game.kinds}
        self.offsets = [kinds[kind] for kind in layout.kind_of]
        self.resting = {}
        self.rules = [reading.mask for reading in self.groups]
        self.rules_read = reduce(or_, self.rules, 0)

    def _offsets(self, kind: str, fields: dict[StateKey, int]) -> Iterator[tuple[int, int]]:
        """Yield where fields of a card of a kind are read, and by which groups."""
        for key, groups in fields.items():
            if key.owner in self.program.ancestors[kind]:
                yield self.program.layout.entity[key], groups

    def _stretches(self, readers: list[int]) -> Iterator[tuple[slice, list[int]]]:
        first, cards, size = 0, len(self.fixed), len(readers)
        for after in (cards, *range(cards + STRETCH, size, STRETCH), size):
            if any(readers[first:after]):
                yield slice(first, after), readers[first:after]
            first = after

    def _prune(self) -> None:
        for group in self.groups.values():
            for table in group.kept:
                if len(table) > MOST:
                    table.clear()


def _cards_of(st: State) -> Values:
    return st.arrived, st.entity_bases, st.entity_definitions, st.entity_owners, st.zone_families
