"""Declare the actions and their groups, and check them.

Parameters are decided in order; then come condition, limit, cost and steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from dsl.check.expressions.expressions import check_as, check_condition
from dsl.check.expressions.names_declared import check_locals, unknown
from dsl.check.nouns.keywords import with_number
from dsl.check.rules.rule_parts import limit_of, standing, while_works
from dsl.check.scopes.collect import report_duplicate
from dsl.check.scopes.draft import ActionText, Draft, Home, KeywordText
from dsl.check.scopes.scope import Scope, define, reserve, scope_at
from dsl.check.steps.bodies import check_cost_and_body, effect_of
from dsl.check.steps.choices import hold_several
from dsl.check.steps.conditions import check_variants, option_condition
from dsl.check.steps.steps import check_loop_source
from dsl.check.texts.package import GROUPED, expression_of, head_span, written
from dsl.check.texts.texts import check_placeholders, text_of
from dsl.keys.course import PhaseKeys
from dsl.keys.files import SectionKeys
from dsl.keys.key import AnyKey
from dsl.keys.nouns import OfCardKeys
from dsl.keys.rules import ActionKeys, ParameterKeys
from dsl.model import documents as d
from dsl.model.documents import Entry, Mapping, Node, Scalar, scalar_of
from dsl.model.expressions import Constant, Expression
from dsl.model.rules import Action, EventSlot, Group, Parameter
from dsl.model.types import INT, UNKNOWN, ListOf, Type, element_of, maybe
from dsl.model.walk import conjunction
from dsl.syntax.limits import CHAIN
from dsl.syntax.parser import parse_expression, parse_name, parse_quantified
from dsl.syntax.statements import Quantity, Step

REFUSED: Final = ("active-in", "only-if", "examples")
"""Keys of an action that a group, which is never taken by itself, has no use for."""


def declare_group(text: ActionText, draft: Draft) -> None:
    """Store a group of actions by its name."""
    first = draft.group_texts.get(text.id)
    if first is not None:
        report_duplicate(draft.report, "group", text.id, text.span, first.span)
        return
    draft.group_texts[text.id] = text
    for entry in d.entries_of(text.node):
        if entry.key.text in REFUSED:
            draft.report.add("bad-group.no-meaning-group", entry.key.span, name=entry.key.text)


def home_of(node: d.Node | None, draft: Draft) -> Home:
    """Return the phases and groups that an `in:` names, with the phases of those groups."""
    phases: dict[str, None] = {}
    found: Home | None = None
    for scalar in d.scalars_of(node):
        if scalar.text in draft.group_texts:
            draft.world.used.add(("action", scalar.text))
            found = _another(found, scalar, draft)
        elif scalar.text in draft.world.phases:
            draft.world.used.add(("phase", scalar.text))
            phases.setdefault(scalar.text)
        else:
            names = [*draft.world.phases, *draft.group_texts]
            unknown(
                draft.report, "unknown-phase", scalar.text, scalar.span, names, "phase or group"
            )
    inherited = found or Home()
    return Home(tuple(dict.fromkeys((*phases, *inherited.phases))), inherited.groups)


def _another(found: Home | None, scalar: d.Scalar, draft: Draft) -> Home:
    """Return the home inside one more group; only one is legal."""
    if found is None:
        path: dict[str, d.Scalar | None] = {}
        current: str | None = scalar.text
        while current is not None and current not in draft.homes and current not in path:
            path[current] = around = _group_around(current, draft)
            current = None if around is None else around.text
        for each, around in reversed(path.items()):
            draft.homes[each] = _home_in(draft.group_texts[each], around, draft)
        return draft.homes[scalar.text]
    draft.report.add(
        "bad-group.action", scalar.span, groups=found.groups[-1].id, written=scalar.text
    )
    return found


def _group_around(name: str, draft: Draft) -> d.Scalar | None:
    """Return the group that a group says it is in."""
    scalars = d.scalars_of(ActionKeys(draft.group_texts[name].node).in_)
    return next((each for each in scalars if each.text in draft.group_texts), None)


def _home_in(text: ActionText, around: d.Scalar | None, draft: Draft) -> Home:
    """Return the home of what stands in a group, of which the group around is settled."""
    outer = Home() if around is None else draft.homes.get(around.text)
    if around is not None and outer is None:
        draft.report.add("bad-group.group-inside-itself", around.span, name=text.id)
    if around is not None and outer is not None and len(outer.groups) >= CHAIN:
        draft.report.add(
            "chain-too-long.more-than-groups", around.span, name=text.id, value=CHAIN - 1
        )
        outer = None
    outer = outer or Home()
    names = (each.text for each in d.scalars_of(ActionKeys(text.node).in_))
    phases = [name for name in names if name in draft.world.phases]
    return Home(tuple(dict.fromkeys((*phases, *outer.phases))), (*outer.groups, text))


def parameters_of(nodes: tuple[d.Node, ...], draft: Draft) -> tuple[d.Entry, ...]:
    """Return the parameters of groups and of an action in them, in the order they are decided."""
    found: dict[str, d.Entry] = {}
    for node in nodes:
        for entry in d.entries_of(ActionKeys(node).choose):
            first = found.setdefault(entry.key.text, entry)
            if first is not entry:
                here, there = entry.key.span, first.key.span
                report_duplicate(draft.report, "parameter", entry.key.text, here, there)
    return tuple(found.values())


def check_members(groups: tuple[Group, ...], draft: Draft) -> None:
    """Report groups in which there is neither an action nor a group."""
    inhabited = {name for action in draft.actions for name in action.groups}
    outer = (_group_around(group.id, draft) for group in groups)
    inhabited |= {each.text for each in outer if each is not None}
    for group in groups:
        if group.id not in inhabited:
            draft.report.add("bad-group.no-action-group", group.span, group=group.id)


def declare_actions(draft: Draft) -> None:
    """Fill `Draft.action_texts`, `Draft.group_texts` and `World.actions`, and declare taking each
    as an event."""
    for entry in draft.package.entries(SectionKeys.actions):
        if parse_name(entry.key, draft.report) is None:
            continue
        text = ActionText(
            id=entry.key.text,
            node=entry.value,
            card=None,
            kind=None,
            only_if=option_condition(ActionKeys(entry.value).only_if, draft),
            span=entry.key.span,
        )
        if ActionKeys(text.node).actions is not None:
            declare_group(text, draft)
        else:
            draft.action_texts.append(text)
    for kind, node in draft.kind_nodes.items():
        nodes = d.items_of(ActionKeys(node).actions)
        draft.action_texts += _numbered(kind, nodes, None, kind, draft)
    for word in draft.keywords.values():
        nodes = d.items_of(ActionKeys(word.node).actions)
        draft.action_texts += _numbered(word.id, nodes, None, word.kind, draft, word)
    for card in draft.package.cards:
        id_, nodes = card.id.text, d.items_of(OfCardKeys(card).actions)
        draft.action_texts += _numbered(id_, nodes, id_, draft.world.definitions[id_], draft)
    draft.action_texts.extend(_of_prelude(draft))
    variants: dict[str, list[ActionText]] = {}
    for text in draft.action_texts:
        variants.setdefault(text.id, []).append(text)
    for name, texts in variants.items():
        check_variants(draft, "action", name, [(text.only_if, text.span) for text in texts])
        group = draft.group_texts.get(name)
        if group is not None:
            report_duplicate(draft.report, "action", name, texts[0].span, group.span)
        draft.world.actions.add(name)
        _refuse_inner([text.node for text in texts], draft)
        draft.world.declare_native(f"act:{name}", texts[0].span)
    for name, text in draft.group_texts.items():
        _refuse_inner([text.node], draft)
        draft.world.declare_native(f"act:{name}", text.span)


def _refuse_inner(nodes: list[d.Node], draft: Draft) -> None:
    """Report actions inside an override: those of a group have been told apart from it by then."""
    for entry in (each for node in nodes for each in d.entries_of(node)):
        if entry.key.text == GROUPED and d.entries_of(entry.value):
            draft.report.add("bad-override.override-puts-no", entry.key.span)


def _numbered(
    name: str,
    nodes: tuple[d.Node, ...],
    card: str | None,
    kind: str,
    draft: Draft,
    keyword: KeywordText | None = None,
) -> Iterator[ActionText]:
    """Yield actions that stand in a list: a lone one is called like its card."""
    for number, node in enumerate(nodes, start=1):
        yield ActionText(
            id=name if len(nodes) == 1 else f"{name}.{number}",
            node=node,
            card=card,
            kind=None if card is not None else kind,
            only_if=option_condition(PhaseKeys(node).only_if, draft),
            span=head_span(node),
            defaults=draft.defaults_of(kind),
            keyword=keyword,
        )


def _of_prelude(draft: Draft) -> Iterator[ActionText]:
    """Yield the actions of the prelude that an `offer` names and the game does not declare."""
    declared = {text.id for text in draft.action_texts} | draft.group_texts.keys()
    courses = (draft.package.single.get(section) for section in ("setup", "phases"))
    nodes = (node for each in courses if each is not None for node in d.walk_nodes(each.value))
    for scalar in (scalar for node in nodes for scalar in d.scalars_of(PhaseKeys(node).offer)):
        entry = draft.prelude.get(SectionKeys.actions.name, scalar.text)
        if entry is not None and scalar.text not in declared:
            declared.add(scalar.text)
            yield ActionText(
                id=scalar.text,
                node=entry.value,
                card=None,
                kind=None,
                only_if=None,
                span=scalar.span,
            )


ONE: Final = "one"
EXACTLY: Final = "exactly"


def check_parameters(
    entries: tuple[Entry, ...], scope: Scope, draft: Draft
) -> tuple[tuple[Parameter, ...], Scope]:
    """Return the parameters and the scope that sees them; their locals are reserved already."""
    found: list[Parameter] = []
    for entry in entries:
        word = parse_name(entry.key, draft.report)
        unclear = check_locals(() if word is None else (word,), draft.report)
        parameter = _parameter(len(found), entry, scope, draft)
        type_ = UNKNOWN if unclear else parameter.type
        scope = define(scope, len(found), parameter.name, type_)
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
    fresh = scope_at(
        scope.world,
        given=given,
        self_kind=scope.self_kind,
        has_me="yes",
        owner=f"act:{text.id}",
    )
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
