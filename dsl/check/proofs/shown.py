"""Check the values that people are shown: where they stand, and that they tell nobody too much."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from dsl.check.expressions.zone_keys import zone_key
from dsl.check.proofs.leaks import Reader
from dsl.check.proofs.sight import ANYONE, ME, OPEN, Sight, joined, sight_of_zone
from dsl.check.scopes.draft import Draft, ValueText
from dsl.check.texts.shapes import child, is_false, scalar_at, scalars_of
from dsl.model.expressions import Local, ValueCall, ZoneKey
from dsl.model.rules import Show, Value
from dsl.model.types import PLAYER, UNKNOWN, EntityType, Type, ZoneType, plain_type
from dsl.source import Span

NAME: Final = "bad-show"
EVERYWHERE: Final = "true"
HELP: Final = "show what they see, or leave `show` out"


def check_shown(draft: Draft) -> None:
    """Fill in where values are shown, and report those that cannot be."""
    for name, texts in draft.value_texts.items():
        values = draft.values.get(name, ())
        is_said = [child(text.node, "show") is not None for text in texts]
        if any(is_said) and len(values) == len(texts):
            draft.world.used.add(("value", name))
            pairs = zip(texts, values, strict=True)
            draft.values[name] = tuple(_with_show(text, value, draft) for text, value in pairs)


def _with_show(text: ValueText, value: Value, draft: Draft) -> Value:
    """Return a value with where it is shown."""
    node = child(text.node, "show")
    scalars = scalars_of(node)
    if not scalars or is_false(node):
        return value
    span = scalars[0].span
    zones: tuple[ZoneKey, ...] = ()
    if scalar := scalar_at(text.node, "show"):
        scalars = () if scalar.is_plain and scalar.text == EVERYWHERE else scalars
    zones = tuple(key for each in scalars if (key := zone_key(each, draft)) is not None)
    wrong = _wrong(value, zones)
    if wrong is not None:
        draft.report.add(NAME, f"`{value.id}` {wrong[0]}", span, wrong[1])
        return value
    is_open = _is_open(value, span, draft)
    return value if is_open is None else replace(value, show=Show(zones, is_open))


def _wrong(value: Value, zones: tuple[ZoneKey, ...]) -> tuple[str, str] | None:
    """Return why a value cannot be shown, and what to do."""
    if not value.text:
        return "is shown and has no text", "say under `text` what people call it"
    if len(value.parameters) > 1:
        return "is about several things", "make a value of one slot, and show that"
    about = plain_type(value.parameters[0].type) if value.parameters else None
    if about not in (None, PLAYER, UNKNOWN) and not isinstance(about, EntityType | ZoneType):
        return f"is about {about}, which lies on no table", "make its slot a player or a card"
    if value.uses_me or value.uses_self:
        return "needs `me` or `self`", "give it what it is about in a slot"
    if zones and not isinstance(about, EntityType):
        return "is about no card, and cards alone lie in zones", "write `show: true`"
    return None


def _is_open(value: Value, span: Span, draft: Draft) -> bool | None:
    """Return whether everybody may see a value, None after a diagnostic where nobody may."""
    told = ""
    for who in (ANYONE, ME):
        reader = Reader(draft, best=value.only_if is not None)
        for sight in _sights(value, who, draft):
            known, types = ({}, ()) if sight is None else ({0: sight}, value.parameters[:1])
            arguments = tuple(Local(0, slot.name, slot.type) for slot in types)
            reader.read(ValueCall(value.id, arguments, value.result), known)
        if not reader.leaks:
            return who == ANYONE
        told = told or reader.leaks[0]
        if not value.parameters or value.parameters[0].type != PLAYER:
            break
    message = f"the shown value `{value.id}` tells {told}, which not all who see it may see"
    draft.report.add("leaking-value", message, span, HELP)
    return None


def _sights(value: Value, who: str, draft: Draft) -> Iterator[Sight | None]:
    """Yield what is known of what a value is about."""
    if not value.parameters:
        yield None
        return
    about: Type = plain_type(value.parameters[0].type)
    if isinstance(about, ZoneType):
        zones = (zone for zone in draft.world.zones.values() if zone.of == about.kind)
        yield joined(sight_of_zone(zone, who, best=False) for zone in zones)
    else:
        yield Sight(who=who) if about == PLAYER else OPEN
