"""Check the actions: parameters, decided in order, then condition, limit, cost and steps."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from dsl.check.expressions.expressions import check_as, check_condition
from dsl.check.expressions.names_declared import check_locals
from dsl.check.nouns.keywords import with_number
from dsl.check.rules.action_texts import check_members, home_of, parameters_of
from dsl.check.rules.rule_parts import limit_of, standing, while_works
from dsl.check.scopes.draft import ActionText, Draft, Home
from dsl.check.scopes.scope import Scope, define, reserve, scope_at
from dsl.check.steps.bodies import check_cost_and_body, effect_of
from dsl.check.steps.choices import hold_several
from dsl.check.steps.steps import check_loop_source
from dsl.check.texts.package import expression_of, written
from dsl.check.texts.texts import check_placeholders, text_of
from dsl.keys.key import AnyKey
from dsl.keys.rules import ActionKeys, ParameterKeys
from dsl.model.documents import Entry, Mapping, Node, Scalar, scalar_of
from dsl.model.expressions import Constant, Expression
from dsl.model.rules import Action, EventSlot, Group, Parameter
from dsl.model.types import INT, UNKNOWN, ListOf, Type, element_of, maybe
from dsl.model.walk import conjunction
from dsl.syntax.parser import parse_expression, parse_name, parse_quantified
from dsl.syntax.statements import Quantity, Step

ONE: Final = "one"
EXACTLY: Final = "exactly"


def check_parameters(
    entries: tuple[Entry, ...], scope: Scope, draft: Draft
) -> tuple[tuple[Parameter, ...], Scope]:
    """Return the parameters and the scope that sees them; their locals are reserved already."""
    found: list[Parameter] = []
    for entry in entries:
        word = parse_name(entry.key, draft.report)
        check_locals(() if word is None else (word,), draft.report)
        parameter = _parameter(len(found), entry, scope, draft)
        scope = define(scope, len(found), parameter.name, parameter.type)
        found.append(parameter)
    return tuple(found), scope


def _parameter(slot: int, entry: Entry, scope: Scope, draft: Draft) -> Parameter:
    """Return one parameter: a text, or a mapping with `from` and more."""
    node, name = entry.value, entry.key.text
    keys = ParameterKeys(node)
    text = keys.from_ if isinstance(node, Mapping) else scalar_of(node)
    parsed = None if text is None else parse_quantified(text, draft.report)
    quantity: Quantity | None = None
    source: Expression = Constant((), UNKNOWN)
    if parsed is not None:
        quantity, source = parsed[0], check_loop_source(parsed[1], scope, name)
    mode, number = _how_many(quantity, keys.exactly, scope, draft)
    element = element_of(source.type)
    plain: Type = element if mode == ONE or element == UNKNOWN else ListOf(element)
    when = _condition(keys.when, scope, draft)
    chosen = define(scope, slot, name, plain)
    for key in (ParameterKeys.so_that, ParameterKeys.so_far):
        scalar = key.of(node)
        hold_several(key.name, mode, None if scalar is None else scalar.span, scope)
    earlier = [info.name for info in scope.slots.infos[:slot]]
    has_self = scope.self_kind is not None
    check_placeholders(keys.text, earlier, draft.report, has_self=has_self)
    return Parameter(
        name=name,
        type=maybe(plain) if when is not None and mode == ONE else plain,
        mode=mode,
        number=number,
        source=source,
        condition=_condition(keys.so_that, chosen, draft),
        so_far=_condition(keys.so_far, chosen, draft),
        when=when,
        span=entry.key.span,
        text=text_of(keys.text, draft.language),
    )


def _how_many(
    quantity: Quantity | None, exactly: Scalar | None, scope: Scope, draft: Draft
) -> tuple[str, Expression | None]:
    """Return the mode of a choice and its number."""
    if exactly is not None:
        tree = parse_expression(exactly, draft.report)
        return EXACTLY, Constant(0, INT) if tree is None else check_as(tree, scope, INT)
    if quantity is None:
        return ONE, None
    if quantity.number is None:
        return quantity.mode, None
    return quantity.mode, check_as(quantity.number, scope, INT)


def _condition(node: Node | None, scope: Scope, draft: Draft) -> Expression | None:
    """Return the condition that a text says, or None where there is none."""
    tree = expression_of(node, draft.report)
    return None if tree is None else check_condition(tree, scope)


PASS: Final = "pass"


def check_actions(draft: Draft) -> None:
    """Fill `Draft.groups` and `Draft.actions`."""
    groups = []
    for text in draft.group_texts.values():
        shared = _action(text, draft)  # as an action that does nothing
        group = Group(
            id=text.id,
            parameters=shared.parameters,
            limit=shared.limit,
            groups=shared.groups,
            text=shared.text,
            span=text.span,
        )
        groups.append(group)
    draft.groups = groups
    draft.actions = [_action(text, draft) for text in draft.action_texts]
    check_members(tuple(draft.groups), draft)


def _action(text: ActionText, draft: Draft) -> Action:
    """Check one action."""
    self_kind = kind_of(text, draft)
    home = home_of(_own_or_default(text, ActionKeys.in_), draft)
    nodes = (*(g.node for g in home.groups), *reversed(text.defaults), text.node)
    base = scope_at(draft.world, self_kind=self_kind, has_me="yes", place="value")
    base = with_number(base, text.keyword, draft)
    entries = parameters_of(nodes, draft)
    reserve(base, len(entries))
    parameters, scope = check_parameters(entries, base, draft)
    found: Expression | None = None
    for node in nodes:
        tree = expression_of(ActionKeys(node).when, draft.report)
        if tree is not None:
            condition = check_condition(tree, scope)
            found = conjunction(filter(None, (found, condition)))
    when = while_works(found, self_kind, text, draft)
    slots = tuple(EventSlot(preposition=None, name=p.name, type=p.type, default=None)
                  for p in parameters)  # fmt: skip
    head = draft.world.events[f"act:{text.id}"]
    draft.world.events[head.id] = replace(head, slots=slots)
    names = [each.name for each in parameters]
    has_self = self_kind is not None
    check_placeholders(ActionKeys(text.node).text, names, draft.report, has_self=has_self)
    given = scope.slots.infos[: len(parameters)]
    fresh = scope_at(scope.world, given=given, self_kind=scope.self_kind, has_me="yes")
    cost, body = check_cost_and_body(
        tuple(step for node in nodes for step in effect_of(ActionKeys(node).cost, draft)),
        _effect(text, home, draft),
        replace(fresh, has_actor=scope.has_actor, stands_for=scope.stands_for),
    )
    around = tuple(limit_of(ActionKeys(g.node).limit, f"act:{g.id}", None, draft)
                   for g in home.groups)  # fmt: skip
    return Action(
        parameters=parameters,
        slots=tuple(scope.slots.infos),
        when=when,
        limit=limit_of(_own_or_default(text, ActionKeys.limit), f"act:{text.id}", self_kind, draft),
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


def _own_or_default(text: ActionText, key: AnyKey) -> Node | None:
    """Return what an action says, else what its card's kind says for all."""
    nodes = (key.at(node) for node in (text.node, *text.defaults))
    return next((node for node in nodes if node is not None), None)


def _effect(text: ActionText, home: Home, draft: Draft) -> tuple[Step, ...]:
    """Return the steps of an action, those of its groups first; the action `pass` passes by
    itself."""
    node = ActionKeys(text.node).do
    if node is None and text.id == PASS:
        node = written(PASS, text.span)
    nodes = (*(ActionKeys(group.node).do for group in home.groups), node)
    return tuple(step for each in nodes for step in effect_of(each, draft))
