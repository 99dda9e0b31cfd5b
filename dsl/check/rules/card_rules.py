"""Check triggers, replacements, forbids and `always`, on cards, on kinds, and on neither.

Triggers that wait for a condition to become true are checked here too, with the state that
remembers it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from msgspec.structs import replace

from dsl.check.expressions.comparisons import narrow, narrowing
from dsl.check.expressions.expressions import check_as, check_condition
from dsl.check.nouns.keywords import times_of, with_number
from dsl.check.rules.repetition import looks
from dsl.check.rules.rule_parts import (
    EarlierNames,
    counts_of,
    limit_of,
    standing,
    while_works,
    works,
)
from dsl.check.scopes.draft import Draft, EntryText, KeywordText
from dsl.check.scopes.scope import Scope, Slots, scope_at
from dsl.check.steps.bodies import check_body, check_cost_and_body, check_pattern, effect_of
from dsl.check.steps.conditions import option_condition
from dsl.check.steps.steps import check_loop_source
from dsl.check.texts.package import expression_of, head_span
from dsl.check.texts.schema_words import OTHER_KEYS
from dsl.check.texts.texts import check_placeholders
from dsl.diagnostics.wording import Said
from dsl.keys.key import AnyKey, Key
from dsl.keys.nouns import OfCardKeys
from dsl.keys.rules import CheckKeys, EndingKeys, ForbidKeys, ReplacementKeys, TriggerKeys
from dsl.model.documents import Node, Scalar, child, items_of, scalar_of
from dsl.model.expressions import Expression, StateKey
from dsl.model.nouns import StateField
from dsl.model.rules import Always, Becomes, Forbid, Limit, Pattern, Replacement, Trigger
from dsl.model.steps import Body, Formula, SlotInfo
from dsl.model.types import BOOL, PLAYER, Maybe, SetOf, Type, element_of
from dsl.records import Record
from dsl.syntax.parser import parse_loop, parse_pattern

Timings: TypeAlias = tuple[Key[Scalar | None], ...]
"""Keys of which a rule has one, with what it listens to behind it."""


class RuleText(EntryText, kw_only=True):
    """One rule that is no action.

    Attributes:
        self_kind: The kind of its card; None for a rule of the game itself.
        is_count: State says it, to count by it.
        looks: The facts of the position at which it looks.
    """

    self_kind: str | None
    is_count: bool = False
    looks: tuple[str, ...] = ()


def rule_texts(draft: Draft, section: AnyKey) -> Iterator[RuleText]:
    """Yield every rule of one sort: the game's, those of kinds, those of cards, those of counts."""
    sort = section.name if section is OfCardKeys.always else section.name.removesuffix("s")
    if section is OfCardKeys.triggers:
        for name, node, kind, seen in counts_of(draft):
            yield replace(_text(name, node, None, kind, draft), is_count=True, looks=seen)
    for number, node in enumerate(draft.package.items(section), start=1):
        yield _text(f"game:{sort}.{number}", node, None, None, draft)
    for kind, kind_node in draft.kind_nodes.items():
        for number, node in enumerate(items_of(section.of(kind_node)), start=1):
            yield _text(f"{kind}:{sort}.{number}", node, None, kind, draft)
    for word in draft.keywords.values():
        for number, node in enumerate(items_of(section.of(word.node)), start=1):
            yield _text(f"{word.id}:{sort}.{number}", node, None, word.kind, draft, word)
    for card in draft.package.cards:
        for number, node in enumerate(items_of(section.of(card)), start=1):
            yield _text(f"{card.id.text}:{sort}.{number}", node, card.id.text, None, draft)


def _text(
    name: str,
    node: Node,
    card: str | None,
    kind: str | None,
    draft: Draft,
    keyword: KeywordText | None = None,
) -> RuleText:
    """Return one rule with the place it stands at."""
    return RuleText(
        id=name,
        node=node,
        card=card,
        kind=kind,
        self_kind=kind if card is None else draft.world.definitions[card],
        only_if=option_condition(EndingKeys(node).only_if, draft),
        span=head_span(node),
        keyword=keyword,
    )


