"""Render rules that wait: before and after an event, instead of it, never, and as soon as."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from cardwright.apps.text import effects, lists
from cardwright.apps.text.actions import limit_sentence, lower
from cardwright.apps.text.happenings import Happening, Template, happening, template_of
from cardwright.apps.text.inflection import (
    SUBJECT,
    TOPIC,
    ends_in_predicate,
    in_row,
    led_verb,
    third,
    with_article,
)
from cardwright.apps.text.phrases import is_my_opponents
from cardwright.apps.text.scope import Bound, Scope, clause, say, things
from cardwright.apps.text.sentences import (
    Described,
    all_of,
    described,
    ended,
    joined,
    listed,
    paid_at_will,
    required_first,
    sentences,
    word,
)
from dsl.model import expressions as e
from dsl.model import rules as r
from dsl.model.steps import SlotInfo
from dsl.model.types import INT, PLAYER, BagOf, EntityType, ListOf, SetOf, TargetType, plain_type
from dsl.model.walk import read_slots, walk
from dsl.model.words import WAS

_ACTOR: Final = e.Role("actor", PLAYER)
_ME: Final = e.Role("me", PLAYER)
_OPEN: Final = "\x00"
"""Stands for a number that may be any: it is not said, and its Japanese counter neither."""
_COUNTED_OPEN: Final = re.compile(f"{_OPEN}[個枚つ人回点]?")
_LEFT_OUT: Final = re.compile(f"(?: (?:by|for|to|with|at))? ?{_OPEN}[個枚つ人回点]?")
_PARTICLES: Final = {
    "from": "から", "to": "に", "with": "で", "by": "によって", "for": "のために", "on": "の上に",
    "onto": "の上に", "into": "に", "in": "で", "at": "で",
}  # fmt: skip


def trigger(rule: r.Trigger, scope: Scope) -> str:
    """Return what a rule does before or after an event."""
    return when("at-once" if rule.at_once else rule.timing, rule, scope)


def replacement(rule: r.Replacement, scope: Scope) -> str:
    """Return what happens instead of an event."""
    event, asked, rest = _listening(rule, scope)
    if not (rule.cost or rule.optional):
        rest = word("rather", scope, rest=rest)
    return _at("instead", _behind(event, "would", scope), _where(asked, rest, scope), scope)


def forbid(rule: r.Forbid, scope: Scope) -> str:
    """Return what cannot happen."""
    known = described(rule.pattern.slots, rule.pattern.condition)
    event = _behind(_event(rule, known, scope), "cannot", scope)
    condition = all_of(known.rest)
    if condition is None:
        return _at("forbid", event, "", scope)
    asked = clause(condition, scope).plain()
    return _at("forbid-if", event, "", scope, condition=asked)


def always(rule: r.Always, scope: Scope) -> str:
    """Return the deeds as soon as a condition holds."""
    if rule.source is None:
        asked = clause(rule.condition.expression, scope).verbal() if rule.condition else ""
        rest = sentences(effects.effects(rule.body.steps, scope), scope.lang)
        return word("always", scope, condition=asked, rest=lower(rest, scope.lang))
    found = things(rule.source.expression, scope)
    if found is None:
        found = lists.named(rule.source.expression.type, say(rule.source.expression, scope), scope)
    if rule.condition is not None:
        found = lists.asked(found, 0, rule.condition.expression, scope)
    scope.locals[0] = scope.refer(found.one, found.many, is_list=False)
    rest = sentences(effects.effects(rule.body.steps, scope), scope.lang)
    return word("always-each", scope, each=found.single(), rest=lower(rest, scope.lang))


def becomes(rule: r.Becomes, scope: Scope) -> str:
    """Return the deeds when a condition becomes true."""
    each = ""
    if rule.source is not None:
        source = rule.source.expression
        found = things(source, scope) or lists.named(source.type, say(source, scope), scope)
        scope.locals[0] = scope.refer(found.one, found.many, is_list=False)
        each = found.single()
    asked = clause(rule.becomes.expression, scope).plain()
    rest = _consequence(rule, scope)
    if rule.condition is not None:
        condition = clause(rule.condition.expression, scope).plain()
        rest = word("where", scope, condition=condition, rest=rest)
    if not each:
        return word("becomes", scope, condition=asked, rest=rest)
    return word("becomes-each", scope, each=each, condition=asked, rest=rest)


def when(key: str, rule: r.Trigger, scope: Scope, **more: str) -> str:
    """Return a rule that listens with the phrase of a key around it."""
    event, asked, rest = _listening(rule, scope)
    return _at(key, _happens(event, scope), _where(asked, rest, scope), scope, **more)


def awaited(rule: r.Trigger, scope: Scope) -> tuple[str, str]:
    """Return the event of a rule as what is waited for, and what is asked besides."""
    event, asked, _ = _listening(rule, scope)
    return _happens(event, scope), asked


def _at(key: str, event: str, rest: str, scope: Scope, **more: str) -> str:
    """Return an event and what a rule makes of it; Japanese goes on from a verb by itself."""
    if scope.lang == "ja" and ends_in_predicate(event):
        key = f"{key}-verb"
    return word(key, scope, event=event, rest=rest, **more)


# --- the event --------------------------------------------------------------------------------


def _event(rule: r.Trigger | r.Replacement | r.Forbid, known: Described, scope: Scope) -> Happening:
    """Return what a rule listens to, its slots named for what follows."""
    pattern = rule.pattern
    template = template_of(pattern.event, scope.names)
    equal = {**known.equals, **dict(pattern.equals)}

    actor = _actor(rule, template, known, scope)

    def slot(wanted: str) -> str:
        if wanted not in template.slots:
            # who acts, for within an event's text; the second time by what they are called then
            me = scope.words("me")
            if template.says_who() or actor in ("", me):
                return actor or me
            return scope.words("actor")
        number = template.slots.index(wanted)
        if number in equal:
            return say(equal[number], scope)
        return _open_slot(number, pattern, known, scope)

    found = happening(template, scope.names, slot, actor=actor)
    found = replace(
        found,
        subject=_COUNTED_OPEN.sub(scope.words("any-number"), found.subject),
        rest=_LEFT_OUT.sub("", found.rest),
    )
    for number, name in enumerate(template.slots[: len(pattern.slots)]):
        is_asked = number in equal or number in known.asked
        if is_asked and f"{{{name}}}" not in template.text:
            found = _with_slot(found, number, slot(name), pattern, scope)
    name_slots(pattern.slots, known, scope)
    return found


def _actor(
    rule: r.Trigger | r.Replacement | r.Forbid, template: Template, known: Described, scope: Scope
) -> str:
    """Return who does what a rule listens to; "" for anybody of whom nothing more is said."""
    if rule.pattern.actor is not None:
        return say(rule.pattern.actor, scope)
    found = _opponent(known, scope)
    is_named = template.says_who() or template.says_who_again() or _ACTOR in walk(rule)
    if found or not is_named:
        return found
    noun = scope.words("player")
    return with_article(noun) if scope.lang == "en" else noun


def _opponent(known: Described, scope: Scope) -> str:
    """Return that an opponent or anybody else does it, where a condition asks just that, and take
    that away."""
    for part in known.rest:
        is_asked = isinstance(part, e.Contains) and not part.negated and part.item == _ACTOR
        if isinstance(part, e.Contains) and is_asked and is_my_opponents(part.collection):
            known.rest.remove(part)
            noun = scope.words("opponent")
            return with_article(noun) if scope.lang == "en" else noun
        if (
            isinstance(part, e.Compare)
            and part.operator == "!="
            and (part.left, part.right) in ((_ACTOR, _ME), (_ME, _ACTOR))
        ):
            known.rest.remove(part)
            return word("another-player", scope)
    return ""


def _with_slot(
    found: Happening, number: int, words: str, pattern: r.Pattern, scope: Scope
) -> Happening:
    """Return an event with a slot behind its preposition: `lose life from a dragon`."""
    events = scope.game.events.get(pattern.event, ())
    preposition = (events[0].slots[number].preposition if events else "") or ""
    if scope.lang == "en":
        return replace(found, rest=" ".join(filter(None, (found.rest, preposition, words))))
    particle = _PARTICLES.get(preposition, "を")
    head = found.rest[:1] if found.subject and found.rest[:1] in TOPIC + SUBJECT else ""
    return replace(found, rest=f"{head}{words}{particle}{found.rest[len(head) :]}")


def _open_slot(number: int, pattern: r.Pattern, known: Described, scope: Scope) -> str:
    """Return the words for a slot that can be anything, or what is asked of it."""
    if number >= len(pattern.slots):
        return scope.words("thing")
    type_ = pattern.slots[number].type
    if type_ == INT and number not in known.asked:
        return _OPEN
    if members := listed(known, number, scope):
        return members
    found = known.found(number, type_, scope)
    if isinstance(type_, ListOf | BagOf):
        return found.numberless()
    if isinstance(type_, EntityType | TargetType) or type_ == PLAYER:
        return found.single() if scope.lang == "en" else found.numberless()
    return scope.words("any", noun=found.one)


def name_slots(slots: Sequence[SlotInfo], known: Described, scope: Scope) -> None:
    """Bind the event's slots to their nouns."""
    for number, slot in enumerate(slots):
        if number in known.equals:
            scope.locals.setdefault(number, Bound(known.equals[number], scope))
            continue
        things = EntityType | TargetType | ListOf
        is_listed = not isinstance(slot.type, things) and slot.type != PLAYER
        kept = Described() if is_listed else known
        found = kept.found(number, slot.type, scope)
        is_list = isinstance(plain_type(slot.type), ListOf | SetOf | BagOf)
        scope.locals.setdefault(number, scope.refer(found.one, found.many, is_list=is_list))


