"""Declare the signatures of values, events, actions and phases, before any body is read."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from dsl.check.expressions.expressions import check_expression, fit_or_report
from dsl.check.expressions.names_declared import Places, check_locals, unknown
from dsl.check.scopes.draft import Draft, EventText, PhaseText, ValueText
from dsl.check.scopes.scope import scope_at
from dsl.check.scopes.types import fits
from dsl.check.scopes.world import EventHead, ValueHead, World, check_type
from dsl.check.steps.arguments import NATIVES
from dsl.check.steps.conditions import check_variants, option_condition
from dsl.keys.course import EventKeys, PhaseKeys, ValueKeys
from dsl.keys.files import SectionKeys
from dsl.model import documents as d
from dsl.model.rules import EventSlot
from dsl.model.steps import Formula, SlotInfo
from dsl.model.types import BOOL, UNKNOWN, Maybe, Type
from dsl.syntax.parser import parse_event_signature, parse_name, parse_value_signature
from dsl.syntax.trees import EventSignature, Slot, ValueSignature


def add_natives(world: World) -> None:
    """Declare the events that the machine carries out itself."""
    world.events.update(NATIVES)


def declare_values(draft: Draft) -> None:
    """Fill `World.values`."""
    for entry in draft.package.entries(SectionKeys.values):
        signature = parse_value_signature(entry.key, draft.report)
        if signature is None:
            _lose(entry, draft)
        else:
            texts = draft.value_texts.setdefault(signature.name.text, [])
            texts.extend(_value_texts(signature, entry, draft))
    for name, texts in draft.value_texts.items():
        draft.world.values[name] = value_head(texts[0].signature, draft)
        variants = [(text.only_if, text.span) for text in texts]
        check_variants(draft, "value", name, variants)
        _check_same_slots(name, "value", texts, draft)


def _lose(entry: d.Entry, draft: Draft) -> None:
    """Remember the name of a signature that could not be read."""
    name = d.NAME.match(entry.key.text)
    if name is not None:
        draft.lost.add(name[0])


def _variants(entry: d.Entry) -> tuple[d.Node, ...]:
    """Return the entries under one signature: one, or a list under conditions."""
    items = d.items_or_one(entry.value)
    if not any(isinstance(item, d.Mapping) for item in items):
        return (entry.value,)  # a value may be a list that is written out
    return items


def _value_texts(signature: ValueSignature, entry: d.Entry, draft: Draft) -> list[ValueText]:
    """Return the values written under one signature."""
    span = signature.name.span
    return [
        ValueText(
            signature=signature,
            node=node,
            only_if=option_condition(EventKeys(node).only_if, draft),
            in_prelude=False,
            span=span,
        )
        for node in _variants(entry)
    ]


def _types_of(slots: tuple[Slot, ...], draft: Draft) -> list[Type]:
    """Return the types of slots; that of a name with two meanings is not known."""
    unclear = check_locals((slot.name for slot in slots), draft.report)
    types = [check_type(slot.type, draft.world) for slot in slots]
    return [
        UNKNOWN if slot.name.text in unclear else type_
        for slot, type_ in zip(slots, types, strict=True)
    ]


def value_head(signature: ValueSignature, draft: Draft) -> ValueHead:
    """Return what callers know of a value."""
    types = _types_of(signature.slots, draft)
    parameters = [
        SlotInfo(slot.name.text, type_) for slot, type_ in zip(signature.slots, types, strict=True)
    ]
    declared = signature.result
    result = None if declared is None else check_type(declared, draft.world)
    return ValueHead(
        id=signature.name.text,
        parameters=tuple(parameters),
        result=result,
        span=signature.name.span,
    )


def declare_events(draft: Draft) -> None:
    """Fill `World.events` with the game's own."""
    for entry in draft.package.entries(SectionKeys.events):
        signature = parse_event_signature(entry.key, draft.report)
        if signature is None:
            _lose(entry, draft)
        elif signature.name.text in NATIVES:
            span = signature.name.span
            draft.report.add("duplicate-name.event-every-game", span, signature=signature.name.text)
        else:
            texts = draft.event_texts.setdefault(signature.name.text, [])
            texts.extend(_event_texts(signature, entry, draft))
    for name, texts in draft.event_texts.items():
        draft.world.events[name] = event_head(texts[0].signature, draft)
        check_variants(draft, "event", name, [(text.only_if, text.span) for text in texts])
        _check_same_slots(name, "event", texts, draft)


def _event_texts(signature: EventSignature, entry: d.Entry, draft: Draft) -> list[EventText]:
    """Return the events written under one signature."""
    return [
        EventText(
            signature=signature,
            node=node,
            only_if=option_condition(ValueKeys(node).only_if, draft),
            in_prelude=False,
            span=signature.name.span,
            declares_result=signature.result is not None,
        )
        for node in _variants(entry)
    ]


