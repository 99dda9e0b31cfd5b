"""Check whether the machine can go on from a state that somebody may have made up.

What a save says is believed where its seed and its decisions lead to the same position. Where they
are not all known, every part is looked at here: counts, ranges of numbers, types of fields.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, cast

from dsl.characters import REFUSED
from dsl.model import types as t
from dsl.syntax.limits import LARGEST_INTEGER
from interpreter.lower.ops import FIRST_SLOT, Learn
from interpreter.program.limits import DECISIONS
from interpreter.program.program import ACTIVE, ELIMINATED, LEFT, ROUND, START_PLAYER
from interpreter.state.record import Fact, State
from interpreter.walk.machine import Machine

_COUNTED: Final = ("steps", "learned", "cause", "next_id")
_KEY_BITS: Final = 64


class Unsound(ValueError):
    """A state that no match can have come to."""


def hold(condition: object, what: str) -> None:
    """Complain where something does not hold.

    Raises:
        Unsound: It does not.
    """
    if not condition:
        raise Unsound(what)


def check_state(st: State, machine: Machine) -> None:
    """Check all of a state but its frames.

    Raises:
        Unsound: Something in it cannot be.
    """
    _check_counts(st, machine)
    _check_entities(st, machine)
    _check_zones(st, machine)
    _check_fields(st, machine)
    _check_facts(st, machine)


def is_number(value: object, low: int, high: int) -> bool:
    """Return whether a value is a whole number of a range, its end exclusive."""
    return type(value) is int and low <= value < high


def _are_numbers(values: Iterable[object], low: int, high: int) -> bool:
    return all(is_number(value, low, high) for value in values)


def _check_counts(st: State, machine: Machine) -> None:
    """Check the single values of a state."""
    seats = machine.program.seats
    hold(_are_numbers((getattr(st, n) for n in _COUNTED), 0, LARGEST_INTEGER + 1), "a count")
    hold(is_number(st.actions, 0, DECISIONS + 1), "the number of decisions")
    hold(is_number(st.key, 0, 1 << _KEY_BITS), "the key of chance")
    hold(st.cause < st.next_id, "the numbers of events")
    hold(st.payer is None or is_number(st.payer, 0, seats), "who pays")
    hold(type(st.is_secret) is bool, "what is secret")
    before = st.before_secret
    hold(before is None or (st.is_secret and len(before) <= len(st.values)), "what was before")
    hold(len(set(st.arrived)) == len(st.arrived), "the order of rules")
    hold(len(st.names) == seats and all(isinstance(n, str) for n in st.names), "the names")
    hold(all(isinstance(label, str) for label in st.forced), "what is forced")
    hold(all(isinstance(stream, str) for stream in st.chance), "the streams of chance")
    hold(_are_numbers(st.chance.values(), 0, LARGEST_INTEGER), "the counts of chance")
    hold(st.answer is None, "an answer that waits")
    hold(st.outcome is None or _is_outcome(st.outcome, seats), "how it ended")


def _is_outcome(outcome: Any, seats: int) -> bool:
    """Return whether something says how a match ended."""
    kind, winners, ranks, reason = outcome
    return (
        kind in ("end", "draw", "fault")
        and isinstance(reason, str)
        and not REFUSED.search(reason)
        and _are_numbers(winners, 0, seats)
        and len(ranks) in (0, seats)
        and all(
            all(r is None or is_number(r, -LARGEST_INTEGER, LARGEST_INTEGER + 1) for r in rank)
            for rank in ranks
        )
    )


def _check_entities(st: State, machine: Machine) -> None:
    """Check the knowledge of each entity, and the places of its fields and zones."""
    layout, seats = machine.program.layout, machine.program.seats
    first = layout.fixed_size
    taken, zones_taken = first, set[int]()
    most = 2 * machine.knowledge.under  # a list may be on its way, see `Knowledge.under`
    hold(_are_numbers(st.knows, 0, most), "who knows a card")
    parts = (st.entity_definitions, st.entity_bases, st.entity_zones, st.entity_owners)
    for definition, base, zone, owner in zip(*parts, strict=True):
        hold(machine.program.definitions[definition] is not None, "a card that is not in play")
        kind = layout.kind_of[definition]
        hold(owner is None or is_number(owner, 0, seats), "whose a card was")
        hold(base == taken, "where the fields of a card begin")
        taken += len(layout.kind_fields[kind])
        own = layout.kind_zones[kind]
        hold(is_number(zone, 0, len(st.zones)) if own else zone == -1, "the zones of a card")
        numbers = range(zone, zone + len(own))
        hold(zones_taken.isdisjoint(numbers), "the zones of two cards")
        zones_taken.update(numbers)
    hold(len(st.values) == taken, "the number of fields")
    for definition, number in st.free:
        hold(machine.program.definitions[definition] is not None, "a card that is not in play")
        hold(is_number(number, 1, LARGEST_INTEGER), "how many are free")


def _check_zones(st: State, machine: Machine) -> None:
    """Check the places and owners of cards."""
    families, seats = machine.program.families, machine.program.seats
    layout = machine.program.layout
    hold(_are_numbers(st.zone_families, 0, len(families)), "the family of a zone")
    entities = len(st.places)
    hold(_are_numbers(st.places, -1, len(st.zones)), "where a card lies")
    for number, (family, owner) in enumerate(zip(st.zone_families, st.zone_owners, strict=True)):
        key = families[family].key
        ends = {None: (-1, 0), "player": (0, seats)}.get(key.owner, (0, entities))
        hold(is_number(owner, *ends), "the owner of a zone")
        cards = st.zones[number]
        hold(all(c is None or is_number(c, 0, entities) for c in cards), "the cards of a zone")
    for card, definition in enumerate(st.entity_definitions):
        keys = layout.kind_zones[layout.kind_of[definition]]
        for number, key in enumerate(keys, start=st.entity_zones[card]):
            is_it = families[st.zone_families[number]].key == key
            hold(is_it and st.zone_owners[number] == card, "the zones of a card")


def _check_fields(st: State, machine: Machine) -> None:
    """Check the fields of the game, of the players and of the cards."""
    layout, values, seats = machine.program.layout, st.values, machine.program.seats
    hold(is_number(values[START_PLAYER], 0, seats), "who began")
    hold(values[ACTIVE] is None or is_number(values[ACTIVE], 0, seats), "whose turn it is")
    hold(is_number(values[ROUND], 0, LARGEST_INTEGER), "the round")
    for seat in range(seats):
        base = layout.seat_base + seat * layout.seat_size
        eliminated, left = values[base + ELIMINATED], values[base + LEFT]
        hold(type(eliminated) is bool, "who is out")
        phases = len(machine.program.phases)
        hold(left is None or is_number(left, 0, phases), "the phase that a player has left")
    for known in filter(None, (values, st.before_secret)):
        for place, field in layout.places(st):
            if place < len(known):
                hold(fits(known[place], field.type, st, machine), f"the field {field.key.name}")
    for card, definition in enumerate(st.entity_definitions):
        own = machine.natives.becoming.own_definition(st, card)
        is_there = machine.program.definitions[own] is not None
        is_alike = layout.kind_of[own] == layout.kind_of[definition]
        hold(is_there and is_alike, "what a card is by itself")


def _check_facts(st: State, machine: Machine) -> None:
    """Check the facts about hidden cards."""
    for fact in st.facts:
        hold(type(fact) is Fact and is_number(fact.number, 0, len(machine.table)), "a fact")
        op = machine.program.operations[fact.number]
        hold(isinstance(op, Learn) and fits(fact.value, op.truth.type, st, machine), "a fact")
        types = machine.program.code_of[fact.number].types
        hold(len(fact.locals) == FIRST_SLOT + len(types), "the locals of a fact")
        me, card, actor, *given = fact.locals
        roles = ((me, t.PLAYER), (card, t.EntityType("")), (actor, t.PLAYER))
        for value, type_ in (*roles, *zip(given, types, strict=True)):
            hold(
                value is None or fits(value, cast(t.Type, type_), st, machine), "a local of a fact"
            )
        hold(is_number(fact.players, 1, 1 << machine.program.seats), "who knows a fact")
        hold(_are_numbers(fact.cards, 0, len(st.places)), "the cards of a fact")
        hold(_are_numbers(fact.zones, 0, len(st.zones)), "the zones of a fact")
        hold(_are_numbers((place for place, _ in fact.state), 0, len(st.values)), "a fact's state")


def fits(value: Any, type_: t.Type, st: State, machine: Machine) -> bool:
    """Return whether a value is of a type in a state."""
    match type_:
        case t.Maybe(of):
            return value is None or fits(value, of, st, machine)
        case t.ListOf(of) | t.SetOf(of):
            return type(value) is tuple and all(fits(part, of, st, machine) for part in value)
        case t.BagOf(of):
            return type(value) is tuple and all(
                fits(key, of, st, machine) and is_number(count, 1, LARGEST_INTEGER + 1)
                for key, count in value
            )
        case t.AmountOf():
            return type(value) is tuple and len(value) == 3
        case t.EnumType(name):
            return is_number(value, 0, len(machine.program.game.enums[name].members))
        case t.EntityType():  # what a card that is gone referred to becomes none
            return value is None or is_number(value, 0, len(st.places))
        case t.TargetType():
            return (
                value is None
                or fits(value, t.EntityType(""), st, machine)
                or fits(t.SEAT_OF_TARGET - value, t.PLAYER, st, machine)
            )
        case t.DefinitionType():
            return is_number(value, 0, len(machine.program.definitions))
        case t.ZoneType():
            return is_number(value, 0, len(st.zones))
        case _ if type_ == t.INT:
            return is_number(value, -LARGEST_INTEGER, LARGEST_INTEGER + 1)
        case _ if type_ == t.BOOL:
            return type(value) is bool
        case _ if type_ == t.PLAYER:
            return is_number(value, 0, machine.program.seats)
        case _:
            return True
