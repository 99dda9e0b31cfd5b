"""Look at one event of a story: what its cards are, and who has words for it."""

from __future__ import annotations

from typing import Final

from dsl.model.traits import ZoneKey
from interpreter import EventRecord, SeatView

_ZONES: Final = {SeatView.MOVE: 1, "create": 1, "shuffle": 0}
"""The place among its arguments of the zone into which an event brings cards, or that it mixes."""


def zone_of(event: EventRecord) -> ZoneKey | None:
    """Return the zone into which an event brings cards, or that it mixes; None for none."""
    at = _ZONES.get(event.name)
    zone = None if at is None else event.record.arguments[at]
    if not isinstance(zone, int):
        return None
    return event.view.program.families[event.view.st.zone_families[zone]].key


def is_told(event: EventRecord) -> bool:
    """Return whether the seat can tell the cards that an event names, and there are any."""
    cards = {*event.all_cards()}
    return event.name == "create" or (bool(cards) and cards == {*event.told_cards()})


def is_again(event: EventRecord, each: EventRecord) -> bool:
    """Return whether an event of the prelude hands on its amount: `deal 5` is `draw 5` for each."""
    amounts = each.record.arguments
    return is_shared(each) and bool(amounts) and amounts == event.record.arguments


def is_shared(event: EventRecord) -> bool:
    """Return whether an event is the prelude's, in whose words no author has a hand."""
    found = event.view.program.events[event.record.event].event
    return found is not None and found.span.source.is_shared


def cards_in(event: EventRecord) -> int:
    """Return how many cards an event moves or makes."""
    cards = event.record.arguments[0]
    if event.name == "create" and isinstance(cards, tuple):
        return sum(int(number) for _, number in cards)
    return len(cards) if isinstance(cards, tuple) else 1
