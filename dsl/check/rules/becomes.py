"""Check triggers that wait for a condition to become true, and make what they remember."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from dsl.check.expressions.expressions import check_condition
from dsl.check.rules.card_rules import (
    AT_ONCE,
    RuleText,
    loop_of,
    rule_texts,
    scope_of,
    waits_for_condition,
)
from dsl.check.rules.limits import limit_of
from dsl.check.rules.standing import standing
from dsl.check.rules.works import while_works
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.scope import Scope, Slots
from dsl.check.steps.rule_bodies import check_cost_and_body, effect_of
from dsl.check.texts.shapes import child, flag_of, scalar_at
from dsl.check.texts.texts import check_placeholders
from dsl.check.texts.trees_of import expression_at
from dsl.model.expressions import StateKey
from dsl.model.nouns import StateField
from dsl.model.rules import Becomes
from dsl.model.steps import Formula, SlotInfo
from dsl.model.types import BOOL, Maybe, SetOf, Type

EVENT_KEYS: Final = ("after", "before", "let", AT_ONCE)
"""Keys of a trigger that only an event gives a meaning."""


def check_becomes(draft: Draft) -> None:
    """Fill `Draft.becomes`."""
    for text in rule_texts(draft, "triggers"):
        if waits_for_condition(text.node):
            _refuse_event_keys(text, draft)
            rule = _rule(text, draft)
            if rule is not None:
                draft.becomes.append(rule)


def _refuse_event_keys(text: RuleText, draft: Draft) -> None:
    """Report what belongs to rules that listen to an event, and questions nobody could answer."""
    for key in EVENT_KEYS:
        node = child(text.node, key)
        if node is not None:
            message = f"`{key}` does not go with `becomes`: no event is meant"
            draft.report.add("bad-pattern", message, node.span, "write two rules, or take one out")
    for key in ("optional", "cost"):
        node = child(text.node, key)
        if node is not None and text.self_kind is None:
            message = f"`{key}` asks nobody: a rule without a card that waits has no `me`"
            draft.report.add("no-actor", message, node.span, "write `may by p …` in `do`")


def _rule(text: RuleText, draft: Draft) -> Becomes | None:
    """Check one rule."""
    has_me = "no" if text.self_kind is None else "yes"
    source, element = loop_of(text, has_me, draft)
    scope = scope_of(text, draft, has_me)
    if element is not None:
        _, scope = scope.bind(element.name, element.type, fixed=True)
    becomes = _condition(text, "becomes", scope, draft)
    if becomes is None:
        return None
    shown = scalar_at(text.node, "becomes")
    names = [] if element is None else [element.name]
    has_self = scope.self_kind is not None
    check_placeholders(child(text.node, "text"), names, draft.report, has_self=has_self)
    condition = _when(text, scope, draft)  # before the body, which has slots of its own
    cost, body = check_cost_and_body(
        effect_of(child(text.node, "cost"), draft), effect_of(child(text.node, "do"), draft), scope
    )
    return Becomes(
        source=source,
        becomes=becomes,
        condition=condition,
        optional=flag_of(child(text.node, "optional")),
        limit=limit_of(child(text.node, "limit"), text.id, text.self_kind, draft, of_player=False),
        cost=cost,
        body=body,
        state=_memory(text, element, draft),
        **standing(text, draft, None if shown is None else shown.span),
    )


def _when(text: RuleText, scope: Scope, draft: Draft) -> Formula | None:
    """Return what must hold at the moment: what the rule says, and that its card lets it work."""
    said = _condition(text, "when", scope, draft)
    told = None if said is None else said.expression
    asked = while_works(told, text.self_kind, text.card, draft)
    slots = tuple(scope.slots.infos) if said is None else said.slots
    return None if asked is None else Formula(slots, len(scope.slots.infos), asked)


def _condition(text: RuleText, key: str, scope: Scope, draft: Draft) -> Formula | None:
    """Return a condition over the element, or None where there is none."""
    tree = expression_at(text.node, key, draft.report)
    if tree is None:
        return None
    inner = replace(scope, slots=Slots(list(scope.slots.infos)))
    given = len(scope.slots.infos)
    checked = check_condition(tree, inner)
    return Formula(tuple(inner.slots.infos), given, checked)


def _memory(text: RuleText, element: SlotInfo | None, draft: Draft) -> StateKey:
    """Declare what a rule remembers: whether it was true, or of which elements; none: not yet."""
    key = StateKey(text.self_kind, f"became:{text.id}")
    held: Type = BOOL if element is None else SetOf(element.type)
    draft.limits[key] = StateField(
        key=key, type=Maybe(held), default=None, is_set_up=False, until=None, keep=False,
        seen_by="nobody", span=text.span,
    )  # fmt: skip
    return key
