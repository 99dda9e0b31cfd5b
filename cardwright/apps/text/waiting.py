"""Render effects that wait: the steps that put them by, and what their cards say."""

from __future__ import annotations

from msgspec.structs import replace

from cardwright.apps.text import lasting, listening
from cardwright.apps.text.actions import lower
from cardwright.apps.text.choices import STEPS
from cardwright.apps.text.effects import effects
from cardwright.apps.text.happenings import Happening
from cardwright.apps.text.keeping import kept_in, remembering, stretch
from cardwright.apps.text.scope import Scope, say
from cardwright.apps.text.sentences import full_stop, joined, step_words
from dsl.model import rules as r
from dsl.model import steps as s

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
        return lasting.said(rule, scope)
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
    return listening.always(rule, scope) if rule.delay is None else lasting.said(rule, scope)
