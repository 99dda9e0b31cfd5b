"""Check the modifiers of values and attributes: those that put steps under an attribute, and
grants, rules that a card, a kind, a keyword or the game itself gives to other cards.

What one grants is a keyword without a text, named like its card, and a modifier of `has` that gives
it. So it is asked for, counted and lost like any keyword.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Final

from msgspec.structs import replace

from dsl.check.expressions.expressions import check_as, check_condition, check_expression
from dsl.check.expressions.names_declared import unknown
from dsl.check.nouns.keywords import declare_enum, possession, times_of, with_number
from dsl.check.rules.card_rules import RuleText, rule_texts
from dsl.check.rules.rule_parts import standing, while_works
from dsl.check.scopes.collect import report_duplicate
from dsl.check.scopes.draft import Draft, EffectText, KeywordText
from dsl.check.scopes.scope import Scope, define, reserve, scope_at
from dsl.check.scopes.types import read_zone
from dsl.check.steps.bodies import check_effect
from dsl.check.texts.package import expression_of
from dsl.check.texts.texts import text_of
from dsl.diagnostics.diagnostic import Report
from dsl.keys.nouns import OfCardKeys
from dsl.keys.rules import GIVEN, GrantKeys, ModifierKeys
from dsl.model.expressions import Constant, Expression
from dsl.model.nouns import Attribute, Text
from dsl.model.rules import Modifier
from dsl.model.traits import HAS, OfAttribute
from dsl.model.types import INT, UNKNOWN, EntityType, Type, element_of, is_effect, plain_type
from dsl.model.walk import WORKS, conjunction, reads_slot, walk
from dsl.records import Record
from dsl.syntax import trees
from dsl.syntax.parser import parse_pattern
from dsl.syntax.trees import Expression as Tree
from dsl.syntax.trees import Pattern, Word

THOSE: Final = "those that a grant names"
"""Stands in its condition for what it says under `to`; no name of a package has spaces."""


def declare_grants(draft: Draft) -> None:
    """Add what is granted to `Draft.keywords`, and to the enum that they are the members of."""
    with draft.reporting_to(Report()):  # what is wrong is told when all can be read
        found = [*rule_texts(draft, OfCardKeys.grants)]
    cards = {card.id.text: card for card in draft.package.cards} if found else {}
    for text in found:
        card = cards.get(text.card or "")
        called = {} if card is None else text_of(OfCardKeys(card).name, draft.language)
        granted = _granted(text, called, draft)
        first = None if granted is None else draft.keywords.get(granted.name)
        if granted is not None and first is not None:
            report_duplicate(draft.report, "keyword", granted.name, granted.span, first.span)
        elif granted is not None:
            draft.keywords[granted.name] = granted
    if found and draft.keywords:
        declare_enum(draft)


def _granted(text: RuleText, called: Text, draft: Draft) -> KeywordText | None:
    """Return what one grants as a keyword.

    Args:
        called: What the card is called that grants it.
    """
    said = GrantKeys(text.node).of
    kind = text.self_kind if said is None else said.text
    if kind is None:
        draft.report.add("missing-key.grants-to-no-kind", text.span)
        return None
    if kind not in draft.world.kinds:
        if said is not None:
            unknown(draft.report, "unknown-kind", kind, said.span, [*draft.world.kinds])
        return None
    if all(key.at(text.node) is None for key in GIVEN):
        draft.report.add(
            "missing-key.grants-nothing", text.span, keys=tuple(f"{each.name}:" for each in GIVEN)
        )
    draft.world.used.add(("kind", kind))
    giver, _, number = text.id.partition(":grant.")
    name = giver if text.card is not None and number == "1" else f"{giver}.{number}"
    return KeywordText(
        name=name,
        number=len(draft.keywords),
        kind=kind,
        parameter=None,
        node=text.node,
        text=called,
        span=text.span,
        grant=text.id,
        within=text.keyword,
    )


def giving(
    text: RuleText, granted: KeywordText, scope: Scope, draft: Draft
) -> tuple[Scope, trees.Expression, trees.Expression] | None:
    """Return the condition of the modifier that gives what one grants, its result, and the scope of
    both.

    Args:
        scope: That of a modifier of `has`, with the card as `it`.
    """
    said = expression_of(GrantKeys(text.node).to, draft.report)
    if said is None:
        return None
    whole, more = said, list[trees.Expression]()
    if isinstance(said, trees.Where):
        whole, more = said.source, [said.condition]
    those = check_expression(whole, replace(scope, element=None))
    plain = plain_type(those.type)
    if plain == UNKNOWN:
        return None
    is_one = isinstance(plain, EntityType)
    cards = plain if is_one else plain_type(element_of(read_zone(those, scope).type))
    if not isinstance(cards, EntityType):
        draft.report.add("wrong-type.grants-to-no-cards", whole.span, type=those.type)
        return None
    world, kind = draft.world, granted.kind
    if cards.kind not in (*world.lineage(kind), "") and kind not in world.lineage(cards.kind):
        draft.report.add("wrong-type.grants-to-others", whole.span, kind=kind, other=cards.kind)
        return None
    it = trees.Name("it", whole.span)
    parts: list[trees.Expression] = [
        trees.Binary("==" if is_one else "in", it, trees.Name(THOSE, whole.span), whole.span)
    ]
    owner = world.attribute(kind, HAS)
    if owner is not None and owner[0] != kind:
        parts.insert(0, trees.Is(it, trees.Word(kind, it.span), False, it.span))
    condition = reduce(
        lambda one, other: trees.Binary("and", one, other, said.span), [*parts, *more]
    )
    unit = trees.Unit(
        trees.Number(1, said.span), (trees.Word(granted.name, said.span),), (), said.span
    )
    result = trees.Binary("+", trees.Name("result", said.span), unit, said.span)
    return replace(scope, stands_for={**scope.stands_for, THOSE: those}), condition, result


class Target(Record):
    """What a modifier changes: a value, or the attribute of a kind."""

    value: str | None
    attribute: tuple[str, str] | None
    type: Type


def check_modifiers(draft: Draft) -> None:
    """Fill `Draft.modifiers`."""
    for text in rule_texts(draft, OfCardKeys.modifiers):
        modifier = _modifier(text, draft)
        if modifier is not None:
            draft.modifiers.append(modifier)
    granted = {word.grant: word for word in draft.keywords.values()}
    for text in rule_texts(draft, OfCardKeys.grants):
        word = granted.get(text.id)
        owner = None if word is None else draft.world.attribute(word.kind, HAS)
        if word is not None and owner is not None:
            target = Target(None, (owner[0], HAS), owner[1].type)
            found = giving(text, word, _scope(target, text, draft), draft)
            if found is not None:
                scope, condition, new = found
                draft.modifiers.append(_made(text, target, scope, (condition, new), draft))


def _modifier(text: RuleText, draft: Draft) -> Modifier | None:
    """Check one modifier."""
    keys = ModifierKeys(text.node)
    what = keys.value
    pattern = None if what is None else parse_pattern(what, draft.report)
    new = expression_of(keys.to, draft.report)
    if pattern is None or new is None:
        return None
    target = _target(pattern, text, draft)
    if target is None:
        return None
    return _made(text, target, _scope(target, text, draft), (pattern.condition, new), draft)


def _made(
    text: RuleText, target: Target, scope: Scope, said: tuple[Tree | None, Tree], draft: Draft
) -> Modifier:
    """Return a modifier.

    Args:
        said: Its condition, and the new result.
    """
    tree, new = said
    result = reserve(scope, 1)
    condition = None if tree is None else check_condition(tree, scope)
    layer, is_named = _layer(ModifierKeys(text.node), scope, draft)
    if layer is None and target.attribute is not None and target.attribute[1] == HAS:
        layer, is_named = _own_layer(text.keyword, draft)
    inner = define(scope, result, "result", target.type)
    checked = check_as(new, inner, target.type)
    silences = target.attribute is not None and target.attribute[1] == WORKS
    reads = reads_slot(checked, result)
    return Modifier(
        value=target.value,
        attribute=target.attribute,
        condition=conjunction(filter(None, (condition, possession(text.keyword, draft))))
        if silences
        else while_works(condition, text.self_kind, text, draft),
        result=result,
        to=checked,
        sets=not reads,
        layer=layer,
        is_named=is_named,
        times=None if silences or not reads else times_of(text.keyword, draft),
        slots=tuple(scope.slots.infos),
        **standing(text, draft),
    )


def _layer(keys: ModifierKeys, scope: Scope, draft: Draft) -> tuple[Expression | None, bool]:
    """Return the layer of a modifier, and whether it is one with a name: the first is 1."""
    tree = expression_of(keys.layer, draft.report)
    if tree is None:
        return None, False
    numbers = {name: Constant(n, INT) for n, name in enumerate(draft.policy.layers, 1)}
    found = check_as(tree, replace(scope, stands_for={**scope.stands_for, **numbers}), INT)
    written, is_named = tree.span.text, tree.span.text in numbers
    if is_named:
        draft.world.used.add(("layer", written))
    elif numbers and found.type != UNKNOWN:
        unknown(draft.report, "unknown-name", written, tree.span, [*numbers], "layer")
    return found, is_named


def _own_layer(keyword: KeywordText | None, draft: Draft) -> tuple[Expression | None, bool]:
    """Return the layer in which a keyword changes what keywords a card has, and whether it is one
    with a name: the first that can know whether the card has it."""
    above = 0
    while keyword is not None:
        above, keyword = above + 1, keyword.within
    names = draft.policy.layers
    number = min(above, len(names)) if names else above
    return (Constant(number, INT), bool(names)) if number else (None, False)


def _scope(target: Target, text: RuleText, draft: Draft) -> Scope:
    """Return the scope of a modifier: the value's parameters, or the entity as `it`."""
    has_me = "no" if text.self_kind is None else "yes"
    scope = scope_at(draft.world, self_kind=text.self_kind, has_me=has_me, place="value")
    scope = with_number(scope, text.keyword, draft)
    if target.value is not None:
        for info in draft.world.values[target.value].parameters:
            if info.name == "it":
                scope = replace(scope, element=(scope.slots.add("it", info.type), info.type))
                continue
            _, scope = scope.bind(info.name, info.type, fixed=True)
    elif target.attribute is not None:
        type_ = EntityType(target.attribute[0])
        slot = scope.slots.add("it", type_)
        scope = replace(scope, element=(slot, type_))
    return scope


