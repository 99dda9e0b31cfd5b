"""Say everything about a match, for whoever designs its game: by the names that scripts have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardwright.api.match import Match
from dsl.records import record
from interpreter.observe.events import EventRecord
from interpreter.observe.seat_view import ANY_CARD, SeatView

MACHINE_MADE = ":"
"""In the name of a field that the checker made."""


@record(kw_only=True)
class Deed:
    """An event of the last decision: how deep below what caused it, and where it is written."""

    depth: int
    text: str
    place: str


def position(match: Match) -> dict[str, Any]:
    """Return where everything is, by the keys that scripts have under `arrange`."""
    return {**dict(_zones(match)), **dict(_state(match))}


def _zones(match: Match) -> Iterator[tuple[str, list[str | None]]]:
    """Yield every zone with something in it."""
    st, view = match.state, SeatView(match, None)
    for zone, cards in enumerate(st.zones):
        if any(card is not None for card in cards):
            labels = [None if c is None else view.labels.label(st, c, ANY_CARD) for c in cards]
            yield view.labels.zone(st, zone, None), labels


def _state(match: Match) -> Iterator[tuple[str, Any]]:
    """Yield the state of the table and of the players that is not as it began."""
    st, view, layout = match.state, SeatView(match, None), match.machine.program.layout
    for info in layout.table_fields:
        value = st.values[layout.table[info.key]]
        if value != info.default and MACHINE_MADE not in info.key.name:
            yield info.key.name, view.plain(value, info.type)
    for seat, name in enumerate(match.names):
        base = layout.seat_base + seat * layout.seat_size
        for info in layout.seat_fields:
            value = st.values[base + layout.seat[info.key]]
            if value != info.default and MACHINE_MADE not in info.key.name:
                yield f"{name}.{info.key.name}", view.plain(value, info.type)


def deeds(match: Match, lang: str) -> list[Deed]:
    """Return what the last decision led to, as a tree."""
    began = match.history[2].next_id if match.history is not None else 0
    found, depths = list[Deed](), dict[int, int]()
    for event in match.log():
        if event.record.id < began:
            continue
        depths[event.id] = depth = depths.get(event.cause or 0, -1) + 1
        words = event.text(lang) or event.name
        found.append(Deed(depth=min(depth, 8), text=words, place=_place(match, event)))
    return found


def _place(match: Match, event: EventRecord) -> str:
    """Return `file:line:column` of what happened; "" for what the machine does itself."""
    program = match.machine.program
    sort, _, name = event.name.rpartition(":")
    found: Any = getattr(program.events.get(event.name), "event", None)
    if sort == "act":
        found = next((each.action for each in program.actions if each.action.id == name), None)
    elif sort == "phase":
        found = next((each.phase for each in program.phases if each.phase.id == name), None)
    return "" if found is None else str(found.span.place)
