"""Compute what can be chosen: equal cards as one, sets piece by piece in one order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dsl.model.types import Type, option_type
from interpreter.program.limits import ALIKE
from interpreter.program.reads import is_of_entities
from interpreter.state import chance
from interpreter.state.record import State
from interpreter.state.values import Value, Values, can_hold, entities_in
from interpreter.walk.decision import ENOUGH
from interpreter.walk.ending import nobody_acts
from interpreter.walk.equivalence import Equivalence
from interpreter.walk.machine import Machine
from interpreter.walk.subset_search import (
    ANY,
    SMALL,
    Few,
    Fit,
    Search,
    next_places,
)


class Choosing:
    """Options over lists."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.knowledge, self.meter = machine.knowledge, machine.meter
        self.likeness = Equivalence(machine)
        self.known: dict[int, tuple[Type, bool, bool]] = {}

    def holds_entities(self, type_: Type) -> bool:
        """Return whether a type of the program is, or a list of it holds, an entity."""
        found = self.known.get(id(type_))
        if found is None:
            is_deep = can_hold(type_)
            is_flat = is_of_entities(type_)
            found = self.known[id(type_)] = (type_, is_flat, is_deep and not is_flat)
        return found[1]

    def holds_lists(self, type_: Type) -> bool:
        """Return whether a type that was just asked about holds entities in lists."""
        return self.known[id(type_)][2]

    # --- equal cards --------------------------------------------------------------------------

    def options(self, st: State, decider: int | None, pool: Sequence[Value], type_: Type) -> Values:
        """Return one representative of each class of a list.

        Raises:
            Fault: There are several, and nobody to choose one.
        """
        if decider is None:
            if len(pool) > 1:
                raise nobody_acts()
            return tuple(pool)
        if self.holds_entities(type_):
            return self.card_options(st, decider, pool)
        if not self.holds_lists(type_):
            return tuple(dict.fromkeys(pool))
        return _representatives(pool, self.of_lists(st, decider, pool, type_))

    def of_lists(self, st: State, decider: int, pool: Sequence[Value], type_: Type) -> list[Value]:
        """Return the likeness of each of several lists of entities: that of all they hold."""
        inner, of_all = option_type(type_), self.likeness.of_all
        return [tuple(of_all(st, decider, [*entities_in(each, inner)])) for each in pool]

    def card_options(self, st: State, decider: int, pool: Sequence[int]) -> tuple[int, ...]:
        """Return one representative of each class of a list of entities."""
        if len(pool) < 2:
            return tuple(pool)
        self.meter.spent += ALIKE * len(pool)
        if min(pool) >= 0 and self.likeness.are_all_told(st, decider, pool):
            return tuple(pool)
        return _representatives(pool, self.likeness.of_all(st, decider, pool))

    def taken(
        self, st: State, decider: int | None, pool: Callable[[], Sequence[Value]], option: Value,
        type_: Type, stream: str,
    ) -> Value:  # fmt: skip
        """Return the element that an option stands for: among cards in an unordered zone that the
        decider cannot tell, chance takes one. `pool` gives the list where it is needed."""
        if option is None or decider is None:
            return option
        if not self.holds_entities(type_):
            if not self.holds_lists(type_):
                return option
            return self._taken_list(st, decider, pool, option, type_, stream)
        if option < 0 or self.knowledge.identifies(st, option) >> decider & 1:
            return option
        likeness = self.likeness.of(st, decider, option)
        if likeness[2] >= 0:
            return option
        alike = [e for e in pool() if self.likeness.of(st, decider, e) == likeness]
        return alike[chance.among(st, stream, alike, type_)]

    def _taken_list(
        self, st: State, decider: int, pool: Callable[[], Sequence[Value]], option: Value,
        type_: Type, stream: str,
    ) -> Value:  # fmt: skip
        """Return the same for a list of entities."""
        identifies, cards = self.knowledge.identifies, entities_in(option, option_type(type_))
        if all(identifies(st, card) >> decider & 1 for card in cards):
            return option
        every = pool()
        (wanted,) = self.of_lists(st, decider, [option], type_)
        likenesses = self.of_lists(st, decider, every, type_)
        alike = [each for each, found in zip(every, likenesses, strict=True) if found == wanted]
        return alike[chance.among(st, stream, alike, type_)] if len(alike) > 1 else option

    # --- piece by piece -----------------------------------------------------------------------

    def arranged(
        self, st: State, decider: int | None, pool: Sequence[Value], type_: Type
    ) -> tuple[tuple[Value, int], ...]:
        """Return a pool with equal elements side by side, each with the number of its class.

        Raises:
            Fault: There is something to choose, and nobody to choose it.
        """
        if decider is None:
            if pool:
                raise nobody_acts()
            return ()
        if self.holds_entities(type_):
            return self.arranged_cards(st, decider, pool)
        if not self.holds_lists(type_):
            return _arranged(pool, pool)
        return _arranged(pool, self.of_lists(st, decider, pool, type_))

    def arranged_cards(
        self, st: State, decider: int, pool: Sequence[int]
    ) -> tuple[tuple[int, int], ...]:
        """Return the same for a pool of entities."""
        self.meter.spent += ALIKE * len(pool)
        return _arranged(pool, self.likeness.of_all(st, decider, pool))

    def pieces(
        self, pool: Values, taken: tuple[int, ...], mode: str, number: int, fit: Fit
    ) -> Values:
        """Return the places in the pool that can be taken next, and `ENOUGH` where that holds."""
        if fit is ANY:
            last = len(pool) if mode != "exactly" else len(pool) - number + len(taken) + 1
            options = [place for place in self.next_places(pool, taken) if place < last]
            return (ENOUGH, *options) if mode != "exactly" else tuple(options)
        search, found = self.search(pool, mode, number, fit), list[Value]()
        if mode != "exactly" and fit.is_whole(self.elements(pool, taken)):
            found.append(ENOUGH)
        for place in self.next_places(pool, taken):
            if any(True for _ in search.sets((*taken, place))):
                found.append(place)
        return tuple(found)

    def search(self, pool: Values, mode: str, number: int, fit: Fit) -> Search | Few:
        """Return what looks for sets from a pool."""
        if len(pool) <= SMALL and fit.so_far is None:
            return Few(pool, mode, number, fit.whole)
        return Search(self.machine.meter, pool, mode, number, fit)

    def next_places(self, pool: Values, taken: tuple[int, ...]) -> list[int]:
        """Return the places that can follow, of equal elements the first."""
        return next_places([entry[1] for entry in pool], taken)

    def elements(self, pool: Values, taken: tuple[int, ...]) -> Values:
        """Return the elements at places of a pool."""
        return tuple(pool[place][0] for place in taken)

    def is_complete(self, taken: tuple[int, ...], mode: str, number: int) -> bool:
        """Return whether no further piece can be taken."""
        return mode != "any number" and len(taken) >= number


def _representatives(pool: Sequence[Value], keys: Sequence[Value]) -> Values:
    """Return the first element with each key."""
    first = dict(zip(reversed(keys), reversed(pool), strict=True))
    return tuple(map(first.__getitem__, dict.fromkeys(keys)))


def _arranged(pool: Sequence[Value], keys: Sequence[Value]) -> tuple[tuple[Value, int], ...]:
    """Return elements with the numbers of their classes, equal ones side by side."""
    classes: dict[Value, int] = {}
    entries = [
        (element, classes.setdefault(key, len(classes)))
        for element, key in zip(pool, keys, strict=True)
    ]
    if len(classes) < len(entries):
        entries.sort(key=_by_class)
    return tuple(entries)


def _by_class(entry: tuple[Value, int]) -> int:
    return entry[1]
