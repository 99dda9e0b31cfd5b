"""Work out what can be chosen: equal cards as one, sets piece by piece in one order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dsl.model.types import EntityType, ListOf, Maybe, SetOf
from interpreter.compile.arithmetic import Fault
from interpreter.compile.limits import WAYS_TO_CHOOSE
from interpreter.run.decision import ENOUGH
from interpreter.run.likeness import Likeness
from interpreter.run.machine import Machine
from interpreter.state import chance
from interpreter.state.record import State

Fits = Callable[[tuple[Any, ...]], bool]


def is_of_entities(type_: Any) -> bool:
    """Return whether a type, or what a list of it holds, is an entity."""
    while isinstance(type_, Maybe | ListOf | SetOf):
        type_ = type_.of
    return isinstance(type_, EntityType)


class Choosing:
    """Options over lists."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.knowledge = machine.knowledge
        self.likeness = Likeness(machine)
        self.shown = self.likeness.shown
        self.of_entities: dict[int, tuple[Any, bool]] = {}

    def holds_entities(self, type_: Any) -> bool:
        """Return whether a type of the program is, or a list of it holds, an entity."""
        found = self.of_entities.get(id(type_))
        if found is None:
            found = self.of_entities[id(type_)] = (type_, is_of_entities(type_))
        return found[1]

    # --- equal cards --------------------------------------------------------------------------

    def options(self, st: State, decider: int, pool: Sequence[Any], type_: Any) -> tuple[Any, ...]:
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
        found: dict[Any, Any] = {}
        for entity, likeness in zip(pool, self.likeness.of_all(st, decider, pool), strict=True):
            found.setdefault(likeness, entity)
        return tuple(found.values())

    def taken(
        self, st: State, decider: int, pool: Callable[[], Sequence[Any]], option: Any, type_: Any,
        stream: str,
    ) -> Any:  # fmt: skip
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
        self, st: State, decider: int, pool: Sequence[Any], type_: Any
    ) -> tuple[tuple[Any, int], ...]:
        """Return a pool with equal elements side by side, each with the number of its class."""
        classes: dict[Any, int] = {}
        entries = []
        keys = self.likeness.of_all(st, decider, pool) if self.holds_entities(type_) else pool
        for element, key in zip(pool, keys, strict=True):
            entries.append((element, classes.setdefault(key, len(classes))))
        return tuple(sorted(entries, key=lambda entry: entry[1]))

    def pieces(
        self, pool: tuple[Any, ...], taken: tuple[int, ...], mode: str, number: int, fits: Fits
    ) -> tuple[Any, ...]:
        """Return the places in the pool that can be taken next, and `ENOUGH` where that holds."""
        options: list[Any] = []
        if mode != "exactly" and fits(self.elements(pool, taken)):
            options.append(ENOUGH)
        search = _Search(pool, mode, number, fits)
        last = None
        for place in range(taken[-1] + 1 if taken else 0, len(pool)):
            if pool[place][1] == last:
                continue
            last = pool[place][1]
            if search.completes((*taken, place)):
                options.append(place)
        return tuple(options)

    def elements(self, pool: tuple[Any, ...], taken: tuple[int, ...]) -> tuple[Any, ...]:
        """Return the elements at places of a pool."""
        return tuple(pool[place][0] for place in taken)

    def is_complete(self, taken: tuple[int, ...], mode: str, number: int) -> bool:
        """Return whether no further piece can be taken."""
        return mode != "any number" and len(taken) >= number


class _Search:
    """Looks for a completion of a set begun."""

    def __init__(self, pool: tuple[Any, ...], mode: str, number: int, fits: Fits) -> None:
        self.pool, self.mode, self.number, self.fits = pool, mode, number, fits
        self.tried = 0

    def completes(self, taken: tuple[int, ...]) -> bool:
        """Return whether some way to go on makes a set that fits."""
        self.tried += 1
        if self.tried > WAYS_TO_CHOOSE:
            raise Fault("choice-too-large", "too many ways to complete one choice")
        is_full = self.mode != "any number" and len(taken) >= self.number
        may_stop = is_full or self.mode != "exactly"
        if may_stop and self.fits(tuple(self.pool[place][0] for place in taken)):
            return True
        if is_full or (self.mode == "exactly" and self._is_too_late(taken)):
            return False
        return any(self.completes((*taken, p)) for p in range(taken[-1] + 1, len(self.pool)))

    def _is_too_late(self, taken: tuple[int, ...]) -> bool:
        return len(self.pool) - taken[-1] - 1 < self.number - len(taken)