def _target(pattern: Pattern, text: RuleText, draft: Draft) -> Target | None:
    """Return what a modifier changes; a value comes before an attribute of that name."""
    word, world = pattern.event, draft.world
    if pattern.argument is not None or pattern.prepositions:
        span = pattern.span
        draft.report.add("bad-pattern.modifier-names-value", span)
        return None
    if word.text in world.values or world.prelude_value(word.text):
        world.used.add(("value", word.text))
        facts = draft.facts_of_value(word.text)
        return Target(word.text, None, world.values[word.text].result or facts[0])
    return _attribute(word, text, draft)


def _attribute(word: Word, text: RuleText, draft: Draft) -> Target | None:
    """Return the attribute a modifier changes; `of` names the kind where several have it."""
    world = draft.world
    of = ModifierKeys(text.node).of
    kinds = list(world.kinds) if of is None else list(world.lineage(of.text))
    owners = [
        kind for kind in kinds if any(a.name == word.text for a in world.kinds[kind].attributes)
    ]
    if len(owners) == 1:
        attribute = world.attribute(owners[0], word.text)
        assert attribute is not None
        if attribute[1].is_value:
            name = f"{owners[0]}.{word.text}"
            return Target(name, None, attribute[1].type)
        world.used.add(("attribute", word.text))
        return Target(None, (owners[0], word.text), attribute[1].type)
    if owners:
        draft.report.add("name-clash.several-kinds-attribute", word.span, word=word.text)
    elif word.text == WORKS:
        kind = of.text if of is not None else "KIND"
        draft.report.add("unknown-value.no-kind-says", word.span, kind=kind, works=WORKS)
    else:
        names = [*world.values, *(a.name for kind in world.kinds.values() for a in kind.attributes)]
        unknown(draft.report, "unknown-value", word.text, word.span, names, "value or attribute")
    return None


