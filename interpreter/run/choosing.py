"""Work out what can be chosen: equal cards as one, sets piece by piece in one order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from dsl.model.types import Type
from dsl.words.arithmetic import Fault
from interpreter.compile.limits import WAYS_TO_CHOOSE
from interpreter.compile.meter import EACH
from interpreter.compile.simple import is_of_entities
from interpreter.run.decision import ENOUGH
from interpreter.run.likeness import Likeness
from interpreter.run.machine import Machine
from interpreter.state import chance
from interpreter.state.record import State
from interpreter.state.values import Value, Values

SMALL: Final = 6
"""So few elements that all their sets are worked out at once."""
KEPT: Final = 4096
"""How many pools of few elements are kept."""

Fits = Callable[[Values], bool]


class Choosing:
    """Options over lists."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.knowledge = machine.knowledge
        self.likeness = Likeness(machine)
        self.shown = self.likeness.shown
        self.of_entities: dict[int, tuple[Type, bool]] = {}

    def holds_entities(self, type_: Type) -> bool:
        """Return whether a type of the program is, or a list of it holds, an entity."""
        found = self.of_entities.get(id(type_))
        if found is None:
            found = self.of_entities[id(type_)] = (type_, is_of_entities(type_))
        return found[1]

    # --- equal cards --------------------------------------------------------------------------

    def options(self, st: State, decider: int, pool: Sequence[Value], type_: Type) -> Values:
        """Return one representative of each class of a list."""
        if not self.holds_entities(type_):
            return tuple(dict.fromkeys(pool))
        return self.card_options(st, decider, pool)

    def card_options(self, st: State, decider: int, pool: Sequence[int]) -> tuple[int, ...]:
        """Return one representative of each class of a list of entities."""
        if not pool:
            return ()
        if self.likeness.are_all_told(st, decider, pool):
            return tuple(pool)
        found: dict[Value, Value] = {}
        for entity, likeness in zip(pool, self.likeness.of_all(st, decider, pool), strict=True):
            found.setdefault(likeness, entity)
        return tuple(found.values())

    def each_option(self, st: State, decider: int, pool: Sequence[int]) -> Iterator[int]:
        """Yield the same one by one: for the first nothing need be compared."""
        yield from pool[:1]
        if len(pool) > 1:
            yield from self.card_options(st, decider, pool)[1:]

    def taken(
        self, st: State, decider: int, pool: Callable[[], Sequence[Value]], option: Value,
        type_: Type, stream: str,
    ) -> Value:  # fmt: skip
        """Return the element that an option stands for: among cards in an unordered zone that the
        decider cannot tell, chance takes one. `pool` gives the list where it is needed."""
        if option is None or not self.holds_entities(type_):
            return option
        if self.knowledge.identifies(st, option) >> decider & 1:
            return option
        likeness = self.likeness.of(st, decider, option)
        if likeness[2] >= 0:
            return option
        alike = [e for e in pool() if self.likeness.of(st, decider, e) == likeness]
        return alike[chance.below(st, stream, len(alike))]

    # --- piece by piece -----------------------------------------------------------------------

    def arranged(
        self, st: State, decider: int, pool: Sequence[Value], type_: Type
    ) -> tuple[tuple[Value, int], ...]:
        """Return a pool with equal elements side by side, each with the number of its class."""
        if self.holds_entities(type_):
            return self.arranged_cards(st, decider, pool)
        return _arranged(pool, pool)

    def arranged_cards(
        self, st: State, decider: int, pool: Sequence[int]
    ) -> tuple[tuple[int, int], ...]:
        """Return the same for a pool of entities."""
        return _arranged(pool, self.likeness.of_all(st, decider, pool))

    def pieces(
        self,
        pool: Values,
        taken: tuple[int, ...],
        mode: str,
        number: int,
        fits: Fits | None,
    ) -> Values:
        """Return the places in the pool that can be taken next, and `ENOUGH` where that holds;
        `fits` None where any elements fit together."""
        options: list[Value] = []
        if fits is None:
            last = len(pool) if mode != "exactly" else len(pool) - number + len(taken) + 1
            options = [place for place in self.next_places(pool, taken) if place < last]
            return (ENOUGH, *options) if mode != "exactly" else tuple(options)
        if mode != "exactly" and fits(self.elements(pool, taken)):
            options.append(ENOUGH)
        for place in self.next_places(pool, taken):
            if any(True for _ in self.sets(pool, (*taken, place), mode, number, fits)):
                options.append(place)
        return tuple(options)

    def sets(
        self,
        pool: Values,
        taken: tuple[int, ...],
        mode: str,
        number: int,
        fits: Fits | None,
    ) -> Iterator[Values]:
        """Yield the sets that a set begun can become, in the order of the pieces, each when it is
        asked for; `fits` None for all."""
        if len(pool) <= SMALL:
            classes = tuple([entry[1] for entry in pool])
            for places in small_sets(classes, taken, mode, number):
                elements = tuple([pool[place][0] for place in places])
                if fits is None or fits(elements):
                    yield elements
            return
        charge, tried = self.machine.meter.charge, 0
        waiting = [iter((taken,))]
        while waiting:
            begun = next(waiting[-1], None)
            if begun is None:
                waiting.pop()
                continue
            taken, tried = begun, tried + 1
            charge(EACH + 2 * len(taken))
            if tried > WAYS_TO_CHOOSE:
                raise Fault("choice-too-large", "too many ways to complete one choice")
            missing = number - len(taken)
            is_full = missing <= 0 and mode != "any number"
            elements = self.elements(pool, taken)
            if (is_full or mode != "exactly") and (fits is None or fits(elements)):
                yield elements
                tried = 0
            if is_full or (mode == "exactly" and len(pool) - _after(taken) < missing):
                continue
            waiting.append(_longer(pool, taken))

    def card_sets(
        self, st: State, decider: int, pool: Sequence[int], mode: str, number: int
    ) -> Sequence[Values] | None:
        """Return all sets of a list of entities but one that may be empty, of equal ones only one;
        None where they are many."""
        if len(pool) > SMALL:
            return None
        return _sets_of(self.arranged_cards(st, decider, pool), mode, number)

    def next_places(self, pool: Values, taken: tuple[int, ...]) -> list[int]:
        """Return the places that can follow, of equal elements the first."""
        return _next([entry[1] for entry in pool], taken)

    def elements(self, pool: Values, taken: tuple[int, ...]) -> Values:
        """Return the elements at places of a pool."""
        return tuple(pool[place][0] for place in taken)

    def is_complete(self, taken: tuple[int, ...], mode: str, number: int) -> bool:
        """Return whether no further piece can be taken."""
        return mode != "any number" and len(taken) >= number


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


