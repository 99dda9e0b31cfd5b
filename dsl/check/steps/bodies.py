"""Check whole texts: formulas, conditions, bodies, patterns, and a cost with the steps behind it.

This is the entry point to the typing of expressions and steps: it imports the rules of all trees.
Event bodies also tell which events need an actor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from dsl.check.expressions import amounts, functions, operators
from dsl.check.expressions.expressions import (
    check_condition,
    check_expression,
    fit_or_report,
    quote,
    unknown,
)
from dsl.check.expressions.functions import BASE
from dsl.check.scopes.draft import Draft, EffectText, EventText
from dsl.check.scopes.scope import Scope, Slots, scope_at
from dsl.check.scopes.types import as_zone, comparable, fit, read_zone
from dsl.check.scopes.world import EventHead
from dsl.check.steps import changes, choices, events, lasting, special_steps, waiting
from dsl.check.steps.arguments import distribute, event_of_pattern
from dsl.check.steps.events import report_event
from dsl.check.steps.steps import check_block, exits
from dsl.check.texts.package import expression_of
from dsl.check.texts.texts import check_placeholders, text_of
from dsl.diagnostics.wording import Said
from dsl.keys.course import EventKeys
from dsl.languages import Phrase
from dsl.model import steps as model
from dsl.model import types as t
from dsl.model.documents import Node, scalar_of
from dsl.model.expressions import Expression
from dsl.model.rules import Effect, Event, Pattern
from dsl.model.steps import Body, DoEvent, Formula, SlotInfo
from dsl.model.walk import rewritten, walk
from dsl.syntax import statements, trees
from dsl.syntax.parser import parse_steps
from dsl.syntax.statements import Branch, If, Step
from dsl.syntax.trees import Name
from dsl.words.vocabulary import NATIVES

RULE_MODULES = (
    changes, choices, special_steps, events, waiting, lasting, functions, operators, amounts,
)  # fmt: skip


def check_formula(tree: trees.Expression, scope: Scope, expected: t.Type | None) -> Formula:
    """Return a checked expression with its locals; those there already are given from outside."""
    given = len(scope.slots.infos)
    found = check_expression(tree, scope, expected)
    if expected is not None:
        found = fit_or_report(found, expected, scope, tree.span)
    return Formula(tuple(scope.slots.infos), given, found)


def check_condition_formula(tree: trees.Expression, scope: Scope) -> Formula:
    """Return a checked condition with its locals: a bool, or a maybe bool, whose none is false."""
    given = len(scope.slots.infos)
    found = check_condition(tree, scope)
    return Formula(tuple(scope.slots.infos), given, found)


def check_steps(tree: tuple[statements.Step, ...], scope: Scope) -> tuple[model.Step, ...]:
    """Return checked steps; their locals are added to the scope's."""
    return check_block(tree, scope)[0]


def check_body(tree: tuple[statements.Step, ...], scope: Scope, given: int | None = None) -> Body:
    """Return checked steps with their locals.

    `given` is how many locals come from outside; left out, those that are there before. Where the
    scope asks for a result, every way through the steps must return one or stop.
    """
    outside = len(scope.slots.infos) if given is None else given
    found = check_steps(tree, scope)
    if scope.result is not None and tree and not exits(tree):
        last = tree[-1]
        scope.world.report.add("result-missing.after-no-result", last.span, words=quote(last.span))
    return Body(tuple(scope.slots.infos), outside, found)


Named: TypeAlias = Callable[[EventHead, Scope], Scope]