Key = tuple[str, str]
"""The kind that declares an attribute, and its name."""


def take_over(draft: Draft) -> None:
    """Count what a modifier can put under an attribute among what cards say there."""
    pairs = [(target, source) for _, target, source in _taken(draft)]
    effects, is_done = draft.world.effects, not pairs
    while not is_done:
        is_done = True
        for target, source in pairs:
            known = effects.get(target, [])
            more = [id_ for id_ in effects.get(source, ()) if id_ not in known]
            if more:
                effects[target], is_done = [*known, *more], False


def check_taken_over(draft: Draft) -> None:
    """Report what a modifier lets cards say that they cannot do."""
    texts = {text.id: text for text in draft.effect_texts}
    for modifier, target, source in _taken(draft):
        wanted, given = (
            tuple(str(slot.type) for slot in _attribute_of(key, draft).slots)
            for key in (target, source)
        )
        if wanted != given:
            draft.report.add(
                "wrong-type.takes",
                modifier.span,
                source=source[1],
                given=_in_words(given),
                target=target[1],
                wanted=_in_words(wanted),
            )
            continue
        said = (texts[id_] for id_ in draft.world.effects.get(source, ()))
        wrong = next((text for text in said if not _can_do(target[0], text, draft)), None)
        if wrong is not None:
            kind = draft.world.definitions[wrong.card]
            draft.report.add(
                "wrong-type.says-every-may",
                modifier.span,
                card=wrong.card,
                attribute=wrong.attribute.name,
                kind=kind,
                target=target[0],
            )


def _taken(draft: Draft) -> Iterator[tuple[Modifier, Key, Key]]:
    """Yield each modifier with the attribute that it changes and one that it reads, of those that
    hold steps."""
    for modifier in draft.modifiers:
        for node in walk(modifier.to) if modifier.attribute else ():
            if modifier.attribute and isinstance(node, OfAttribute) and is_effect(node.type):
                yield modifier, modifier.attribute, (node.kind, node.name)


def _attribute_of(key: Key, draft: Draft) -> Attribute:
    found = draft.world.attribute(*key)
    assert found is not None
    return found[1]


def _in_words(types: tuple[str, ...]) -> str:
    return f"({', '.join(types)})" if types else "nothing"


def _can_do(kind: str, text: EffectText, draft: Draft) -> bool:
    """Return whether every card of a kind can do what one card says."""
    own = draft.world.definitions[text.card]
    if own in draft.world.lineage(kind):
        return True
    if kind not in draft.world.lineage(own):
        return False
    found = Report()
    with draft.reporting_to(found):
        check_effect(text, kind, draft)
    return not found.diagnostics
