"""Carry out again what the log says about zones, beside the machine."""

from __future__ import annotations

from typing import Any

from interpreter.run.machine import Machine
from interpreter.run.recording import Record
from interpreter.state.record import State

Zones = list[list[int | None]]

NOT_REPLAYED = frozenset({"create", "retire"})


def replayed(
    machine: Machine, st: State, before: Zones, first_id: int
) -> tuple[Zones | None, set[int]]:
    """Return the zones after the events in the log from an id on, and those in unknown order.

    Returns:
        None for the zones where the log does not tell: cards came or went.
    """
    zones, unsure = [zone[:] for zone in before], set[int]()
    for record in records_since(st, first_id):
        if record.event in NOT_REPLAYED:
            return None, unsure
        if record.event == "fill" and record.arguments[1] in unsure:
            return None, unsure
        if record.event in STEPS:
            STEPS[record.event](machine, st, zones, record.arguments)
        elif record.event == "shuffle":
            unsure.add(record.arguments[0])
    return zones, unsure


def records_since(st: State, first_id: int) -> list[Record]:
    """Return the records of the log from an id on, the first first."""
    found = []
    log = st.log
    while log is not None and log[0].id >= first_id:
        found.append(log[0])
        log = log[1]
    return found[::-1]


def unlike(machine: Machine, st: State, zones: Zones, unsure: set[int]) -> str | None:
    """Return the first zone that is not as it should be, or None."""
    for zone, (expected, found) in enumerate(zip(zones, st.zones, strict=True)):
        family = machine.program.families[st.zone_families[zone]]
        is_loose = zone in unsure or not family.is_ordered
        same = (
            sorted(expected, key=str) == sorted(found, key=str) if is_loose else expected == found
        )
        if not same:
            return f"{family.key}: log {expected}, state {found}"
    return None


def _move(machine: Machine, st: State, zones: Zones, arguments: Any) -> None:
    card, target, end = arguments
    family = machine.program.families[st.zone_families[target]]
    present = [c for c in zones[target] if c is not None]
    if family.limit is not None and len(present) >= family.limit and card not in present:
        return
    for zone, cards in enumerate(zones):
        if card in cards:
            place = cards.index(card)
            if machine.program.families[st.zone_families[zone]].slots is not None:
                cards[place] = None
            else:
                del cards[place]
    if family.slots is not None:
        zones[target][zones[target].index(None)] = card
    elif end == "top" or (end is None and family.is_stack):
        zones[target].insert(0, card)
    else:
        zones[target].append(card)


def _exchange(machine: Machine, st: State, zones: Zones, arguments: Any) -> None:
    spots = [(cards, cards.index(card)) for card in arguments for cards in zones if card in cards]
    if len(spots) == 2:
        (first, i), (second, j) = spots
        first[i], second[j] = arguments[1], arguments[0]


def _fill(machine: Machine, st: State, zones: Zones, arguments: Any) -> None:
    target, source = arguments
    while None in zones[target] and zones[source]:
        zones[target][zones[target].index(None)] = zones[source].pop(0)


STEPS = {"move": _move, "exchange": _exchange, "fill": _fill}
