"""Write a view as plain data and read it back; what the records say is the whole format."""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import convert

from cardwright.apps.screen import model
from dsl import Record

Json = Any
"""Numbers, truths, texts, None, lists and mappings by text."""


def to_json(view: model.View) -> dict[str, Json]:
    """Return a view as data that `json.dumps` takes."""
    found: dict[str, Json] = _plain(view)
    return found


def _plain(value: Any) -> Json:
    if isinstance(value, Record):
        return {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    return value


def from_json(data: Mapping[str, Json]) -> model.View:
    """Return the view that `to_json` made data of.

    Raises:
        msgspec.ValidationError: The data is no view.
    """
    return convert(data, model.View)


# --- the schema -----------------------------------------------------------------------------------

_PLAIN = {int: "integer", bool: "boolean", str: "string", NoneType: "null"}


def schema() -> dict[str, Json]:
    """Return the JSON Schema of a view, as the records say."""
    records = [each for each in vars(model).values() if _is_record(each) and each is not Record]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What one seat sees of a match",
        "$ref": "#/$defs/View",
        "$defs": {each.__name__: _object(each) for each in records},
    }


def _is_record(thing: object) -> bool:
    return isinstance(thing, type) and issubclass(thing, Record)


def _object(record: Any) -> dict[str, Json]:
    known = get_type_hints(record, vars(model))
    return {
        "type": "object",
        "description": " ".join((record.__doc__ or "").split("\n\n")[0].split()),
        "properties": {name: _of(type_) for name, type_ in known.items()},
        "required": [*known],
        "additionalProperties": False,
    }


def _of(type_: Any) -> dict[str, Json]:
    if _is_record(type_):
        return {"$ref": f"#/$defs/{type_.__name__}"}
    origin, inner = get_origin(type_), get_args(type_)
    if origin is tuple:
        return {"type": "array", "items": _of(inner[0])}
    if origin is UnionType:
        plain = [_PLAIN.get(each) for each in inner]
        return {"type": plain} if all(plain) else {"anyOf": [_of(each) for each in inner]}
    if type_ in _PLAIN:
        return {"type": _PLAIN[type_]}
    return {"type": "object", "additionalProperties": _of(inner[1])}