def scope_of(text: RuleText, draft: Draft, has_me: str = "yes") -> Scope:
    """Return the scope of a rule: `me` is its card's controller, without a card the actor."""
    scope = scope_at(
        draft.world,
        self_kind=text.self_kind,
        has_me=has_me,
        has_actor=text.self_kind is not None and has_me == "yes",
        owner=text.id,
    )
    return with_number(scope, text.keyword, draft)


class Reaction(Record):
    """What triggers and replacements have in common, checked."""

    timing: str
    pattern: Pattern
    lets: tuple[tuple[int, Expression], ...]
    limit: Limit | None
    by: Expression | None
    cost: Body | None
    body: Body
    times: Expression | None


def check_triggers(draft: Draft) -> None:
    """Fill `Draft.triggers`."""
    for text in rule_texts(draft, OfCardKeys.triggers):
        if waits_for_condition(text.node):
            continue
        found = _reaction(text, (TriggerKeys.after, TriggerKeys.before), draft)
        if found is not None:
            body = replace(found.body, steps=looks(text.looks, draft)) if text.looks else found.body
            node = TriggerKeys.at_once.at(text.node)
            if node is not None and found.timing == "before":
                draft.report.add(
                    "bad-pattern.goes-acts-before", node.span, at_once=TriggerKeys.at_once.name
                )
            draft.triggers.append(
                Trigger(
                    timing=found.timing,
                    pattern=found.pattern,
                    lets=found.lets,
                    at_once=bool(TriggerKeys(text.node).at_once),
                    is_count=text.is_count,
                    optional=bool(TriggerKeys(text.node).optional),
                    limit=found.limit,
                    cost=found.cost,
                    body=body,
                    times=found.times,
                    **standing(text, draft),
                )
            )


def check_replacements(draft: Draft) -> None:
    """Fill `Draft.replacements`."""
    for text in rule_texts(draft, OfCardKeys.replacements):
        found = _reaction(text, (ReplacementKeys.instead,), draft)
        if found is not None:
            draft.replacements.append(
                Replacement(
                    pattern=found.pattern,
                    lets=found.lets,
                    optional=bool(TriggerKeys(text.node).optional),
                    by=found.by,
                    limit=found.limit,
                    cost=found.cost,
                    body=found.body,
                    **standing(text, draft),
                )
            )


def waits_for_condition(node: Node) -> bool:
    """Return whether a trigger waits for a condition and not for an event."""
    return TriggerKeys(node).becomes is not None


def _refuse_loop(text: RuleText, draft: Draft) -> None:
    """Report keys that go with `becomes` only."""
    for key in (TriggerKeys.for_, TriggerKeys.when):
        node = key.at(text.node)
        if node is not None:
            listens = any(each.at(text.node) for each in (TriggerKeys.after, TriggerKeys.before))
            help_text = (
                Said("help.put-condition-behind")
                if listens
                else Said("help.say-listens-under-comes")
            )
            draft.report.add("bad-pattern.goes-rule-listens", node.span, help_text, key_=key.name)