def check_pattern(tree: trees.Pattern, scope: Scope, named: Named | None = None) -> Pattern | None:
    """Return what a rule listens to; None after a diagnostic about the event's name.

    The pattern has locals of its own: the event's slots first. What stands in a slot is outside of
    them; only `where` sees them.

    Args:
        named: Gives the scope of `where` what a rule names besides.
    """
    head = event_of_pattern(tree.event, scope)
    if head is None:
        report_event(tree.event, scope, is_pattern=True)
        return None
    sort, _, name = head.id.rpartition(":")
    scope.world.used.add(({"act": "action", "phase": "phase"}.get(sort, "event"), name))
    outside = replace(scope, slots=Slots(), visible={}, fixed=frozenset(), has_actor=True)
    inside = bind_event(head, outside)
    inside = inside if named is None else named(head, inside)
    given = distribute(head, tree.argument, tree.prepositions, scope)
    equals = tuple(
        (i, _equal(part, slot.name, slot.type, outside))
        for i, (slot, part) in enumerate(zip(head.slots, given.slots, strict=True))
        if part is not None
    )
    actor = None if given.by is None else _equal(given.by, "actor", t.PLAYER, outside)
    condition = None if tree.condition is None else check_condition(tree.condition, inside)
    return Pattern(
        event=head.id, equals=equals, actor=actor, condition=condition,
        slots=tuple(outside.slots.infos),
    )  # fmt: skip


def bind_event(head: EventHead, scope: Scope) -> Scope:
    """Return the scope in which an event's slots are the first locals, and its actor is known."""
    for slot in head.slots:
        _, scope = scope.bind(slot.name, slot.type, fixed=True)
    return replace(scope, has_actor=True)


def _equal(tree: trees.Expression, slot: str, expected: t.Type, scope: Scope) -> Expression:
    """Return what a slot of the event must equal."""
    found = check_expression(tree, scope, expected)
    found = as_zone(found) if isinstance(expected, t.ZoneType) else read_zone(found, scope)
    found = fit(found, t.Maybe(expected), scope) or found
    if found.type == t.UNKNOWN or comparable(found.type, expected, scope.world):
        return found
    many = isinstance(found.type, t.ListOf | t.SetOf) and comparable(
        found.type.of, expected, scope.world
    )
    zones: list[str] = []
    if isinstance(expected, t.ZoneType):  # of the card or player that stands there
        plain, world = t.plain_type(found.type), scope.world
        kind = plain.kind if isinstance(plain, t.EntityType) else None
        owner = "player" if plain == t.PLAYER else kind
        owners = () if owner is None else (owner, *world.lineage(owner))
        zones = [key.name for key in world.zones if key.owner in owners]
    help_ = Said("help.say-more-stands-slot")
    if many:
        help_ = Said("help.any-of-several", slot=slot, list=tree.span.text)
    elif zones:
        help_ = Said("help.name-zone", zones=[f"{tree.span.text}.{each}" for each in zones])
    scope.world.report.add(
        "not-comparable.slot",
        tree.span,
        help_,
        words=quote(tree.span),
        type=found.type,
        expected=expected,
    )
    return unknown()


def effect_of(node: Node | None, draft: Draft) -> tuple[Step, ...]:
    """Return the steps of an effect; none where there is no text."""
    scalar = scalar_of(node)
    steps = None if scalar is None else parse_steps(scalar, draft.report)
    if not steps or scalar is None or scalar.span not in draft.base_texts:
        return steps or ()
    base = effect_of(draft.base_texts[scalar.span], draft)
    return tuple(with_base(step, base) for step in steps)


def with_base(node: Any, base: tuple[Step, ...]) -> Any:
    """Return a tree in which the step `base` is the steps that an override replaces.

    They stand in a block of their own, so that their locals stay their own.
    """

    def replaced(node: Any) -> Any | None:
        if not isinstance(node, trees.Phrase) or node.name.text != BASE:
            return None
        if node.argument is not None:
            return None
        condition = Name("true", node.span)
        return If((Branch(condition, base, node.span),), (), node.span) if base else node

    return rewritten(node, replaced)