def _after(taken: tuple[int, ...]) -> int:
    """Return the first place behind those taken: pieces are taken in order."""
    return taken[-1] + 1 if taken else 0


def _by_class(entry: tuple[Value, int]) -> int:
    return entry[1]


def _longer(pool: Sequence[Value], taken: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the same places with one more that can follow, each when it is asked for."""
    first = _after(taken)
    for place in range(first, len(pool)):
        if place == first or pool[place][1] != pool[place - 1][1]:
            yield (*taken, place)


def _next(classes: Sequence[int], taken: tuple[int, ...]) -> list[int]:
    """Return the places that can follow, of one class the first."""
    first = _after(taken)
    return [
        place
        for place in range(first, len(classes))
        if place == first or classes[place] != classes[place - 1]
    ]


@lru_cache(maxsize=KEPT)
def small_sets(
    classes: tuple[int, ...], taken: tuple[int, ...], mode: str, number: int
) -> tuple[tuple[int, ...], ...]:
    """Return the places of all sets that a set begun can become, in a pool of few elements."""
    waiting, found = [taken], []
    while waiting:
        taken = waiting.pop()
        missing = number - len(taken)
        is_full = missing <= 0 and mode != "any number"
        if is_full or mode != "exactly":
            found.append(taken)
        if is_full or (mode == "exactly" and len(classes) - _after(taken) < missing):
            continue
        waiting += [(*taken, place) for place in reversed(_next(classes, taken))]
    return tuple(found)


def _sets_of(pool: tuple[tuple[Value, int], ...], mode: str, number: int) -> Sequence[Values]:
    """Return all sets from an arranged pool of few elements but one that may be empty."""
    found = small_sets(tuple([entry[1] for entry in pool]), (), mode, number)
    found = found if mode == "exactly" else found[1:]
    return [tuple([pool[place][0] for place in places]) for places in found]


def element_sets(pool: Sequence[Value], mode: str, number: int) -> Sequence[Values] | None:
    """Return all sets of a list of other elements but one that may be empty, of equal ones only
    one; None where they are many."""
    return _sets_of_elements(tuple(pool), mode, number) if len(pool) <= SMALL else None


@lru_cache(maxsize=KEPT)
def _sets_of_elements(pool: Values, mode: str, number: int) -> Sequence[Values]:
    return _sets_of(_arranged(pool, pool), mode, number)
