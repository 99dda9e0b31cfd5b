"""Follow attributes and values that may need themselves, by way of modifiers or of what cards say.

Whether they do is told by a match alone: an attribute of one card may rest on that of another. So
what is being worked out is noted, and what is asked for again while it is ends in a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from dsl.words.arithmetic import Fault
from interpreter.program.limits import VALUE_NESTING
from interpreter.program.program import Program
from interpreter.program.reads import ReadSets, Topic
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
    found: dict[Key, int] = {}
    for number, circle in enumerate(_circles(topics, readings)):
        for sort, *names in circle:
            if sort == "value":
                found[names[0]] = number
            elif sort == "attribute":
                found[tuple(names)] = number
            elif sort == "printed":
                found |= {each: number for each in attributes if each[1] == names[0]}
    return found


def _circles(topics: list[Topic], readings: ReadSets) -> Iterator[frozenset[Topic]]:
    """Yield the topics that lead to each other, a group each, where cards are among them."""
    leads: dict[Topic, frozenset[Topic]] = {}
    waiting = list(topics)
    while waiting:
        topic = waiting.pop()
        if topic not in leads:
            leads[topic] = readings.topics_of(topic)
            waiting += leads[topic]
    rest, before = set(leads), -1
    while len(rest) != before:  # what leads nowhere is in no circle
        before = len(rest)
        rest = {topic for topic in rest if not rest.isdisjoint(leads[topic])}
    reached: dict[Topic, set[Topic]] = {}
    for topic in sorted(rest):
        waiting, following = [topic], reached.setdefault(topic, set())
        while waiting:
            more = (leads[waiting.pop()] & rest) - following
            following |= more
            waiting += more
    seen: set[Topic] = set()
    for topic, following in reached.items():
        if topic in following and topic not in seen:
            circle = frozenset(each for each in following if topic in reached[each])
            seen |= circle
            if any(each[0] in OF_CARDS for each in circle):
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
