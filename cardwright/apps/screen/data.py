"""Write a view as plain data and read it back; compare two views."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import convert
from msgspec.structs import replace

from cardwright.apps.screen import model
from cardwright.apps.screen.model import Area, Card, Changes, LogEntry, View
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
    found: dict[str, Json] = {}
    for each in records:
        known = get_type_hints(each, vars(model))
        found[each.__name__] = {
            "type": "object",
            "description": " ".join((each.__doc__ or "").split("\n\n")[0].split()),
            "properties": {name: _of(type_) for name, type_ in known.items()},
            "required": [*known],
            "additionalProperties": False,
        }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What one seat sees of a match",
        "$ref": "#/$defs/View",
        "$defs": found,
    }


def _is_record(thing: object) -> bool:
    return isinstance(thing, type) and issubclass(thing, Record)


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


def changes(before: View | None, now: View) -> Changes:
    """Return what is new in a view; everything in the first one.

    A card that only lies elsewhere in the same area, for another has gone, is not new.
    """
    if before is None:
        return Changes()
    old = {player.key: replace(player, options=()) for player in before.players}
    players = [p.key for p in now.players if old.get(p.key) != replace(p, options=())]
    areas = _changed_areas(before.areas, now.areas)
    keys = dict.fromkeys((*players, *areas, *_changed_cards(before.things, now.things)))
    return Changes(keys=tuple(keys), log=told_before(before.log, now.log))


def told_before(before: Sequence[LogEntry], now: Sequence[LogEntry]) -> int:
    """Return how many entries at the beginning of a log were there before as they are now; those
    that neither tells any more count as they were."""
    if not before or not now:
        return 0
    first = max(before[0].number, now[0].number)
    old, new = (log[first - log[0].number :] for log in (before, now))
    same = takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False))
    return min(first - 1 + len([*same]), now[-1].number)


def _changed_areas(before: tuple[Area, ...], now: tuple[Area, ...]) -> Iterator[str]:
    old = {area.key: area for area in before}
    for area in now:
        other = old.get(area.key)
        if other is None or _looks(area) != _looks(other):
            yield area.key
            yield from _changed_cards(() if other is None else other.cards, area.cards)


def _changed_cards(before: tuple[Card, ...], now: tuple[Card, ...]) -> Iterator[str]:
    old = Counter(map(_bare, before))
    by_key = {card.key: card for card in before}
    for card in now:
        looks = _bare(card)
        if old[looks]:
            old[looks] -= 1
            continue
        if not card.is_vacant:
            yield card.key
        other = by_key.get(card.key)
        yield from _changed_areas(() if other is None else other.areas, card.areas)


def _looks(area: Area) -> object:
    """Return all that is seen of an area, but for keys and options."""
    return (area.count, area.hidden, area.contents, area.shown, tuple(map(_bare, area.cards)))


def _bare(card: Card) -> object:
    """Return all that is seen of a card, but for keys and options."""
    return (card.id, card.is_vacant, card.shown, card.owner, tuple(map(_looks, card.areas)))
