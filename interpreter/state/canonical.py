"""Write a state in one canonical form that names definitions, not numbers; digest it.

The form leaves out what is no part of the position: the log, the open question (it follows from the
frames), step counters.
"""

from __future__ import annotations

import json

from dsl.hashes import blake2b
from interpreter.state.frames import AFTER, STEP, BatchFrame, EventFrame, Frame, written
from interpreter.state.record import State
from interpreter.state.saving import Json
from interpreter.state.values import Values

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
