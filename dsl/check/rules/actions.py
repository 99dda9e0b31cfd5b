"""Check the actions: parameters, condition, limit, cost and steps."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from dsl.check.expressions.expressions import check_condition
from dsl.check.rules.groups import check_members, home_of, parameters_of
from dsl.check.rules.limits import limit_of
from dsl.check.rules.parameters import check_parameters
from dsl.check.rules.standing import standing
from dsl.check.rules.works import while_works
from dsl.check.scopes.draft import ActionText, Draft, Home
from dsl.check.scopes.places import reserve, scope_at
from dsl.check.scopes.scope import Scope
from dsl.check.steps.rule_bodies import check_cost_and_body, effect_of
from dsl.check.texts.shapes import child, written
from dsl.check.texts.texts import check_placeholders
from dsl.check.texts.trees_of import expression_at
from dsl.model.expressions import Expression
from dsl.model.rules import Action, EventSlot, Group, Parameter
from dsl.model.slots import conjunction
from dsl.syntax.documents import Node
from dsl.syntax.step_trees import Step

PASS: Final = "pass"


def check_actions(draft: Draft) -> None:
    """Fill `Draft.groups` and `Draft.actions`."""
    draft.groups = [_group(text, draft) for text in draft.group_texts.values()]
    draft.actions = [_action(text, draft) for text in draft.action_texts]
    check_members(tuple(draft.groups), draft)


def _group(text: ActionText, draft: Draft) -> Group:
    """Check what the actions of a group share, as an action that does nothing."""
    shared = _action(text, draft)
    return Group(
        id=text.id,
        parameters=shared.parameters,
        limit=shared.limit,
        groups=shared.groups,
        text=shared.text,
        span=text.span,
    )


def _action(text: ActionText, draft: Draft) -> Action:
    """Check one action."""
    self_kind = kind_of(text, draft)
    home = home_of(_own_or_default(text, "in"), draft)
    nodes = (*(g.node for g in home.groups), *reversed(text.defaults), text.node)
    base = scope_at(draft.world, self_kind=self_kind, has_me="yes", place="value")
    entries = parameters_of(nodes, draft)
    reserve(base, len(entries))
    parameters, scope = check_parameters(entries, base, draft)
    when = while_works(_when(nodes, scope, draft), self_kind, text.card, draft)
    _complete_head(text.id, parameters, draft)
    names = [each.name for each in parameters]
    has_self = self_kind is not None
    check_placeholders(child(text.node, "text"), names, draft.report, has_self=has_self)
    cost, body = check_cost_and_body(
        _cost(nodes, draft), _effect(text, home, draft), _fresh(scope, parameters)
    )
    around = tuple(limit_of(child(g.node, "limit"), f"act:{g.id}", None, draft)
                   for g in home.groups)  # fmt: skip
    return Action(
        parameters=parameters,
        slots=tuple(scope.slots.infos),
        when=when,
        limit=limit_of(_own_or_default(text, "limit"), f"act:{text.id}", self_kind, draft),
        cost=cost,
        body=body,
        phases=home.phases,
        **standing(text, draft),
        groups=tuple(g.id for g in home.groups),
        shared_limits=tuple(limit for limit in around if limit is not None),
    )


def kind_of(text: ActionText, draft: Draft) -> str | None:
    """Return the kind of the card an action stands on."""
    return draft.world.definitions[text.card] if text.card is not None else text.kind


def _own_or_default(text: ActionText, key: str) -> Node | None:
    """Return what an action says, else what its card's kind says for all."""
    nodes = (child(node, key) for node in (text.node, *text.defaults))
    return next((node for node in nodes if node is not None), None)


def _when(nodes: tuple[Node, ...], scope: Scope, draft: Draft) -> Expression | None:
    """Return the condition of an action, with what its groups and its kind ask of all."""
    found: Expression | None = None
    for node in nodes:
        tree = expression_at(node, "when", draft.report)
        if tree is not None:
            condition = check_condition(tree, scope)
            found = conjunction(filter(None, (found, condition)))
    return found


def _cost(nodes: tuple[Node, ...], draft: Draft) -> tuple[Step, ...]:
    """Return the steps of the cost, what the groups and the kind ask of all first."""
    return tuple(step for node in nodes for step in effect_of(child(node, "cost"), draft))


def _effect(text: ActionText, home: Home, draft: Draft) -> tuple[Step, ...]:
    """Return the steps of an action, those of its groups first; the action `pass` passes by
    itself."""
    node = child(text.node, "do")
    if node is None and text.id == PASS:
        node = written(PASS, text.span)
    nodes = (*(child(group.node, "do") for group in home.groups), node)
    return tuple(step for each in nodes for step in effect_of(each, draft))


def _complete_head(name: str, parameters: tuple[Parameter, ...], draft: Draft) -> None:
    """Let patterns see the parameters as slots of taking the action."""
    slots = tuple(EventSlot(preposition=None, name=p.name, type=p.type, default=None)
                  for p in parameters)  # fmt: skip
    head = draft.world.events[f"act:{name}"]
    draft.world.events[head.id] = replace(head, slots=slots)


def _fresh(scope: Scope, parameters: tuple[Parameter, ...]) -> Scope:
    """Return the scope of cost and steps: the parameters given, no other local."""
    given = scope.slots.infos[: len(parameters)]
    fresh = scope_at(scope.world, given=given, self_kind=scope.self_kind, has_me="yes")
    return replace(fresh, has_actor=scope.has_actor)
