"""Read what a player has straight from a state, for `offers`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from cardwright.match import Match
from dsl.model.expressions import StateKey
from interpreter.run.machine import Machine
from interpreter.state.record import State

POOL = StateKey("player", "pool")
TURNED, STORED = StateKey("component", "tapped"), StateKey("component", "stored")


def own_of(st: State, machine: Machine, seat: int) -> Any:
    """Return what a player has, as the list of payments takes it."""
    layout = machine.program.layout
    field = _cards(st, machine, "field", seat)

    def value(card: int, key: StateKey) -> Any:
        return st.values[st.entity_bases[card] + layout.entity[key]]

    def ids(name: str) -> frozenset[str]:
        return frozenset(_id(st, machine, card) for card in _cards(st, machine, name, seat))

    return import_module("tests.cards.arcana_payments").Own(
        pool=_bag(st.values[layout.seat_base + seat * layout.seat_size + layout.seat[POOL]]),
        field=ids("field"),
        turned=frozenset(_id(st, machine, card) for card in field if value(card, TURNED)),
        stored=frozenset(
            (_id(st, machine, card), _bag(value(card, STORED)))
            for card in field
            if value(card, STORED)
        ),
        hand=ids("hand"),
        discard=ids("discard"),
        scrolls=ids("scrolls"),
    )


def table_of(match: Match) -> Any:
    """Return what the player who acts has and can reach."""
    st, machine = match.state, match.machine
    deck = _cards(st, machine, "monuments")[:1]
    return import_module("tests.cards.arcana_payments").Table(
        own=own_of(st, machine, st.ask.decider),
        places=frozenset(_id(st, machine, card) for card in _cards(st, machine, "places")),
        monuments=frozenset(
            _id(st, machine, card) for card in (*_cards(st, machine, "offer"), *deck)
        ),
    )


def _cards(st: State, machine: Machine, name: str, seat: int | None = None) -> list[int]:
    """Return the cards of a zone; none where the game has no such zone."""
    families = machine.program.families
    owner = None if seat is None else "player"
    for zone, number in enumerate(st.zone_families):
        key = families[number].key
        if (key.owner, key.name) == (owner, name) and seat in (None, st.zone_owners[zone]):
            return [card for card in st.zones[zone] if card is not None]
    return []


def _id(st: State, machine: Machine, card: int) -> str:
    return machine.definition_ids[st.entity_definitions[card]]


def _bag(pairs: Any) -> tuple[int, ...]:
    counts = dict(pairs)
    return tuple(counts.get(essence, 0) for essence in range(5))
