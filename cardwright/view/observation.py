"""Read what a seat observes into the few records that are drawn.

This is the only place that knows the shape of an observation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.protocols import Observation
from dsl.records import record


@record
class CardView:
    """A card as a seat sees it.

    Attributes:
        definition: Its id; None where the seat cannot tell which it is.
        state: What it shows, by name.
        zones: Its own zones.
    """

    definition: str | None
    state: Mapping[str, Any]
    zones: tuple[ZoneView, ...]


@record
class ZoneView:
    """A zone as a seat sees it.

    Attributes:
        count: How many cards; None where the seat cannot tell.
        cards: In order; None for a vacant slot.
        contents: Ids of all that is in it, where the seat knows that and not the order.
    """

    name: str
    count: int | None
    cards: tuple[CardView | None, ...]
    contents: tuple[str, ...] = ()


@record
class OwnerView:
    """The table (name "") or a player, with what a seat sees of their zones and state.

    The table's zone "" holds what is there without lying anywhere, such as the spaces of a board,
    unless it has neither state nor zones and so always looks the same.
    """

    name: str
    is_active: bool
    zones: tuple[ZoneView, ...]
    state: Mapping[str, Any]


@record
class TableView:
    """All that a seat sees: the table first, then the players by seat.

    Attributes:
        phase: Where the match stands, from the outside in: ids of phases and what they are at.
    """

    round: int | None
    phase: tuple[str, ...]
    owners: tuple[OwnerView, ...]


def read_observation(observation: Observation) -> TableView:
    """Return the records of an observation."""
    entities = (_card(card) for card in observation.get("entities") or ())
    unplaced = tuple(each for each in entities if each.state or each.zones)
    board = (ZoneView("", len(unplaced), unplaced),) if unplaced else ()
    zones = (*_zones(observation.get("zones")), *board)
    table = OwnerView("", False, zones, observation.get("state") or {})
    active = observation.get("active")
    players = [
        OwnerView(each["name"], seat == active, _zones(each.get("zones")), each.get("state") or {})
        for seat, each in enumerate(observation.get("players", ()))
    ]
    phase = tuple(str(part) for part in observation.get("phase") or ())
    return TableView(observation.get("round"), phase, (table, *players))


def _zones(zones: Mapping[str, Any] | None) -> tuple[ZoneView, ...]:
    """Return zones by name as records."""
    return tuple(_zone(name, zone) for name, zone in (zones or {}).items())


def _zone(name: str, zone: Mapping[str, Any]) -> ZoneView:
    """Return one zone as a record."""
    cards = tuple(None if card is None else _card(card) for card in zone.get("cards") or ())
    return ZoneView(name, zone.get("count"), cards, tuple(zone.get("contents") or ()))


def _card(card: Mapping[str, Any]) -> CardView:
    """Return one card as a record."""
    return CardView(card.get("card"), card.get("state") or {}, _zones(card.get("zones")))
