"""Render effects that last: what they do, until when, and what comes then."""

from __future__ import annotations

from cardwright.apps.text import listening
from cardwright.apps.text.choices import STEPS
from cardwright.apps.text.effects import block
from cardwright.apps.text.happenings import Happening
from cardwright.apps.text.keeping import kept_in, remembering, stretch
from cardwright.apps.text.scope import Bound, Scope, clause, say
from cardwright.apps.text.sentences import full_stop, step_words, then_words, word
from dsl.model import expressions as e
from dsl.model import rules as r
from dsl.model import steps as s
from dsl.model.nouns import lineage


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


def said(rule: r.Trigger | r.Always, scope: Scope) -> str:
    """Return how long an effect that has begun lasts, and what comes then."""
    found = _with_then(word("lasts", scope, until=_until(rule, scope)), rule, scope)
    return found + full_stop(scope.lang)


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