def event_head(signature: EventSignature, draft: Draft) -> EventHead:
    """Return what callers know of an event; its defaults are filled in later."""
    types = _types_of(signature.slots, draft)
    slots = tuple(
        EventSlot(
            preposition=slot.preposition,
            name=slot.name.text,
            type=type_,
            default=None,
        )
        for slot, type_ in zip(signature.slots, types, strict=True)
    )
    result = BOOL if signature.result is None else check_type(signature.result, draft.world)
    return EventHead(
        id=signature.name.text, slots=slots, result=result, native=False, span=signature.span
    )


def _check_same_slots(
    name: str, what: str, texts: list[ValueText] | list[EventText], draft: Draft
) -> None:
    """Report variants of one id whose signatures differ."""
    first = _shape(texts[0].signature)
    for text in texts[1:]:
        if _shape(text.signature) != first:
            draft.report.add(
                "bad-signature.entries-different-signatures", text.span, what=what, name=name
            )


def _shape(signature: ValueSignature | EventSignature) -> tuple[str, ...]:
    """Return a signature as it must be in all variants."""
    slots = [
        f"{slot.preposition} {slot.type.span.text} {slot.name.text}" for slot in signature.slots
    ]
    return (*slots, "" if signature.result is None else signature.result.span.text)


def check_slot_defaults(draft: Draft) -> None:
    """Fill in what the slots of events stand for where a call leaves them out."""
    for name, texts in draft.event_texts.items():
        fill_defaults(name, texts[0].signature, draft)


def fill_defaults(name: str, signature: EventSignature, draft: Draft) -> None:
    """Fill in the defaults of one event."""
    head = draft.world.events[name]
    slots = [_with_default(slot, written, draft)
             for slot, written in zip(head.slots, signature.slots, strict=True)]  # fmt: skip
    draft.world.events[name] = replace(head, slots=tuple(slots))


def _with_default(slot: EventSlot, written: Slot, draft: Draft) -> EventSlot:
    """Return a slot with its default; it may use the caller's `me` and `self`.

    The default may be a maybe where the slot is none: a call that falls back on a none is skipped.
    """
    if written.default is None:
        return slot
    scope = scope_at(draft.world, self_kind="", has_me="needed", place="value")
    found = check_expression(written.default, scope, slot.type)
    if isinstance(found.type, Maybe) and fits(found.type, Maybe(slot.type), draft.world):
        return replace(slot, default=Formula(tuple(scope.slots.infos), 0, found))
    found = fit_or_report(found, slot.type, scope, written.default.span)
    return replace(slot, default=Formula(tuple(scope.slots.infos), 0, found))


SETUP: Final = "setup"


def declare_phases(draft: Draft) -> None:
    """Fill `Draft.phase_texts` and `World.phases`, and declare entering each as an event."""
    places = Places("phase", draft.report)
    entry = draft.package.single.get(SETUP)
    if entry is not None and d.scalar_of(entry.value) is not None:
        lone = PhaseText(id=SETUP, node=entry.value, span=entry.key.span)
        _declare(lone, places, draft)
        draft.phase_texts[SETUP] = (lone,)
    elif entry is not None:
        draft.phase_texts[SETUP] = _phases(entry.value, places, draft)
    phases = draft.package.one(SectionKeys.phases)
    if phases is None:
        draft.report.add("missing-section.game-no", draft.nowhere)
    else:
        draft.phase_texts["phases"] = _phases(phases.value, places, draft)


def _phases(node: d.Node | None, places: Places, draft: Draft) -> tuple[PhaseText, ...]:
    """Return the phases of a list, with those inside them."""
    found: list[PhaseText] = []
    for item in d.items_of(node):
        name = PhaseKeys(item).id
        if name is None or parse_name(name, draft.report) is None:
            draft.lost.update({name.text} if name is not None else ())
            continue
        inner = _phases(PhaseKeys(item).phases, places, draft)
        text = PhaseText(id=name.text, node=item, span=name.span, phases=inner)
        _declare(text, places, draft)
        found.append(text)
    return tuple(found)


def _declare(text: PhaseText, places: Places, draft: Draft) -> None:
    """Declare a phase and the event of entering it."""
    places.add(text.id, text.span)
    draft.world.phases.add(text.id)
    draft.world.declare_native(f"phase:{text.id}", text.span)


def phase_ids(node: d.Node | None, draft: Draft) -> tuple[str, ...]:
    """Return the phases that an `in:` names."""
    found: list[str] = []
    for scalar in d.scalars_of(node):
        if scalar.text in draft.world.phases:
            draft.world.used.add(("phase", scalar.text))
            found.append(scalar.text)
        else:
            phases = list(draft.world.phases)
            unknown(draft.report, "unknown-phase", scalar.text, scalar.span, phases)
    return tuple(found)