def _happens(found: Happening, scope: Scope) -> str:
    """Return an event as what a rule waits for."""
    if scope.lang == "ja":
        return _subordinate(found)
    if found.subject:
        return found.text()
    before, verb, more = led_verb(found.rest)
    return in_row(scope.words("any-player"), before, third(verb), more)


def _behind(found: Happening, key: str, scope: Scope) -> str:
    """Return an event behind `would` or `cannot`."""
    if scope.lang == "ja":
        return _subordinate(found)
    what = found.plain().removeprefix(found.subject).strip()
    anybody = word("players", scope) if key == "cannot" else scope.words("any-player")
    return word(key, scope, who=found.subject or anybody, what=what)


def _subordinate(found: Happening) -> str:
    """Return a Japanese event inside a sentence: its subject is marked otherwise."""
    is_topic = bool(found.subject) and found.rest.startswith(TOPIC)
    return found.subject + (SUBJECT + found.rest[1:] if is_topic else found.rest)


# --- what is done -----------------------------------------------------------------------------


def _listening(rule: r.Trigger | r.Replacement, scope: Scope) -> tuple[Happening, str, str]:
    """Return the event of a rule, what is asked besides, and what it does once that happens."""
    of_event = rule.pattern.slots[: rule.lets[0][0]] if rule.lets else rule.pattern.slots
    known = described(of_event, rule.pattern.condition)
    event = _event(rule, known, scope)
    given = (rule.cost or rule.body).given  # what the cost chooses is named where it is chosen
    name_slots(rule.body.slots[:given], known, scope)
    asked_before = read_slots(rule.pattern.condition)
    for slot, value in rule.lets:
        is_said = slot in asked_before or not rule.body.slots[slot].name
        was = e.Primitive(WAS, (value,), value.type)
        scope.locals[slot] = Bound(was if is_said else value, scope)
    condition = all_of(known.rest)
    asked = "" if condition is None else clause(condition, scope).plain()
    return event, asked, _consequence(rule, scope)


