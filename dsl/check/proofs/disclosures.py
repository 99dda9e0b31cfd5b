"""Refuse offers, shown values and deciders that tell players more than they may see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from dsl.check.expressions.expressions import check_as
from dsl.check.expressions.names_declared import zone_key
from dsl.check.proofs.leaks import Known, Reader
from dsl.check.proofs.sight import ANYONE, ME, OPEN, Cards, Sight, joined, sight_of_zone
from dsl.check.scopes.draft import ActionText, Draft, ValueText
from dsl.check.scopes.scope import element_scope
from dsl.check.texts.package import expression_of
from dsl.keys.course import ValueKeys
from dsl.keys.files import SectionKeys
from dsl.keys.nouns import PlayersKeys
from dsl.keys.rules import ActionKeys
from dsl.model.documents import is_false, scalar_of, scalars_of
from dsl.model.expressions import Local, ValueCall, ZoneKey
from dsl.model.rules import Action, Show, Value
from dsl.model.steps import Formula
from dsl.model.types import PLAYER, UNKNOWN, EntityType, Maybe, Type, ZoneType, plain_type
from dsl.records import Span


def check_offers(draft: Draft) -> None:
    """Report each part of an action that reads what its player may not see."""
    for text, action in zip(draft.action_texts, draft.actions, strict=True):
        _check(text, action, draft)


def _check(text: ActionText, action: Action, draft: Draft) -> None:
    """Read the parameters of an action, its condition and its cost as its player would."""
    reader = Reader(draft, best=action.only_if is not None)
    known: Known = {}
    for slot, parameter in enumerate(action.parameters):
        source = reader.read(parameter.source, known)
        for part in (parameter.when, parameter.number):
            reader.read(part, known)
        known = {**known, slot: source.element}
        for part in (parameter.condition, parameter.so_far):
            reader.read(part, known)
        _report(reader, text, parameter.span, draft)
    reader.read(action.when, dict(known))
    own = ActionKeys(text.node).when
    _report(reader, text, (text.span if own is None or "\n" in own.span.text else own.span), draft)
    if action.cost is not None:
        for step in action.cost.steps:
            reader.steps((step,), known)
            _report(reader, text, step.span, draft)


def _report(reader: Reader, text: ActionText, span: Span, draft: Draft) -> None:
    """Report the first thing told since the last report."""
    if reader.leaks:
        told = reader.leaks[0]
        draft.report.add("leaking-option.whether-offered-tells", span, name=text.id, told=told)
        reader.leaks.clear()


EVERYWHERE: Final = "true"


def check_shown(draft: Draft) -> None:
    """Fill in where values are shown, and report those that cannot be."""
    for name, texts in draft.value_texts.items():
        values = draft.values.get(name, ())
        is_said = [ValueKeys(text.node).show is not None for text in texts]
        if any(is_said) and len(values) == len(texts):
            draft.world.used.add(("value", name))
            pairs = zip(texts, values, strict=True)
            draft.values[name] = tuple(_with_show(text, value, draft) for text, value in pairs)


def hide_positions(draft: Draft) -> None:
    """Let nobody see what a fact of a position was that not everybody sees now."""
    for key, field in draft.limits.items():
        if not field.looks_at:
            continue
        reader = Reader(draft, best=False)
        sight = reader.read(ValueCall(field.looks_at, (), field.type), {})
        if reader.leaks or sight.cards != Cards.SEEN:
            draft.limits[key] = replace(field, seen_by="nobody")


def _with_show(text: ValueText, value: Value, draft: Draft) -> Value:
    """Return a value with where it is shown."""
    keys = ValueKeys(text.node)
    node = keys.show
    scalars = scalars_of(node)
    if not scalars or is_false(node):
        return value
    span = scalars[0].span
    zones: tuple[ZoneKey, ...] = ()
    if scalar := scalar_of(keys.show):
        scalars = () if scalar.is_plain and scalar.text == EVERYWHERE else scalars
    zones = tuple(key for each in scalars if (key := zone_key(each, draft)) is not None)
    wrong, slots = _wrong(value, zones)
    if wrong is not None:
        draft.report.add(wrong, span, labels=(), value=value.id, **slots)
        return value
    is_open = _is_open(value, span, draft)
    return value if is_open is None else replace(value, show=Show(zones, is_open))


def _wrong(value: Value, zones: tuple[ZoneKey, ...]) -> tuple[str | None, dict[str, object]]:
    """Return the key of why a value cannot be shown, if it cannot, and its slots."""
    if not value.text:
        return "bad-show.no-text", {}
    if len(value.parameters) > 1:
        return "bad-show.several", {}
    about = plain_type(value.parameters[0].type) if value.parameters else None
    if about not in (None, PLAYER, UNKNOWN) and not isinstance(about, EntityType | ZoneType):
        return "bad-show.on-no-table", {"type": about}
    if value.uses_me or value.uses_self:
        return "bad-show.needs-me", {}
    if zones and not isinstance(about, EntityType):
        return "bad-show.no-card", {}
    return None, {}


def _is_open(value: Value, span: Span, draft: Draft) -> bool | None:
    """Return whether everybody may see a value, None after a diagnostic where nobody may."""
    told: str = ""
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
    draft.report.add("leaking-value.shown-value-tells", span, value=value.id, told=told)
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


def check_decider(draft: Draft) -> None:
    """Fill in who answers in place of a player, which everybody sees who is asked."""
    entry = draft.package.one(SectionKeys.players)
    tree = None if entry is None else expression_of(PlayersKeys(entry.value).decider, draft.report)
    if tree is None:
        return
    scope = element_scope(draft.world, PLAYER)
    found = check_as(tree, scope, Maybe(PLAYER))
    decider = Formula(tuple(scope.slots.infos), 1, found)
    draft.players = replace(draft.players, decider=decider)
    reader = Reader(draft, best=False)
    reader.read(found, {0: Sight(who=ANYONE)})
    if reader.leaks:
        draft.report.add("leaking-value.tells-all-see", tree.span, leaks=reader.leaks[0])