def _reaction(text: RuleText, keys: Timings, draft: Draft) -> Reaction | None:
    """Check the pattern of a rule and what it does."""
    _refuse_loop(text, draft)
    said = TriggerKeys(text.node)
    cost_steps = effect_of(said.cost, draft)
    steps = effect_of(said.do, draft)
    names = EarlierNames(text, scope_of(text, draft), (cost_steps, steps), draft)
    timing, pattern = _pattern(text, keys, draft, names)
    if pattern is None:
        return None
    is_instead = ReplacementKeys.instead in keys
    if is_instead and pattern.event.removeprefix("act:") in draft.group_texts:
        scalar = ReplacementKeys(text.node).instead
        span = text.span if scalar is None else scalar.span
        draft.report.add("bad-pattern.group-actions-listened", span)
    scope = names.scope
    if names.condition is not None:
        scope = narrow(scope, narrowing(names.condition, scope, True))
    slots = [slot.name for slot in draft.world.events[pattern.event].slots]
    if text.keyword is not None and text.keyword.parameter in slots:
        draft.report.add(
            "name-clash.number-and-slot",
            text.span,
            name=text.keyword.name,
            parameter=text.keyword.parameter,
        )
    has_self = scope.self_kind is not None
    check_placeholders(said.text, slots, draft.report, has_self=has_self)
    by = expression_of(ReplacementKeys(text.node).by, draft.report)
    by_checked = None if by is None else check_as(by, scope, Maybe(PLAYER))
    if is_instead:
        scope = replace(scope, replaces=pattern.event)
    cost, body = check_cost_and_body(cost_steps, steps, scope)
    limit = limit_of(said.limit, text.id, text.self_kind, draft)
    return Reaction(timing, pattern, names.lets, limit, by_checked, cost, body, names.times)


def _pattern(
    text: RuleText, keys: Timings, draft: Draft, names: EarlierNames | None = None
) -> tuple[str, Pattern | None]:
    """Return the timing of a rule and what it listens to."""
    found = [(key.name, node) for key in keys if (node := key.of(text.node)) is not None]
    if not found and any(child(text.node, key) is not None for key in OTHER_KEYS):
        return keys[0].name, None
    if len(found) != 1:
        key = "missing-key.listens-to-two" if found else "missing-key.listens-to-nothing"
        draft.report.add(key, text.span, keys=tuple(f"{each.name}:" for each in keys))
        return keys[0].name, None
    timing, scalar = found[0]
    return timing, _listening(scalar, text, draft, None if names is None else names.at(timing))


def _listening(
    scalar: Scalar, text: RuleText, draft: Draft, names: EarlierNames | None = None
) -> Pattern | None:
    """Return what a rule listens to while its card lets it."""
    tree = parse_pattern(scalar, draft.report)
    if tree is None:
        return None
    named = None if names is None else names.behind(tree.condition)
    found = check_pattern(tree, scope_of(text, draft), named)
    return None if found is None else replace(found, works=works(text.self_kind, text, draft))


def check_forbids(draft: Draft) -> None:
    """Fill `Draft.forbids`."""
    for text in rule_texts(draft, OfCardKeys.forbids):
        scalar = scalar_of(text.node)
        if scalar is None:
            pattern = _pattern(text, (ForbidKeys.event,), draft)[1]
        else:
            pattern = _listening(scalar, text, draft)
        if pattern is not None:
            draft.forbids.append(Forbid(pattern=pattern, **standing(text, draft)))


def check_always(draft: Draft) -> None:
    """Fill `Draft.always`."""
    for text in rule_texts(draft, OfCardKeys.always):
        draft.always.append(_always(text, draft))


def _always(text: RuleText, draft: Draft) -> Always:
    """Check one entry: `for`, `when` and `do`."""
    has_me = "no" if text.self_kind is None else "yes"
    source, element = loop_of(text, has_me, draft)
    scope = scope_of(text, draft, has_me)
    if element is not None:
        _, scope = scope.bind(element.name, element.type, fixed=True)
    given = len(scope.slots.infos)
    tree = expression_of(CheckKeys(text.node).when, draft.report)
    inner = replace(scope, slots=Slots(list(scope.slots.infos)))
    said = None if tree is None else check_condition(tree, inner)
    asked = while_works(said, text.self_kind, text, draft)
    condition = None if asked is None else Formula(tuple(inner.slots.infos), given, asked)
    return Always(
        source=source,
        condition=condition,
        body=check_body(effect_of(CheckKeys(text.node).do, draft), scope, given),
        **standing(text, draft),
    )


