"""Read what a seat observes into the few records that are drawn.

This is the only place that knows the shape of an observation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardwright.protocols import Observation


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class ZoneView:
    """A zone as a seat sees it.

    Attributes:
        count: How many cards; None where the seat cannot tell.
        cards: In order; None for a vacant slot. Empty where no card is seen.
    """

    name: str
    count: int | None
    cards: tuple[CardView | None, ...]


@dataclass(frozen=True, slots=True)
class OwnerView:
    """The table (name "") or a player, with what a seat sees of their zones and state."""

    name: str
    is_active: bool
    zones: tuple[ZoneView, ...]
    state: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TableView:
    """All that a seat sees: the table first, then the players by seat."""

    round: int | None
    phase: str
    owners: tuple[OwnerView, ...]


def read_observation(observation: Observation) -> TableView:
    """Return the records of an observation."""
    table = OwnerView("", False, _zones(observation.get("zones")), observation.get("state") or {})
    active = observation.get("active")
    players = [
        OwnerView(each["name"], seat == active, _zones(each.get("zones")), each.get("state") or {})
        for seat, each in enumerate(observation.get("players", ()))
    ]
    phase = observation.get("phase") or ""
    words = phase if isinstance(phase, str) else " › ".join(str(part) for part in phase)
    return TableView(observation.get("round"), words, (table, *players))


def _zones(zones: Mapping[str, Any] | None) -> tuple[ZoneView, ...]:
    """Return zones by name as records."""
    return tuple(_zone(name, zone) for name, zone in (zones or {}).items())


def _zone(name: str, zone: Mapping[str, Any]) -> ZoneView:
    """Return one zone as a record."""
    cards = tuple(None if card is None else _card(card) for card in zone.get("cards") or ())
    return ZoneView(name, zone.get("count"), cards)


def _card(card: Mapping[str, Any]) -> CardView:
    """Return one card as a record."""
    return CardView(card.get("card"), card.get("state") or {}, _zones(card.get("zones")))
