"""Render the steps that hold others: branches and loops, effects that wait or last, and ends.

One function a step; any other step has the sentence of its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, get_args

from msgspec.structs import replace

from cardwright.apps.text import listening
from cardwright.apps.text.actions import lower
from cardwright.apps.text.choices import STEPS, names_local, own_name, with_name
from cardwright.apps.text.effects import block, effects
from cardwright.apps.text.happenings import Happening, phase_name
from cardwright.apps.text.lists import named
from cardwright.apps.text.literals import so_many, static_value
from cardwright.apps.text.scope import Bound, Scope, clause, say, things
from cardwright.apps.text.sentences import ended, full_stop, joined, step_words, then_words, word
from dsl.model import expressions as e
from dsl.model import rules as r
from dsl.model import steps as s
from dsl.model import types as t
from dsl.model.expressions import StateKey
from dsl.model.nouns import lineage
from dsl.model.traits import KEPT

# --- what an effect remembers -----------------------------------------------------------------


_THINGS = (t.EntityType, t.TargetType, t.DefinitionType, t.ListOf, t.SetOf)


def is_kept(node: e.Expression) -> bool:
    """Return whether a value is something remembered."""
    return isinstance(node, e.StateRead) and node.state.name.startswith(KEPT)


def kept_words(node: e.StateRead, scope: Scope) -> str:
    """Return the words for something remembered."""
    if node.state not in scope.kept:
        plain = t.plain_type(node.type)
        noun, name = scope.names.noun(plain), node.state.name.split(":")[1]
        if isinstance(plain, _THINGS) or plain == t.PLAYER:
            is_list = isinstance(plain, t.ListOf | t.SetOf)
            said = scope.refer(noun, scope.names.many(noun), is_list=is_list, name=name)
        else:
            said = scope.own_name(noun, name)
        scope.kept[node.state] = said
    return scope.kept[node.state]


def kept_in(steps: Iterable[s.Step], scope: Scope) -> dict[StateKey, str]:
    """Return the words for what steps have a card remember."""
    changes = [step for step in steps if isinstance(step, s.Change)]
    return {each.state: say(each.value, scope) for each in changes}


def remembering(body: s.Body, scope: Scope) -> tuple[s.Step, ...]:
    """Return what an effect does once its names stand for what it remembers; the steps of any other
    effect as they are."""
    steps = [*body.steps]
    while (
        steps
        and isinstance(step := steps[0], s.Let)
        and (is_kept(step.value) or isinstance(step.value, e.Role))
    ):
        scope.locals[step.slot] = (
            kept_words(step.value, scope)
            if isinstance(step.value, e.StateRead)
            else scope.words("self")
        )
        del steps[0]
    only = steps[0] if len(steps) == 1 else None
    inner = only.branches[0][1] if isinstance(only, s.If) else ()
    gone = next((n for n, each in enumerate(inner) if _is_retired(each)), None)
    return (*steps,) if gone is None else inner[gone + 1 :]


def _is_retired(step: s.Step) -> bool:
    is_itself = isinstance(step, s.DoEvent) and isinstance(step.arguments[0], e.Role)
    return isinstance(step, s.DoEvent) and step.event == "retire" and is_itself


def stretch(name: str, scope: Scope) -> str:
    """Return the words for a stretch of time."""
    known = name in ("turn", "round", "game", "action")
    return word(name, scope) if known else phase_name(name, scope.names)


# --- effects that last ------------------------------------------------------------------------


@STEPS.add(s.Lasts)
def _lasts(step: s.Lasts, scope: Scope) -> Happening:
    """Return what an effect does at once, how long it lasts, and what comes then."""
    game, (done, made) = scope.game, step.halves
    rules: tuple[r.Trigger | r.Always, ...] = (*game.triggers, *game.always)
    rule = next(each for each in rules if each.card == step.card)
    own: list[s.Step] = []
    for each in done:
        if isinstance(each, s.Let) and each.slot in step.hidden:
            scope.locals[each.slot] = Bound(each.value, scope)
        else:
            own.append(each)
    what = block(own, scope)
    called = made[1]
    assert isinstance(called, s.Let)
    kind = next(each.kind for each in game.definitions if each.id == step.card)
    inner = Scope(scope.names, self_kind=kind, kept=kept_in(made[2:], scope))
    said = step_words("lasts", scope, until=_until(rule, inner), what=what).text()
    return Happening(scope.lang, "", _with_then(said, rule, inner), is_open=True)


def _how_long(rule: r.Trigger | r.Always, scope: Scope) -> str:
    """Return how long an effect that has begun lasts, and what comes then."""
    found = _with_then(word("lasts", scope, until=_until(rule, scope)), rule, scope)
    return ended(found, scope.lang)


def _with_then(said: str, rule: r.Trigger | r.Always, scope: Scope) -> str:
    """Return what is said of an effect with what comes when it is over."""
    then = block(remembering(rule.body, scope), scope)
    return then_words("when-over", scope, first=said, rest=then) if then else said


def _until(rule: r.Trigger | r.Always, scope: Scope) -> str:
    """Return how long an effect lasts."""
    assert rule.delay is not None
    if isinstance(rule, r.Trigger):
        event, asked = listening.awaited(rule, scope)
        if not asked:
            return word("lasts-event", scope, event=event)
        return word("lasts-event-where", scope, event=event, condition=asked)
    if rule.delay.until is not None:
        return word("lasts-stretch", scope, until=stretch(rule.delay.until, scope))
    holds = _holding(rule)
    if rule.delay.lasts == "while":
        return word("lasts-while", scope, condition=clause(holds, scope).verbal())
    assert isinstance(holds, e.Contains) and isinstance(holds.collection, e.StateRead)
    card, kinds = holds.collection.of, scope.game.kinds
    assert card is not None
    keys = dict.fromkeys(
        key for name, kind in kinds.items() if holds.collection.state.owner in lineage(kinds, name)
        for key in kind.active_in
    )  # fmt: skip
    zones = scope.names.row(scope.names.zone(key) for key in keys)
    return word("lasts-left", scope, who=say(card, scope), zones=zones)


def _holding(rule: r.Always) -> e.Expression:
    """Return what an effect lasts as long as; that the cards it names are there goes without
    saying."""
    assert rule.condition is not None
    over = rule.condition.expression
    assert isinstance(over, e.Logic) and isinstance(over.right, e.Logic)
    holds = over.right.left
    while isinstance(holds, e.Logic) and isinstance(holds.left, e.IsNone) and holds.right:
        holds = holds.right
    return holds


# --- effects that wait ------------------------------------------------------------------------


_QUOTES = str.maketrans("“”「」", "‘’『』")


@STEPS.add(s.Wait)
def _wait(step: s.Wait, scope: Scope) -> Happening:
    if not step.card:
        return _copy(step, scope)
    make, called, *told = step.body
    assert isinstance(make, s.DoEvent) and isinstance(called, s.Let)
    game, zone = scope.game, make.arguments[1]
    kind = next(each.kind for each in game.definitions if each.id == step.card)
    inner = Scope(scope.names, self_kind=kind, kept=kept_in(told, scope))
    noun = scope.names.noun(called.value.type)
    scope.locals[called.slot] = scope.refer(noun, scope.names.many(noun), is_list=False)
    rule = next((each for each in game.triggers if each.card == step.card), None)
    if rule is not None:
        said = lower(trigger(rule, inner), scope.lang).removesuffix(full_stop(scope.lang))
        return Happening(scope.lang, "", said, is_open=True)
    effect = next(each for each in game.effects if each.card == step.card)
    what = joined(effects(remembering(effect.body, inner), inner), scope.lang)
    return step_words("wait", scope, what=what.translate(_QUOTES), zone=say(zone, scope))


def _copy(step: s.Wait, scope: Scope) -> Happening:
    _, make, called, told, *_ = step.body
    assert isinstance(make, s.DoEvent) and isinstance(called, s.Let) and isinstance(told, s.DoEvent)
    what, zone = say(told.arguments[1], scope), say(make.arguments[1], scope)
    noun = scope.names.noun(called.value.type)
    scope.locals[called.slot] = scope.refer(noun, scope.names.many(noun), is_list=False)
    return step_words("wait-as", scope, what=what, zone=zone)


def trigger(rule: r.Trigger, scope: Scope) -> str:
    """Return what a rule does before or after an event, or a delayed effect."""
    if rule.delay is None:
        return listening.trigger(rule, scope)
    if rule.delay.lasts:
        return _how_long(rule, scope)
    pattern = replace(rule.pattern, works=None)
    steps = remembering(rule.body, scope)
    key, more = "next" if rule.delay.is_once else "each", dict[str, str]()
    if rule.delay.until is not None:
        key = f"{key}-until"
        more = {"until": stretch(rule.delay.until, scope)}
    body = replace(rule.body, steps=steps)
    return listening.when(key, replace(rule, pattern=pattern, body=body), scope, **more)


def always(rule: r.Always, scope: Scope) -> str:
    """Return what a check that always holds does, or how long an effect lasts."""
    return listening.always(rule, scope) if rule.delay is None else _how_long(rule, scope)


# --- branches and loops -----------------------------------------------------------------------


@STEPS.add(s.If)
def _if(step: s.If, scope: Scope) -> Happening:
    words = ""
    # a setting of the game alone decides: that is an aside
    is_one = len(step.branches) == 1 and not step.otherwise
    if is_one and isinstance(step.branches[0][0], e.OptionValue):
        condition, body = step.branches[0]
        asked = clause(condition, scope).plain()
        return step_words("if-set", scope, condition=asked, what=block(body, scope))
    if static_value(step.branches[0][0]) is True:
        return Happening(scope.lang, "", block(step.branches[0][1], scope))
    for number, (condition, body) in enumerate(step.branches, start=1):
        asked = clause(condition, scope).plain()
        goes_on = number < len(step.branches) or bool(step.otherwise)
        done = block(body, scope, goes_on=goes_on)
        key = "else-if" if words else "if"
        words += then_words(key, scope, condition=asked, what=done)
    if step.otherwise:
        words += then_words("else", scope, what=block(step.otherwise, scope))
    return Happening(scope.lang, "", words, is_open=True)


@STEPS.add(s.ForEach)
def _for_each(step: s.ForEach, scope: Scope) -> Happening:
    found = things(step.source, scope) or named(step.source.type, say(step.source, scope), scope)
    only = step.body[0] if len(step.body) == 1 else None
    if (
        isinstance(only, s.DoEvent)
        and isinstance(only.by, e.Local)
        and only.by.slot == step.slot
        and not names_local(only.arguments, step.slot)
    ):
        around = dict(scope.locals)
        scope.locals[step.slot] = found.every()
        said = STEPS.of(only)(only, scope)
        scope.locals = around
        return said
    around = dict(scope.locals)
    name = own_name(step.slot, step.body)
    called = scope.refer(found.one, found.many, is_list=False, again="", name=name)
    each, scope.locals[step.slot] = found.every(), called
    what = block(step.body, scope)
    said = step_words("for-each", scope, each=with_name(each, step.slot, scope), what=what)
    scope.locals = around  # names of a loop are gone behind it
    return said


@STEPS.add(s.Repeat)
def _repeat(step: s.Repeat, scope: Scope) -> Happening:
    times = say(step.times, scope)
    times = so_many(times, scope.names) or times
    return step_words("repeat", scope, times=times, what=block(step.body, scope))


@STEPS.add(s.While)
def _while(step: s.While, scope: Scope) -> Happening:
    if static_value(step.condition) is True:
        return step_words("while-open", scope, what=block(step.body, scope))
    condition = clause(step.condition, scope).verbal()
    return step_words("while", scope, condition=condition, what=block(step.body, scope))


@STEPS.add(s.AtOnce)
def _at_once(step: s.AtOnce, scope: Scope) -> Happening:
    found = things(step.source, scope) or named(step.source.type, say(step.source, scope), scope)
    each, name = found.every(), own_name(step.slot, (*step.body, *step.then))
    called = scope.refer(found.one, found.many, is_list=False, again="", name=name)
    scope.locals[step.slot] = called
    each = with_name(each, step.slot, scope)
    around, scope.behind = scope.behind, step.then
    body, scope.behind = block(step.body, scope), around
    then = block(step.then, scope)
    return step_words("secretly", scope, each=each, what=body, then=then)


# --- ends -------------------------------------------------------------------------------------


@STEPS.add(s.Require)
def _require(step: s.Require, scope: Scope) -> Happening:
    condition = clause(step.condition, scope).verbal()
    said = step_words("require", scope, condition=condition)
    return replace(said, condition=condition)


@STEPS.add(s.Return)
def _return(step: s.Return, scope: Scope) -> Happening:
    if isinstance(step.value, e.Local) and step.value.slot == scope.answer:
        return step_words("stop", scope)
    if step.value.type == t.BOOL and not isinstance(step.value, e.Constant):
        return step_words("so-if", scope, condition=clause(step.value, scope).verbal())
    return step_words("return", scope, value=say(step.value, scope))


@STEPS.add(s.Leave)
def _leave(step: s.Leave, scope: Scope) -> Happening:
    return step_words("leave", scope, phase=phase_name(step.phase, scope.names))


# --- all others -------------------------------------------------------------------------------


def _by_its_parts(step: Any, scope: Scope) -> Happening:
    """Return a step by the sentence of its name, with a slot for each part."""
    slots: dict[str, str] = {}
    for name in step.__struct_fields__:
        part = getattr(step, name)
        if isinstance(part, tuple):
            slots[name] = block(part, scope)
        elif hasattr(part, "type"):
            is_truth = part.type == t.BOOL
            slots[name] = clause(part, scope).verbal() if is_truth else say(part, scope)
    name = re.sub("(?<=[a-z])(?=[A-Z])", "-", type(step).__name__).lower()
    return replace(step_words(name, scope, **slots), is_open=bool(s.ways(step)))


STEPS.add(*(step for step in get_args(s.Step) if step not in STEPS.by_type))(_by_its_parts)