def check_cost_and_body(
    cost: tuple[Step, ...], effect: tuple[Step, ...], scope: Scope
) -> tuple[Body | None, Body]:
    """Return the cost, or None where there is none, and the steps.

    The locals of the scope are given to both; those of the cost are given to the steps as well.
    """
    if not cost:
        return None, check_body(effect, scope, len(scope.slots.infos))
    given = len(scope.slots.infos)
    steps, after = check_block(cost, replace(scope, place="cost"))
    paid = Body(tuple(scope.slots.infos), given, steps)
    behind = replace(after, place="effect", slots=Slots(list(paid.slots)))
    return paid, check_body(effect, behind, len(paid.slots))


def check_effects(draft: Draft) -> None:
    """Fill `Draft.effects` with what cards say under attributes that hold effects and costs."""
    for text in draft.effect_texts:
        draft.effects.append(check_effect(text, draft.world.definitions[text.card], draft))


def check_effect(text: EffectText, self_kind: str, draft: Draft) -> Effect:
    """Check the steps of one card's attribute, as a card of a kind does them; `me` is whoever
    lets it."""
    attribute = text.attribute
    is_cost = t.plain_type(attribute.type) == t.COST
    scope = scope_at(
        draft.world,
        given=attribute.slots,
        self_kind=self_kind,
        has_me="yes",
        place="cost" if is_cost else "effect",
        owner=text.id,
    )
    body = check_body(effect_of(text.node, draft), scope, len(attribute.slots))
    return Effect(
        id=text.id,
        card=text.card,
        attribute=(text.kind, attribute.name),
        is_cost=is_cost,
        body=body,
        span=body.steps[0].span if body.steps else text.node.span,
    )


NATIVE_WITH_ACTOR: Final = frozenset(row.name for row in NATIVES.values() if row.has_actor)


def check_events(draft: Draft) -> None:
    """Fill `Draft.events` with the game's own."""
    for name in sorted(draft.event_texts):
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
    """Return whether an event, or one it does as the same actor, needs an actor; note what was
    found, or which events that are not checked yet will tell."""
    needs, seen, unknown, waiting = draft.event_needs, set[str](), set[str](), [name]
    while waiting:
        current = waiting.pop()
        if current in seen:
            continue
        seen.add(current)
        direct, done = needs.get(current, (current in NATIVE_WITH_ACTOR, ()))
        if direct:
            needs[name] = (True, frozenset())
            return True
        waiting.extend(done)
        if current not in needs:
            unknown.add(current)
    if name in needs:
        needs[name] = (False, frozenset(unknown))
    return False


def _scope(text: EventText, facts: set[str], draft: Draft, result: t.Type | None = None) -> Scope:
    """Return the scope of an event's texts."""
    scope = scope_at(
        draft.world,
        given=slot_infos(text.signature.name.text, draft),
        has_me="needed",
        result=result,
        in_prelude=text.in_prelude,
        owner=text.signature.name.text,
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
    names = [slot.name for slot in head.slots]
    has_result = text.declares_result and Phrase.RESULT not in names
    known = [*names, Phrase.RESULT] if has_result else names
    keys = EventKeys(text.node)
    check_placeholders(keys.text, known, draft.report)
    told = text_of(keys.text, draft.language)
    words = {tag: Phrase(w).before_result() for tag, w in told.items()} if has_result else told
    when = expression_of(keys.when, draft.report)
    scope = replace(_scope(text, facts, draft), place="value")
    can_happen = None if when is None else check_condition_formula(when, scope)
    body = _body(text, facts, draft)
    affects = expression_of(keys.affects, draft.report)
    scope = replace(_scope(text, facts, draft), place="value")
    return Event(
        id=name,
        slots=head.slots,
        native=False,
        result=head.result,
        declares_result=text.declares_result,
        when=can_happen,
        body=body,
        uses_me=False,
        text=words,
        only_if=text.only_if,
        span=text.span,
        affects=None if affects is None else check_formula(affects, scope, t.Maybe(t.PLAYER)),
        told={} if told == words else told,
    )


def _body(text: EventText, facts: set[str], draft: Draft) -> Body:
    """Return the steps of an event."""
    slots = slot_infos(text.signature.name.text, draft)
    scalar = EventKeys(text.node).do
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
