"""Check what must hold of every position: zones, places, limits, copies, types of values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from dsl.model.types import PLAYER, BagOf, EntityType, EnumType, ListOf, Maybe, SetOf
from interpreter.compile.plans import Family
from interpreter.run.machine import Machine
from interpreter.run.match import Match
from interpreter.state.record import State
from soak.course import look_between_actions
from soak.measure import Broken

MOST = 10**12


class Invariants:
    """Watches that every position is in order.

    Args:
        always: Whether to look at every decision, or at the end alone.
    """

    def __init__(self, machine: Machine, *, always: bool) -> None:
        self.machine, self.always = machine, always
        self.looked = 0

    def at_decision(self, match: Match) -> None:
        """Look at a position."""
        if self.always:
            self.looked += 1
            check_position(self.machine, match.state)

    def at_end(self, match: Match) -> None:
        """Look at the last position."""
        self.looked += 1
        check_position(self.machine, match.state)


def check_position(machine: Machine, st: State) -> None:
    """Complain about a position that is not in order.

    Raises:
        Broken: With everything that is wrong.
    """
    wrong = [*_zones(machine, st), *wrong_copies(machine, st), *_values(machine, st)]
    if wrong:
        raise Broken("; ".join(wrong))
    if st.ask is not None and st.ask.kind == "action":
        look_between_actions(st)


def _zones(machine: Machine, st: State) -> Iterator[str]:
    """Yield what is wrong with zones: each copy is in one zone or none, none is too full."""
    lying: dict[int, int] = {}
    for zone, cards in enumerate(st.zones):
        family = machine.program.families[st.zone_families[zone]]
        present = [card for card in cards if card is not None]
        for card in present:
            if card in lying:
                yield f"card {card} lies in the zones {lying[card]} and {zone}"
            lying[card] = zone
            kind = machine.program.layout.kind_of[st.entity_definitions[card]]
            if family.kind not in machine.program.ancestors[kind]:
                yield f"a {kind} lies in {family.key}"
        yield from wrong_size(family, len(present), len(cards))
        if not family.is_ordered and cards != sorted(present):
            yield f"the order in {family.key} tells something: {cards}"
    for card, zone in enumerate(st.places):
        if lying.get(card, -1) != zone:
            yield f"card {card} has the place {zone} and lies in {lying.get(card, -1)}"


def wrong_size(family: Family, present: int, length: int) -> Iterator[str]:
    """Yield what is wrong with how many cards and places a zone has."""
    if family.limit is not None and present > family.limit:
        yield f"{present} cards in {family.key}, which takes {family.limit}"
    if family.slots is not None and length != family.slots:
        yield f"{length} slots in {family.key}, which has {family.slots}"
    if family.slots is None and present != length:
        yield f"a vacant place in {family.key}, which has no slots"


def wrong_copies(machine: Machine, st: State) -> Iterator[str]:
    """Yield what is wrong with the number of copies and with cards that are nowhere."""
    game, free = machine.program.game, dict(st.free)
    number = Counter(st.entity_definitions)
    away = Counter(d for d, zone in zip(st.entity_definitions, st.places, strict=True) if zone < 0)
    for definition in number:
        card = game.definitions[definition]
        if game.kinds[card.kind].is_unique:
            continue
        if away[definition] != free.get(definition, 0):
            yield f"{away[definition]} copies of {card.id} are in no zone"
    for definition, count in number.items():
        card = game.definitions[definition]
        start = card.start
        each = start is not None and start.owner == "player"
        most = card.copies * (machine.program.seats if each else 1)
        if count - free.get(definition, 0) > most:
            yield f"{count} copies of {card.id} of {most}"


def _values(machine: Machine, st: State) -> Iterator[str]:
    """Yield what is wrong with the fields."""
    places = machine.program.layout.places(st)
    for place, field in places:
        if not fits(machine, st, st.values[place], field.type, is_set_up=field.is_set_up):
            yield f"{field.key} is {st.values[place]!r}"


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
