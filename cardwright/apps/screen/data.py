"""Write a view as plain data and read it back; what the records say is the whole format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from cardwright.apps.screen import model

Json = Any
"""Numbers, truths, texts, None, lists and mappings by text."""


def to_json(view: model.View) -> dict[str, Json]:
    """Return a view as data that `json.dumps` takes."""
    found: dict[str, Json] = _plain(view)
    return found


def _plain(value: Any) -> Json:
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    return value


def from_json(data: Mapping[str, Json]) -> model.View:
    """Return the view that `to_json` made data of."""
    found: model.View = _read(data, model.View)
    return found


@cache
def types_of(record: type) -> dict[str, Any]:
    """Return the types of a record's fields."""
    return get_type_hints(record, vars(model))


def _read(data: Json, type_: Any) -> Any:
    if is_dataclass(type_):
        known = types_of(type_)  # type: ignore[arg-type]
        return type_(**{name: _read(data[name], each) for name, each in known.items()})  # type: ignore[operator]
    origin, inner = get_origin(type_), get_args(type_)
    if origin is tuple:
        return tuple(_read(part, inner[0]) for part in data)
    if origin is UnionType:
        whole = next((each for each in inner if get_origin(each) or is_dataclass(each)), None)
        return data if data is None or whole is None else _read(data, whole)
    if isinstance(data, dict):
        return {key: _read(part, inner[1]) for key, part in data.items()}
    return data


# --- the schema -----------------------------------------------------------------------------------

_PLAIN = {int: "integer", bool: "boolean", str: "string", NoneType: "null"}


def schema() -> dict[str, Json]:
    """Return the JSON Schema of a view, as the records say."""
    records = [each for each in vars(model).values() if is_dataclass(each)]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What one seat sees of a match",
        "$ref": "#/$defs/View",
        "$defs": {each.__name__: _object(each) for each in records},  # type: ignore[union-attr]
    }


def _object(record: Any) -> dict[str, Json]:
    known = types_of(record)
    return {
        "type": "object",
        "description": " ".join((record.__doc__ or "").split("\n\n")[0].split()),
        "properties": {name: _of(type_) for name, type_ in known.items()},
        "required": [*known],
        "additionalProperties": False,
    }


def _of(type_: Any) -> dict[str, Json]:
    if is_dataclass(type_):
        return {"$ref": f"#/$defs/{type_.__name__}"}  # type: ignore[union-attr]
    origin, inner = get_origin(type_), get_args(type_)
    if origin is tuple:
        return {"type": "array", "items": _of(inner[0])}
    if origin is UnionType:
        plain = [_PLAIN.get(each) for each in inner]
        return {"type": plain} if all(plain) else {"anyOf": [_of(each) for each in inner]}
    if type_ in _PLAIN:
        return {"type": _PLAIN[type_]}
    return {"type": "object", "additionalProperties": _of(inner[1])}
