"""Check the bodies of events and find out which of them need an actor."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from dsl import languages
from dsl.check.scopes.draft import Draft, EventText
from dsl.check.scopes.places import scope_at
from dsl.check.scopes.scope import Scope
from dsl.check.steps.bodies import check_body, check_condition_formula, check_formula
from dsl.check.texts.shapes import child, scalar_at
from dsl.check.texts.texts import check_placeholders, text_at
from dsl.check.texts.trees_of import expression_at
from dsl.model.nouns import Text
from dsl.model.rules import Event
from dsl.model.steps import Body, DoEvent, Formula, SlotInfo
from dsl.model.types import PLAYER, Maybe, Type
from dsl.model.walk import walk
from dsl.syntax.parser import parse_steps
from dsl.words.vocabulary import NATIVES

NATIVE_WITH_ACTOR: Final = frozenset(row.name for row in NATIVES.values() if row.has_actor)


def check_events(draft: Draft) -> None:
    """Fill `Draft.events` with the game's own."""
    for name in list(draft.event_texts):
        if name not in draft.events:
            draft.events[name] = check_event(name, draft)


def check_event(name: str, draft: Draft) -> tuple[Event, ...]:
    """Check all variants of an event and remember what they need of their actor."""
    facts: set[str] = set()
    events = [_event(text, facts, draft) for text in draft.event_texts[name]]
    done = same_actor_events(event.body for event in events)
    draft.event_needs[name] = ("me" in facts, done)
    return tuple(events)


def same_actor_events(bodies: Iterable[Body]) -> frozenset[str]:
    """Return the events that bodies do without naming another actor."""
    return frozenset(node.event for body in bodies for node in walk(body.steps)
                     if isinstance(node, DoEvent) and node.by is None)  # fmt: skip


def uses_me(name: str, draft: Draft) -> bool:
    """Return whether an event, or one it does as the same actor, needs an actor."""
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        current = waiting.pop()
        if current in seen:
            continue
        seen.add(current)
        direct, done = draft.event_needs.get(current, (current in NATIVE_WITH_ACTOR, ()))
        if direct:
            return True
        waiting.extend(done)
    return False


def _scope(text: EventText, facts: set[str], draft: Draft, result: Type | None = None) -> Scope:
    """Return the scope of an event's texts."""
    scope = scope_at(
        draft.world,
        given=slot_infos(text.signature.name.text, draft),
        has_me="needed",
        result=result,
        in_prelude=text.in_prelude,
    )
    base = draft.bases.get(("events", text.signature.name.text)) or None
    return replace(scope, facts=facts, base=base)


def slot_infos(name: str, draft: Draft) -> tuple[SlotInfo, ...]:
    """Return the slots of an event as locals."""
    return tuple(SlotInfo(slot.name, slot.type) for slot in draft.world.events[name].slots)


def _event(text: EventText, facts: set[str], draft: Draft) -> Event:
    """Check one event."""
    name = text.signature.name.text
    head = draft.world.events[name]
    words, told = _words(text, [slot.name for slot in head.slots], draft)
    return Event(
        id=name,
        slots=head.slots,
        native=False,
        result=head.result,
        declares_result=text.declares_result,
        when=_when(text, facts, draft),
        body=_body(text, facts, draft),
        uses_me=False,
        text=words,
        only_if=text.only_if,
        span=text.span,
        affects=_affects(text, facts, draft),
        told=told,
    )


def _words(text: EventText, slots: list[str], draft: Draft) -> tuple[Text, Text]:
    """Return what people read of an event, and of one that names its result once it is there."""
    node = child(text.node, "text")
    has_result = text.declares_result and languages.RESULT not in slots
    check_placeholders(node, [*slots, *([languages.RESULT] if has_result else [])], draft.report)
    words = text_at(text.node, "text", draft.language)
    if not has_result:
        return words, {}
    before = {tag: languages.before_result(each) for tag, each in words.items()}
    return before, {} if before == words else words


def _affects(text: EventText, facts: set[str], draft: Draft) -> Formula | None:
    """Return whom an event concerns, where it says so."""
    tree = expression_at(text.node, "affects", draft.report)
    if tree is None:
        return None
    scope = replace(_scope(text, facts, draft), place="value")
    return check_formula(tree, scope, Maybe(PLAYER))


def _when(text: EventText, facts: set[str], draft: Draft) -> Formula | None:
    """Return whether an event can happen."""
    tree = expression_at(text.node, "when", draft.report)
    if tree is None:
        return None
    scope = replace(_scope(text, facts, draft), place="value")
    return check_condition_formula(tree, scope)


def _body(text: EventText, facts: set[str], draft: Draft) -> Body:
    """Return the steps of an event."""
    slots = slot_infos(text.signature.name.text, draft)
    scalar = scalar_at(text.node, "do")
    steps = None if scalar is None else parse_steps(scalar, draft.report)
    if steps is None:
        return Body(slots, len(slots), ())
    result = None
    if text.declares_result:
        result = draft.world.events[text.signature.name.text].result
    return check_body(steps, _scope(text, facts, draft, result), len(slots))


def settle_actors(draft: Draft) -> None:
    """Write into every event whether it needs an actor."""
    for name, named in draft.events.items():
        needs = uses_me(name, draft)
        draft.events[name] = tuple(replace(event, uses_me=needs) for event in named)
