"""Hold what must be so of every position: zones, places, limits, copies, types of values.

A position that is in order stays so when everything that differs from the one before is. To look at
that alone takes a tenth of the time, so that every match can afford it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from dsl.model.types import PLAYER, BagOf, EntityType, EnumType, ListOf, Maybe, SetOf
from interpreter.program.program import Family
from interpreter.state.record import State
from interpreter.walk.machine import Machine
from interpreter.walk.match import Match
from soak.course import look_between_actions
from soak.measure import Broken

MOST = 10**12
NOWHERE = -1


class Steady:
    """Watches one match by what has changed in it.

    Args:
        is_fresh: Whether to look at the whole of every position instead.
    """

    def __init__(self, machine: Machine, *, is_fresh: bool = False) -> None:
        self.machine, self.is_fresh = machine, is_fresh
        self.looked = 0
        self._forget(0, 0, 0)

    def _forget(self, zones: int, cards: int, values: int) -> None:
        """Look at everything the next time."""
        self.zones: list[list[int | None] | None] = [None] * zones
        self.places, self.values = [NOWHERE] * cards, [object()] * values
        self.known: object = None

    def at_decision(self, match: Match) -> None:
        """Look at what has changed since the last decision.

        Raises:
            Broken: With everything that is wrong.
        """
        self.looked += 1
        self.look(match.state)

    def at_end(self, match: Match) -> None:
        """Look at everything once more."""
        self.at_decision(match)
        check_position(self.machine, match.state)

    def look(self, st: State) -> None:
        """Complain about what is wrong with what has changed.

        Raises:
            Broken: With everything that is wrong.
        """
        is_other = len(st.zones) != len(self.zones) or len(st.places) != len(self.places)
        if is_other or self.is_fresh:
            self._forget(len(st.zones), len(st.places), len(st.values))
            self.fields = dict(self.machine.program.layout.places(st))
        if wrong := [*self._zones(st), *self._copies(st), *self._values(st)]:
            raise Broken("; ".join(wrong))
        if st.ask is not None and st.ask.kind == "action":
            look_between_actions(st)

    def _zones(self, st: State) -> Iterator[str]:
        """Yield what is wrong with zones: each copy is in one zone or none, none is too full."""
        pairs = enumerate(zip(st.zones, self.zones, strict=True))
        changed = [zone for zone, (now, before) in pairs if now != before]
        for zone in changed:
            for card in self.zones[zone] or ():
                if card is not None:
                    self.places[card] = NOWHERE
        for zone in changed:
            yield from self._zone(st, zone)
            self.zones[zone] = st.zones[zone][:]
        if self.places != st.places:
            yield "the places of cards are not where they lie"

    def _zone(self, st: State, zone: int) -> Iterator[str]:
        number, cards = st.zone_families[zone], st.zones[zone]
        family, taken = self.machine.program.families[number], _taken(self.machine, number)
        present = [card for card in cards if card is not None]
        for card in present:
            if self.places[card] != NOWHERE:
                yield f"card {card} lies in the zones {self.places[card]} and {zone}"
            self.places[card] = zone
            if st.entity_definitions[card] not in taken:
                yield f"card {card} lies in {family.key}, which is not for it"
        yield from wrong_size(family, len(present), len(cards))
        if not family.is_ordered and cards != sorted(present):
            yield f"the order in {family.key} tells something: {cards}"

    def _copies(self, st: State) -> Iterator[str]:
        """Yield what is wrong with the number of copies and with cards that are nowhere."""
        known = st.places.count(NOWHERE), st.free
        if known == self.known:
            return
        self.known = known
        game, free = self.machine.program.game, dict(st.free)
        number = Counter(st.entity_definitions)
        pairs = zip(st.entity_definitions, st.places, strict=True)
        away = Counter(definition for definition, zone in pairs if zone < 0)
        for definition, count in number.items():
            card = game.definitions[definition]
            is_unique = game.kinds[card.kind].is_unique
            if not is_unique and away[definition] != free.get(definition, 0):
                yield f"{away[definition]} copies of {card.id} are in no zone"
            each = card.start is not None and card.start.owner == "player"
            most = card.copies * (self.machine.program.seats if each else 1)
            if count - free.get(definition, 0) > most:
                yield f"{count} copies of {card.id} of {most}"

    def _values(self, st: State) -> Iterator[str]:
        """Yield what is wrong with the fields."""
        if st.values == self.values:
            return
        for place, (now, before) in enumerate(zip(st.values, self.values, strict=True)):
            field = self.fields.get(place)
            if now is before or field is None:
                continue
            if not fits(self.machine, st, now, field.type, is_set_up=field.is_set_up):
                yield f"{field.key} is {now!r}"
        self.values = st.values[:]


def check_position(machine: Machine, st: State) -> None:
    """Complain about a position that is not in order.

    Raises:
        Broken: With everything that is wrong.
    """
    Steady(machine, is_fresh=True).look(st)


def wrong_size(family: Family, present: int, length: int) -> Iterator[str]:
    """Yield what is wrong with how many cards and places a zone has."""
    if family.limit is not None and present > family.limit:
        yield f"{present} cards in {family.key}, which takes {family.limit}"
    if family.slots is not None and length != family.slots:
        yield f"{length} slots in {family.key}, which has {family.slots}"
    if family.slots is None and present != length:
        yield f"a vacant place in {family.key}, which has no slots"


def fits(machine: Machine, st: State, value: Any, type_: Any, *, is_set_up: bool = False) -> bool:
    """Return whether a value is of a type."""
    if isinstance(type_, Maybe) or (is_set_up and value is None):
        return value is None or fits(machine, st, value, getattr(type_, "of", type_))
    if isinstance(type_, ListOf | SetOf):
        return isinstance(value, tuple) and all(fits(machine, st, v, type_.of) for v in value)
    if isinstance(type_, BagOf):
        return isinstance(value, tuple) and all(0 < n <= MOST for _, n in value)
    if str(type_) == "bool":
        return isinstance(value, bool)
    if type(value) is not int:
        return False
    if isinstance(type_, EntityType):
        return 0 <= value < len(st.entity_definitions)
    if isinstance(type_, EnumType):
        return 0 <= value < len(machine.program.game.enums[type_.name].members)
    if type_ == PLAYER:
        return 0 <= value < machine.program.seats
    return -MOST <= value <= MOST


@cache
def _taken(machine: Machine, family: int) -> frozenset[int]:
    """Return the definitions whose cards a family of zones takes."""
    program = machine.program
    kind = program.families[family].kind
    kinds = enumerate(program.layout.kind_of)
    return frozenset(number for number, own in kinds if kind in program.ancestors[own])
