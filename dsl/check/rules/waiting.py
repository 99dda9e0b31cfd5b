"""Check what effects that wait do, and make the cards that they are.

An effect that waits is a card of the kind of its zone. Its steps stand under the attribute that the
kind names, those of a delayed effect in a rule that listens. Both begin with the values that the
card remembers, under the names that the text around them gives these. Whoever said it controls it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from dsl.check.nouns.definitions import definition_of
from dsl.check.nouns.keywords import in_title
from dsl.check.rules.lasting import body_ending, is_over, known_as_there, retiring, rule_ending
from dsl.check.rules.rule_parts import Standing
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.scope import Scope, scope_at
from dsl.check.scopes.world import EventHead, WaitText, World
from dsl.check.steps.bodies import check_body, check_pattern, check_steps
from dsl.check.steps.waiting import own_name
from dsl.check.texts.package import CardText, digest_of_texts, written
from dsl.model import expressions as e
from dsl.model import steps as s
from dsl.model.nouns import Text
from dsl.model.rules import Always, Delay, Effect, Event, Pattern, Trigger
from dsl.model.steps import Body, Formula, SlotInfo
from dsl.model.traits import KEPT, KEPT_ME, WAITS_UNTIL, StateKey
from dsl.model.types import BOOL, EFFECT, PLAYER, EntityType, ListOf, Maybe
from dsl.model.walk import rewritten
from dsl.records import Record


def check_waiting(draft: Draft) -> None:
    """Fill in the cards of effects that wait, what they do, and who controls them."""
    world, done = draft.world, 0
    while done < len(world.waiting):  # the steps of one may have others wait
        text = [*world.waiting.values()][done]
        done += 1
        if text.lasts or text.listens is not None:
            _add_rule(text, draft)
        else:
            _add_effect(text, draft)
    for name in [name for name in world.events if name.startswith(KEPT)]:
        draft.events[name] = (_copying(world.events[name], draft),)
    if not done:
        return
    for key in [key for key in world.state if key.name.startswith(KEPT)]:
        called = _called(key, draft)
        world.state[key] = replace(world.state[key], text=called)
    for kind in {text.kind for text in world.waiting.values()}:
        for name in world.kinds:
            if kind in world.lineage(name):
                _give_control(name, kind, draft)
    _complete_effects(draft)


def check_apart(text: WaitText, world: World) -> None:
    """Check what one does, for those who ask about the text in which it stands alone."""
    check_steps(text.body, _places(text, world).inside)


def _scope(text: WaitText, world: World) -> Scope:
    """Return the scope of what one does, without what it remembers."""
    names = {each.name for each in text.kept}
    return scope_at(world, has_me="yes" if "me" in names else "no", owner=text.id)


def _itself(text: WaitText) -> e.Role:
    return e.Role("self", EntityType(text.kind))


def _remembering(text: WaitText, scope: Scope) -> tuple[tuple[s.Let, ...], Scope]:
    """Return the steps that give names what is remembered, and the scope behind them."""
    lets = []
    for each in text.kept:
        if each.name in scope.visible or each.name == "me":
            continue
        slot, scope = scope.bind(each.name, each.type, fixed=True)
        if each.is_known:
            lets.append(s.Let(slot, e.StateRead(each.state, _itself(text), each.type), text.span))
    called = own_name(text) if text.lasts else text.waiting
    if called is not None:
        slot, scope = scope.bind(called.text, EntityType(text.kind), fixed=True)
        lets.append(s.Let(slot, _itself(text), text.span))
    return (*lets,), scope


class _Places(Record):
    """The places in one, and what it listens to.

    Attributes:
        given: The slots of its event.
        lets: What gives names to what it remembers.
        outside: What it listens to, and how long it lasts.
        inside: What it does.
    """

    pattern: Pattern | None
    given: tuple[SlotInfo, ...]
    lets: tuple[s.Let, ...]
    outside: Scope
    inside: Scope


def _places(text: WaitText, world: World) -> _Places:
    """Return the places in one."""
    remembered: dict[str, e.Expression] = {
        each.name: e.StateRead(each.state, _itself(text), each.type)
        for each in text.kept if each.name != "me" and each.is_known
    }  # fmt: skip
    inside = replace(_scope(text, world), has_actor=bool(text.lasts) or text.listens is not None)
    outside = replace(_scope(text, world), stands_for=remembered, has_actor=inside.has_actor)
    pattern = None if text.listens is None else check_pattern(text.listens, outside)
    slots = () if pattern is None else world.events[pattern.event].slots
    given = (*(SlotInfo(slot.name, slot.type) for slot in slots),)
    for info in given:
        _, inside = inside.bind(info.name, info.type, fixed=True)
    lets, inside = _remembering(text, inside)
    return _Places(pattern, given, lets, outside, inside)


def _add_effect(text: WaitText, draft: Draft) -> None:
    """Add one that the game carries out when its time has come."""
    name = draft.world.kinds[text.kind].waits
    found = draft.world.attribute(text.kind, name)
    assert found is not None
    lets, scope = _remembering(text, _scope(text, draft.world))
    body = check_body(text.body, scope, 0)
    effect = Effect(
        id=f"{text.id}.{name}",
        card=text.id,
        attribute=(found[0], name),
        is_cost=False,
        body=replace(body, steps=(*lets, *body.steps)),
        span=text.span,
    )
    draft.effects.append(effect)
    draft.world.effects.setdefault((found[0], name), []).append(effect.id)
    _add_card(text, {name: e.Constant(effect.id, Maybe(EFFECT))}, draft)


def _add_rule(text: WaitText, draft: Draft) -> None:
    """Add one that happens by itself: after an event, once or each time until it is over; or as
    soon as what it lasts for is over."""
    world, itself = draft.world, _itself(text)
    zone = next(each for each in world.zones.values() if each.is_later)
    places = _places(text, world)
    pattern, given, lets, inside = places.pattern, places.given, places.lets, places.inside
    here = e.ZoneCards(zone.key, None, ListOf(EntityType(zone.of), zone.order == "stack"))
    is_there = e.Contains(itself, here, False, BOOL)
    own = Standing(
        id=f"{text.id}:trigger.1", card=text.id, kind=None, active_in=(zone.key,), text={},
        only_if=None, span=text.span, keyword=None,
    )  # fmt: skip
    if text.lasts:
        body = body_ending(text, inside, is_there, len(given))
        body = replace(body, steps=(*lets, *body.steps))
        there = known_as_there(text, places.outside.stands_for)
        known = replace(places.outside, stands_for=there)
        over = None if text.lasts == "event" else is_over(text, known, is_there)
        rule = rule_ending(text, own, body, pattern, over)
        if isinstance(rule, Trigger):
            draft.triggers.append(rule)
        elif rule is not None:
            draft.always.append(rule)
    else:
        body = check_body(text.body, inside, len(given))
        later: tuple[s.Step, ...] = body.steps
        if text.is_once:
            later = (s.If(((is_there, (retiring(text), *later)),), (), text.span),)
        body = replace(body, steps=(*lets, *later))
        over = None if text.until is None else is_over(text, inside, is_there)
        _add_trigger(text, own, pattern, body, over, draft)
    _add_card(text, {}, draft)


def _add_trigger(
    text: WaitText,
    own: Standing,
    pattern: Pattern | None,
    body: Body,
    over: Formula | None,
    draft: Draft,
) -> None:
    """Add a delayed effect, and what ends it where its time is over."""
    until = None if text.until is None else text.until.name.removeprefix(WAITS_UNTIL)
    waits = None if text.until is None else e.StateRead(text.until, _itself(text), BOOL)
    if pattern is not None:
        draft.triggers.append(
            Trigger(
                **own, timing="after", pattern=replace(pattern, works=waits), lets=(),
                optional=False, limit=None, cost=None, body=body,
                delay=Delay(text.is_once, until),
            )
        )  # fmt: skip
    if over is not None:
        own["id"] = f"{text.id}:always.1"
        gone = Body((), 0, (retiring(text),))
        draft.always.append(Always(**own, source=None, condition=over, body=gone))


def _add_card(text: WaitText, said: dict[str, e.Expression], draft: Draft) -> None:
    """Add the card that one is, called like the card whose text has it wait, or like the
    attribute."""
    card = CardText(
        id=written(text.id, text.span), kind=written(text.kind, text.span), keys={}, span=text.span
    )
    found = definition_of(card, draft)
    saying = text.of.partition(":")[0]
    saying = saying if saying in draft.world.definitions else saying.partition(".")[0]
    called = next((each.name for each in draft.definitions if each.id == saying), None)
    attribute = draft.world.attribute(text.kind, draft.world.kinds[text.kind].waits)
    assert attribute is not None
    itself = (SlotInfo("self", EntityType(text.kind)),)
    formulas = {name: Formula(itself, 1, value) for name, value in said.items()}
    draft.definitions.append(
        replace(
            found,
            name=called or attribute[1].text,
            waits=True,
            attributes={**found.attributes, **formulas},
            copies=1,
            is_unlimited=True,
            start=None,
            digest=digest_of_texts((text.id, " ".join(text.span.text.split()))),
        )
    )


def _called(key: StateKey, draft: Draft) -> Text:
    """Return what people call something remembered: as its author does."""
    name = key.name.removeprefix(KEPT).partition(":")[0]
    if name in ("me", "self", "actor"):
        return in_title(f"kept-{name}", draft)
    languages = in_title("kept-me", draft)
    return {tag: name.replace("-", " ") for tag in languages}


def _copying(head: EventHead, draft: Draft) -> Event:
    """Return the event that makes one effect that waits like another: of all state of the kind."""
    kind = head.id.removeprefix(KEPT)
    of = draft.world.lineage(kind)
    fields = (
        each for key, each in draft.world.state.items()
        if key.owner in of and not key.is_definition and (not key.is_made or KEPT in key.name)
    )  # fmt: skip
    new, other = (e.Local(n, slot.name, slot.type) for n, slot in enumerate(head.slots))
    assert head.span is not None
    steps = tuple(
        s.Change("set", each.key, new, e.StateRead(each.key, other, each.type), head.span)
        for each in fields if each.key.name != KEPT_ME
    )  # fmt: skip
    return Event(
        id=head.id, slots=head.slots, native=False, result=BOOL, declares_result=False, when=None,
        body=Body(tuple(SlotInfo(slot.name, slot.type) for slot in head.slots), 2, steps),
        uses_me=False, text=in_title("kept-copy", draft), only_if=None, span=head.span,
    )  # fmt: skip


def _give_control(name: str, kind: str, draft: Draft) -> None:
    """Let whoever said an effect control its card; all other cards stay as they are."""
    found = draft.world.kinds[name]
    itself, nobody = e.Local(0, "self", EntityType(name)), Maybe(PLAYER)
    said = e.StateRead(StateKey(kind, KEPT_ME), itself, nobody)
    slots: tuple[SlotInfo, ...] = (SlotInfo("self", EntityType(name)),)
    if found.controller is None:
        holder, owner = (e.Property(each, itself, "", nobody) for each in ("holder", "owner"))
        other: e.Expression = e.Primitive("default", (holder, owner), nobody)
    else:
        other, slots = found.controller.expression, found.controller.slots
    expression = e.Primitive("default", (said, other), nobody)
    draft.world.kinds[name] = replace(found, controller=Formula(slots, 1, expression))


def _complete_effects(draft: Draft) -> None:
    """Count what waits among what cards say, in all steps that let them do it."""
    effects = draft.world.effects

    def known(node: object) -> s.DoEffect | None:
        if not isinstance(node, s.DoEffect):
            return None
        every = (*effects.get(node.attribute, ()),)
        return node if node.effects == every else replace(node, effects=every)

    completed = partial(rewritten, change=known)

    for name, events in draft.events.items():
        draft.events[name] = completed(events)
    lists: tuple[list[Any], ...] = (
        draft.effects, draft.actions, draft.triggers, draft.replacements, draft.always,
        draft.becomes,
    )  # fmt: skip
    for entries in lists:
        entries[:] = [completed(each) for each in entries]
    draft.setup, draft.phases = completed(draft.setup), completed(draft.phases)
