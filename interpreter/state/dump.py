"""Write a whole state as plain JSON data and read it back.

Definitions are named by id. What follows from the rest is left out: the open decision and the
rules that listen; whoever reads a state lets the machine work them out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from interpreter.state.frames import read, written
from interpreter.state.record import State
from interpreter.state.saving import Json
from interpreter.state.values import Value

Shapes: TypeAlias = Mapping[str, type[tuple[Any, ...]]]
"""The named tuples that may stand in a state, by the name they are written under."""

COPIED = (
    "values", "zones", "places", "knows", "chance", "entity_bases", "entity_zones",
    "entity_owners", "zone_families", "zone_owners", "payer", "is_secret", "steps", "actions",
    "learned", "cause", "next_id", "forced", "names", "frames", "pending", "queue", "answer",
    "result", "outcome",
)  # fmt: skip
LISTS = frozenset({"values", "places", "knows"})
"""Fields that are lists; `zones` is a list of lists, `frames` one of frames, `chance` a mapping,
the others as encoded."""

LIST = "list"


def encoded(value: Value, shapes: Shapes) -> Json:
    """Return JSON data for a value: an array is a tuple, `{name: array}` a list or named tuple."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if type(value) is tuple:
        return [encoded(part, shapes) for part in value]
    if type(value) is list:
        return {LIST: [encoded(part, shapes) for part in value]}
    for name, shape in shapes.items():
        if type(value) is shape:
            return {name: [encoded(part, shapes) for part in value]}
    raise TypeError(f"a state holds {type(value).__name__}, which cannot be saved")


def decoded(data: Json, shapes: Shapes) -> Json:
    """Return the value of JSON data."""
    if isinstance(data, list):
        return tuple(decoded(part, shapes) for part in data)
    if isinstance(data, dict):
        ((name, parts),) = data.items()
        values = [decoded(part, shapes) for part in parts]
        return values if name == LIST else shapes[name](*values)
    return data


def dumped(st: State, definition_ids: tuple[str, ...], shapes: Shapes) -> dict[str, Json]:
    """Return a state as JSON data.

    Args:
        definition_ids: The ids of all definitions by number.
    """
    form = {name: _field(name, getattr(st, name), shapes) for name in COPIED}
    form["steps"] = 0  # they are counted anew from the next answer on
    form["key"] = str(st.key)
    form["definitions"] = [definition_ids[d] for d in st.entity_definitions]
    form["free"] = [[definition_ids[d], n] for d, n in st.free]
    form["has_log"] = bool(st.listening & 1)
    form["log"] = [encoded(record, shapes) for record in log_of(st)]
    form["given"] = _given(st, shapes)
    if st.facts:
        form["facts"] = encoded(st.facts, shapes)
    if st.arrived:
        form["arrived"] = encoded(st.arrived, shapes)
    if st.before_secret is not None:
        form["before_secret"] = encoded(st.before_secret, shapes)
    return form


def _given(st: State, shapes: Shapes) -> list[Json] | None:
    if st.given_values is None:
        return None
    return [
        [id_, encoded(arguments, shapes), encoded(value, shapes)]
        for (id_, arguments), value in st.given_values.items()
    ]


def _field(name: str, value: Value, shapes: Shapes) -> Json:
    if name == "chance":
        return dict(value)
    if name == "zones":
        return [list(zone) for zone in value]
    if name == "frames":
        return encoded(tuple(map(written, value)), shapes)
    return encoded(tuple(value) if name in LISTS else value, shapes)


def log_of(st: State) -> list[Json]:
    """Return the records of a state's log, the first first."""
    found = []
    entry = st.log
    while entry is not None:
        found.append(entry[0])
        entry = entry[1]
    return found[::-1]


def read_state(form: Mapping[str, Json], definition_ids: tuple[str, ...], shapes: Shapes) -> State:
    """Return the state that JSON data describes; of what listens only whether a log is kept.

    Raises:
        KeyError, TypeError, ValueError: The data describe none.
    """
    numbers = {id_: number for number, id_ in enumerate(definition_ids)}
    st = State(int(form["key"]))
    for name in COPIED:
        setattr(st, name, _read_field(name, form[name], shapes))
    st.define(tuple(numbers[id_] for id_ in form["definitions"]))
    st.free = tuple(sorted((numbers[id_], n) for id_, n in form["free"]))
    st.listening = 1 if form["has_log"] else 0
    st.facts = decoded(form.get("facts", []), shapes)
    st.arrived = decoded(form.get("arrived", []), shapes)
    st.before_secret = decoded(form.get("before_secret"), shapes)
    for record in form["log"]:
        st.log = (decoded(record, shapes), st.log)
    if form["given"] is not None:
        st.given_values = {
            (id_, decoded(given, shapes)): decoded(value, shapes)
            for id_, given, value in form["given"]
        }
    _check(st)
    return st


def _read_field(name: str, data: Json, shapes: Shapes) -> Json:
    if name == "chance":
        return dict(data)
    if name == "zones":
        return [list(zone) for zone in data]
    value = decoded(data, shapes)
    if name == "frames":
        return [read(parts) for parts in value]
    return list(value) if name in LISTS else value


def _check(st: State) -> None:
    """Raise ValueError where the parts of a state do not belong together."""
    lengths = {
        len(part)
        for part in (
            st.entity_definitions, st.entity_bases, st.entity_zones, st.entity_owners,
            st.places, st.knows,
        )
    }  # fmt: skip
    if len(lengths) != 1 or len(st.zones) != len(st.zone_families):
        raise ValueError("entities or zones are missing")
    if len(st.zones) != len(st.zone_owners):
        raise ValueError("zones are missing")
    lying = {card: zone for zone, cards in enumerate(st.zones) for card in cards}
    lying.pop(None, None)
    placed = {card: zone for card, zone in enumerate(st.places) if zone >= 0}
    if lying != placed:
        raise ValueError("cards do not lie where they should")