def _where(asked: str, rest: str, scope: Scope) -> str:
    """Return the deeds where a condition holds, "" for always."""
    return word("where", scope, condition=asked, rest=rest) if asked else rest


def _consequence(rule: r.Trigger | r.Replacement | r.Becomes, scope: Scope) -> str:
    """Return what a rule does, whether it must be paid for or may be left."""
    required, steps = required_first(rule.cost.steps if rule.cost else ())
    asked = "" if required is None else clause(required, scope).plain()
    cost = effects.effects(steps, scope)
    done = effects.effects(rule.body.steps, scope)
    if cost:
        text = _paid_for(rule, cost, done, scope)
    elif rule.optional or rule.cost:
        what = joined(done, scope.lang)
        text = word("you-may", scope, what=what) if what else word("may-ignore", scope)
        text = ended(text, scope.lang)
    else:
        text = sentences(done, scope.lang) or word("nothing", scope)
    if rule.limit is not None:
        text += (" " if scope.lang == "en" else "") + limit_sentence(rule.limit, scope)
    return _where(asked, lower(text, scope.lang), scope)


def _paid_for(
    rule: r.Trigger | r.Replacement | r.Becomes,
    cost: list[Happening],
    done: list[Happening],
    scope: Scope,
) -> str:
    """Return what may be paid, and what that brings."""
    shown = paid_at_will(cost, scope.lang)
    rest = lower(sentences(done, scope.lang), scope.lang)
    if not isinstance(rule, r.Replacement):
        return word("pay-to", scope, cost=shown, rest=rest)
    key = "pay-for" if done else "pay-away"
    if rule.by is None:
        return word(key, scope, cost=shown, rest=rest)
    return word(f"{key}-by", scope, who=say(rule.by, scope), cost=shown, rest=rest)
