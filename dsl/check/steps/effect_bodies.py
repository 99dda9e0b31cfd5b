"""Check what cards say under attributes that hold an effect or a cost."""

from __future__ import annotations

from dsl.check.scopes.draft import Draft, EffectText
from dsl.check.scopes.places import scope_at
from dsl.check.steps.bodies import check_body
from dsl.check.steps.rule_bodies import effect_of
from dsl.model.rules import Effect
from dsl.model.types import COST, plain_type


def check_effects(draft: Draft) -> None:
    """Fill `Draft.effects` with what cards say under attributes that hold effects and costs."""
    for text in draft.effect_texts:
        draft.effects.append(check_effect(text, draft.world.definitions[text.card], draft))


def check_effect(text: EffectText, self_kind: str, draft: Draft) -> Effect:
    """Check the steps of one card's attribute, as a card of a kind does them; `me` is whoever
    lets it."""
    attribute = text.attribute
    is_cost = plain_type(attribute.type) == COST
    scope = scope_at(
        draft.world,
        given=attribute.slots,
        self_kind=self_kind,
        has_me="yes",
        place="cost" if is_cost else "effect",
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