def loop_of(text: RuleText, has_me: str, draft: Draft) -> tuple[Formula | None, SlotInfo | None]:
    """Return the list an entry goes over, and its element."""
    scalar = CheckKeys(text.node).for_
    parsed = None if scalar is None else parse_loop(scalar, draft.report)
    if parsed is None:
        return None, None
    scope = scope_of(text, draft, has_me)
    source = check_loop_source(parsed[1], scope, parsed[0].text)
    element = SlotInfo(parsed[0].text, element_of(source.type))
    return Formula(tuple(scope.slots.infos), 0, source), element


EVENT_KEYS: Final[tuple[AnyKey, ...]] = (
    TriggerKeys.after, TriggerKeys.before, TriggerKeys.let, TriggerKeys.at_once,
)  # fmt: skip
"""Keys of a trigger that only an event gives a meaning."""


def check_becomes(draft: Draft) -> None:
    """Fill `Draft.becomes`."""
    for text in rule_texts(draft, OfCardKeys.triggers):
        if waits_for_condition(text.node):
            for key in EVENT_KEYS:
                node = key.at(text.node)
                if node is not None:
                    draft.report.add("bad-pattern.does-not-go", node.span, key_=key.name)
            for key in (TriggerKeys.optional, TriggerKeys.cost):
                node = key.at(text.node)
                if node is not None and text.self_kind is None:
                    draft.report.add("no-actor.asks-nobody-rule", node.span, key_=key.name)
            rule = _rule(text, draft)
            if rule is not None:
                draft.becomes.append(rule)


def _rule(text: RuleText, draft: Draft) -> Becomes | None:
    """Check one rule."""
    has_me = "no" if text.self_kind is None else "yes"
    source, element = loop_of(text, has_me, draft)
    scope = scope_of(text, draft, has_me)
    if element is not None:
        _, scope = scope.bind(element.name, element.type, fixed=True)
    keys = TriggerKeys(text.node)
    becomes = _condition(keys.becomes, scope, draft)
    if becomes is None:
        return None
    shown = keys.becomes
    names = [] if element is None else [element.name]
    has_self = scope.self_kind is not None
    check_placeholders(keys.text, names, draft.report, has_self=has_self)
    # the condition before the body, which has slots of its own
    said = _condition(keys.when, scope, draft)
    told = None if said is None else said.expression
    asked = while_works(told, text.self_kind, text, draft)
    slots = tuple(scope.slots.infos) if said is None else said.slots
    condition = None if asked is None else Formula(slots, len(scope.slots.infos), asked)
    cost, body = check_cost_and_body(
        effect_of(keys.cost, draft),
        effect_of(keys.do, draft),
        scope,
    )
    # what it remembers: whether it was true, or of which elements; none: not yet
    state = StateKey(text.self_kind, f"became:{text.id}")
    held: Type = BOOL if element is None else SetOf(element.type)
    draft.limits[state] = StateField(
        key=state, type=Maybe(held), default=None, is_set_up=False, until=None, keep=False,
        seen_by="nobody", span=text.span,
    )  # fmt: skip
    return Becomes(
        source=source,
        becomes=becomes,
        condition=condition,
        optional=bool(keys.optional),
        limit=limit_of(keys.limit, text.id, text.self_kind, draft, of_player=False),
        cost=cost,
        body=body,
        times=times_of(text.keyword, draft),
        state=state,
        **standing(text, draft, None if shown is None else shown.span),
    )


def _condition(node: Node | None, scope: Scope, draft: Draft) -> Formula | None:
    """Return a condition over the element, or None where there is none."""
    tree = expression_of(node, draft.report)
    if tree is None:
        return None
    inner = replace(scope, slots=Slots(list(scope.slots.infos)))
    given = len(scope.slots.infos)
    checked = check_condition(tree, inner)
    return Formula(tuple(inner.slots.infos), given, checked)
