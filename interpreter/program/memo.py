"""Keep the results of values while what they read is unchanged; follow values that need themselves.

- Values are kept within windows only: stretches in which the machine asks much and changes nothing,
  such as finding what a player can do. `State.window` says whether one is open, 0 for none; a clone
  has none. When something is first asked in one, the position is compared with that of the last:
  results that rest on a difference are forgotten. Zones are compared by the lists of their cards,
  which are replaced, never changed.
- An attribute may need itself, by way of modifiers or of what cards say. Only a match tells: an
  attribute of one card may rest on that of another. So the work in hand is noted, and asking for it
  again ends in a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from itertools import compress
from operator import ne, or_
from typing import Final, TypeAlias, cast

from dsl.model.expressions import StateKey
from dsl.words.arithmetic import Fault
from interpreter.program.limits import VALUE_NESTING
from interpreter.program.program import Program
from interpreter.program.reads import ReadSet, ReadSets, Topic, places_of_players
from interpreter.state.record import State
from interpreter.state.values import Value, Values

Key: TypeAlias = object
"""A value by its id, an attribute by the kind that declares it and its name."""

OF_CARDS: Final = frozenset({"attribute", "printed", "controlled"})
"""What makes a circle one that has to be followed: values that call each other are counted by
themselves."""
OWN: Final = 1
"""What says no layer stands in layer 0, and reads what stands below this."""


def circles_of(program: Program, readings: ReadSets) -> dict[Key, int]:
    """Return the attributes and values that lead back to themselves, with the number of their
    circle."""
    attributes = [
        (kind.name, each.name) for kind in program.game.kinds.values() for each in kind.attributes
    ]
    topics: list[Topic] = [("value", id_) for id_ in program.values]
    for kind, name in attributes:
        topics += [("attribute", kind, name), ("printed", name)]
    layered = {_topic(key) for key, plans in program.modifiers.items()
               if any(plan.rule.is_named for plan in plans)}  # fmt: skip
    found: dict[Key, int] = {}
    for number, circle in enumerate(_circles(topics, readings, layered)):
        for sort, *names in circle:
            if sort == "value":
                found[names[0]] = number
            elif sort == "attribute":
                found[tuple(names)] = number
            elif sort == "printed":
                found |= {each: number for each in attributes if each[1] == names[0]}
    return found


def _topic(key: object) -> Topic:
    """Return the topic of what modifiers change."""
    return ("value", key) if isinstance(key, str) else ("attribute", *cast("tuple[str, str]", key))


def _circles(
    topics: list[Topic], readings: ReadSets, layered: set[Topic]
) -> Iterator[frozenset[Topic]]:
    """Yield the topics that lead to each other, a group each, where cards are among them. What
    changes in layers with names is one group with all that lies between: it is read as the layers
    below have left it."""
    leads: dict[Topic, frozenset[Topic]] = {}
    waiting = list(topics)
    while waiting:
        topic = waiting.pop()
        if topic not in leads:
            leads[topic] = readings.topics_of(topic)
            waiting += leads[topic]
    joined = {**leads, **{topic: leads[topic] | layered for topic in layered}}
    rest, before = set(leads), -1
    while len(rest) != before:  # what leads nowhere is in no circle
        before = len(rest)
        rest = {topic for topic in rest if not rest.isdisjoint(joined[topic])}
    reached: dict[Topic, set[Topic]] = {}
    for topic in sorted(rest):
        waiting, following = [topic], reached.setdefault(topic, set())
        while waiting:
            more = (joined[waiting.pop()] & rest) - following
            following |= more
            waiting += more
    seen: set[Topic] = set()
    for topic, following in reached.items():
        if topic in following and topic not in seen:
            circle = frozenset(each for each in following if topic in reached[each])
            seen |= circle
            is_read = any(not circle.isdisjoint(leads[each]) for each in circle)
            if is_read and any(each in layered or each[0] in OF_CARDS for each in circle):
                yield circle


class Guard:
    """Guards the evaluation of circles: what is being evaluated, and which layers count there.

    Attributes:
        circles: See `circles_of`.
    """

    def __init__(self, program: Program, circles: Mapping[Key, int]) -> None:
        self.program, self.circles = program, circles
        self._open: dict[Value, int | None] = {}
        """The running evaluations, with the card whose modifier asked for each."""
        self._bounds: dict[int, int] = {}
        """For a circle the layer from which on modifiers do not count now."""
        self._asking: int | None = None

    def within(self, st: State, key: Key, given: Values, work: Callable[[], Value]) -> Value:
        """Return what is worked out, unless it is being worked out already.

        Args:
            given: The card of an attribute, the arguments of a value.
        """
        mark = key, given, self._bounds.get(self.circles[key])
        if mark in self._open:
            raise Fault("nesting-too-deep", self._told(st, mark))
        if len(self._open) >= VALUE_NESTING:
            told = f"attributes that rest on others over {VALUE_NESTING} deep"
            raise Fault("nesting-too-deep", told)
        self._open[mark] = self._asking
        try:
            return work()
        finally:
            del self._open[mark]

    def counts(self, key: Key, layer: int) -> bool:
        """Return whether the modifiers of a layer count where an attribute or value is asked for
        now."""
        bound = self._bounds.get(self.circles[key])
        return bound is None or layer < bound

    def below(self, key: Key, layer: int, card: int | None, work: Callable[[], Value]) -> Value:
        """Return what is worked out from what the layers below one have made of a circle, as the
        modifier of a card does."""
        circle = self.circles[key]
        bound, asking = self._bounds.get(circle), self._asking
        self._bounds[circle], self._asking = layer, card
        try:
            return work()
        finally:
            self._asking = asking
            if bound is None:
                del self._bounds[circle]
            else:
                self._bounds[circle] = bound

    def _told(self, st: State, mark: Value) -> str:
        """Return how something leads back to itself, in the names of the cards."""
        opened = list(self._open)
        way = [*opened[opened.index(mark) :], mark]
        found = f"{self._name(st, mark)} needs itself"
        for number, each in enumerate(way[1:]):
            asking = self._asking if number == len(way) - 2 else self._open[each]
            by = "" if asking is None else f"by `{self._card(st, asking)}` "
            found += f"{':' if not number else ','} {by}it needs {self._name(st, each)}"
        return found

    def _name(self, st: State, mark: Value) -> str:
        """Return the name in the text of the running evaluation."""
        key, given, _ = mark
        if isinstance(key, str):
            return f"`{key.rpartition('.')[2]}`"
        return f"`{key[1]}` of `{self._card(st, given[0])}`"

    def _card(self, st: State, entity: int) -> str:
        return self.program.game.definitions[st.entity_definitions[entity]].id


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
        is_off: Whether nothing is to be kept: somebody looks what is read.
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
        self.is_off = False
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
        if self.groups and st.given_values is None and not self.is_off:
            st.window = OPEN

    def look(self, st: State) -> bool:
        """Forget what rests on anything that has changed since the last window, before anything
        kept is used in one; return whether one is open."""
        if st.window == OPEN:
            st.window = SETTLED
            self._compare(st)
        return bool(st.window)

    def kept(
        self, st: State, table: dict[Value, Value] | None, key: Value, work: Callable[[], Value]
    ) -> Value:
        """Return what is worked out: as it was last, where nothing that it rests on has changed.

        Args:
            table: That of the group; None where nothing is kept.
        """
        if table is None or not self.look(st):
            return work()
        if key not in table:
            self.put(table, key, work())
        return table[key]

    def put(self, table: dict[Value, Value], key: Value, found: Value) -> None:
        """Keep a result, and no more of its kind than is worth its room."""
        if len(table) >= MOST:
            table.clear()
        table[key] = found

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
        self.fixed = [0] * layout.fixed_size
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


def _cards_of(st: State) -> Values:
    return st.arrived, st.entity_bases, st.entity_definitions, st.entity_owners, st.zone_families
