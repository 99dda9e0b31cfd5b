"""Read grants: rules that a card, a kind, a keyword or the game itself gives to other cards.

What one grants is a keyword without a text, named like its card, and a modifier of `has` that gives
it. So it is asked for, counted and lost like any keyword.
"""

from __future__ import annotations

from functools import reduce
from typing import Final

from msgspec.structs import replace

from dsl.check.expressions.expressions import check_expression
from dsl.check.expressions.names_declared import unknown
from dsl.check.nouns.keywords import declare_enum
from dsl.check.rules.card_rules import RuleText, rule_texts
from dsl.check.scopes.collect import report_duplicate
from dsl.check.scopes.draft import Draft, KeywordText
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.types import read_zone
from dsl.check.texts.package import expression_of
from dsl.check.texts.texts import text_of
from dsl.diagnostics.diagnostic import Report
from dsl.keys.nouns import OfCardKeys
from dsl.keys.rules import GIVEN, GrantKeys
from dsl.model.nouns import Text
from dsl.model.traits import HAS
from dsl.model.types import UNKNOWN, EntityType, element_of, plain_type
from dsl.syntax import trees

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
