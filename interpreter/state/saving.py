"""Write a state as plain data in two forms, and put plain data into checked bytes.

The canonical form names definitions, not numbers, and is digested. It leaves out the log, the open
question (it follows from the frames) and the step counters. The saved form can be read back. It
leaves out the open decision and the listening rules: the reader lets the machine compute them.

The bytes are one line `MAGIC VERSION LENGTH CHECKSUM` and one JSON document of LENGTH bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, TypeAlias

from dsl.files import blake2b
from interpreter.state.record import State
from interpreter.state.values import (
    AFTER,
    STEP,
    BatchFrame,
    EventFrame,
    Frame,
    Value,
    Values,
    read,
    written,
)

MAGIC = "cardwright-data"
FORMAT_VERSION = 4
SIZE_LIMIT = 16 * 1024 * 1024
CHECKSUM_BYTES = 16
HEADER_LIMIT = 100
HEADER = re.compile(rb"([a-z-]+) ([1-9][0-9]{0,8}) ([1-9][0-9]{0,8}) ([0-9a-f]{32})")

Json: TypeAlias = Any
"""Plain data as JSON has it; what of it stands where is looked at where it is read."""


class SaveError(ValueError):
    """Saved data that cannot be used, with the reason in plain words."""


class SaveDamaged(SaveError):
    """Saved data that has been changed, cut off or was never any."""


def to_bytes(payload: dict[str, Json]) -> bytes:
    """Return the bytes of a JSON object.

    Raises:
        SaveError: There would be too many.
    """
    body = json.dumps(payload, separators=(",", ":"), sort_keys=True, allow_nan=False).encode()
    header = f"{MAGIC} {FORMAT_VERSION} {len(body)} {_checksum(body)}\n".encode()
    if len(header) + len(body) > SIZE_LIMIT:
        raise SaveError(f"this would be {len(body)} bytes; the most is {SIZE_LIMIT}")
    return header + body


def _checksum(body: bytes) -> str:
    return blake2b(body, digest_size=CHECKSUM_BYTES).hexdigest()


def from_bytes(data: bytes) -> dict[str, Json]:
    """Return the JSON object in some bytes.

    Raises:
        SaveDamaged: They are not as they were written.
    """
    if len(data) > SIZE_LIMIT:
        raise SaveDamaged(f"it has {len(data)} bytes; the most is {SIZE_LIMIT}")
    header, line_end, body = data[: HEADER_LIMIT + 1].partition(b"\n")
    found = HEADER.fullmatch(header)
    if not line_end or found is None or found[1] != MAGIC.encode():
        raise SaveDamaged("it does not begin like something that was saved here")
    if int(found[2]) != FORMAT_VERSION:
        raise SaveDamaged(f"its format is {int(found[2])}; this program reads {FORMAT_VERSION}")
    body = data[len(header) + 1 :]
    if len(body) != int(found[3]):
        raise SaveDamaged(f"it has {len(body)} bytes where {int(found[3])} were written")
    if _checksum(body).encode() != found[4]:
        raise SaveDamaged("its content was changed: the checksum does not fit")
    try:
        payload = json.loads(body, parse_float=_refuse, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise SaveDamaged("its content is no data of ours") from None
    if not isinstance(payload, dict):
        raise SaveDamaged("its content is no data of ours")
    return payload


def _refuse(text: str) -> Json:
    raise ValueError(text)


FIELDS = (
    "values", "zones", "places", "knows", "pending", "queue", "chance",
    "entity_bases", "entity_zones", "entity_owners", "zone_families", "zone_owners", "free", "key",
    "result", "payer", "is_secret", "actions", "learned", "outcome",
)  # fmt: skip
"""What counts for the digest, beside the definitions: values, of which JSON makes lists of tuples,
and one mapping from texts."""
_ENCODER = json.JSONEncoder(separators=(",", ":"), sort_keys=True, check_circular=False)


def canonical(state: State, definition_ids: tuple[str, ...]) -> dict[str, Json]:
    """Return the canonical form of a state.

    Args:
        definition_ids: The ids of all definitions by number.
    """
    form: dict[str, Json] = {name: getattr(state, name) for name in FIELDS}
    form["frames"] = [_without_ids(frame) for frame in state.frames]
    if state.facts:
        form["facts"] = state.facts
    if state.arrived:
        form["arrived"] = state.arrived
    if state.before_secret is not None:
        form["before_secret"] = state.before_secret
    form["definitions"] = [definition_ids[d] for d in state.entity_definitions]
    return form


def _without_ids(frame: Frame) -> Values:
    """Return what a frame is saved as without the ids of events, which depend on whether a log is
    kept."""
    if not isinstance(frame, EventFrame | BatchFrame):
        return written(frame)
    if isinstance(frame, BatchFrame):
        members = (
            tuple(map(_without_id, frame.members))
            if frame.stage in (STEP, AFTER)
            else frame.members
        )
        within = () if frame.within is None else (tuple(map(_without_id, frame.within)),)
        return frame.kind, frame.stage, members, frame.place, *within
    ids = ("own_id", "cause")
    return tuple(getattr(frame, name) for name in frame._fields if name not in ids)


def _without_id(member: Values) -> Values:
    """Return a member of a batch as it is where no log is kept."""
    id_, me, arguments, _, witnesses = member
    return id_, me, arguments, 0, witnesses


def digest(state: State, definition_ids: tuple[str, ...]) -> str:
    """Return a short hash of the canonical form."""
    text = _ENCODER.encode(canonical(state, definition_ids))
    return blake2b(text.encode(), digest_size=16).hexdigest()


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
    form["log"] = [encoded(record, shapes) for record in st.records()]
    form["given"] = None if st.given_values is None else [
        [id_, encoded(arguments, shapes), encoded(value, shapes)]
        for (id_, arguments), value in st.given_values.items()
    ]  # fmt: skip
    if st.facts:
        form["facts"] = encoded(st.facts, shapes)
    if st.arrived:
        form["arrived"] = encoded(st.arrived, shapes)
    if st.before_secret is not None:
        form["before_secret"] = encoded(st.before_secret, shapes)
    return form


def _field(name: str, value: Value, shapes: Shapes) -> Json:
    if name == "chance":
        return dict(value)
    if name == "zones":
        return [list(zone) for zone in value]
    if name == "frames":
        return encoded(tuple(map(written, value)), shapes)
    return encoded(tuple(value) if name in LISTS else value, shapes)


def read_state(form: Mapping[str, Json], definition_ids: tuple[str, ...], shapes: Shapes) -> State:
    """Return the state that JSON data describes; of what listens only whether a log is kept.

    Raises:
        KeyError, TypeError, ValueError: The data describe none.
    """
    numbers = {id_: number for number, id_ in enumerate(definition_ids)}
    st = State(int(form["key"]))
    for name in COPIED:
        setattr(st, name, _read_field(name, form[name], shapes))
    st.entity_definitions = tuple(numbers[id_] for id_ in form["definitions"])
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
