"""Check `works-while`: an attribute of cards that says when their rules work.

A kind says it for all its cards, a card for itself. It is read like any attribute, and modifiers
may change it: what is silenced is what they make false.
"""

from __future__ import annotations

from dataclasses import replace

from dsl.check.nouns.kinds import bases_first
from dsl.check.scopes.draft import Draft
from dsl.check.texts.shapes import child
from dsl.check.texts.trees_of import expression_of
from dsl.model.expressions import AttributeRead, Expression, IsKind, Logic, Role
from dsl.model.nouns import Attribute
from dsl.model.slots import conjunction
from dsl.model.types import BOOL, EntityType
from dsl.model.works import WORKS
from dsl.source import Span
from dsl.syntax.documents import Node
from dsl.syntax.trees import Name


def declare_works(draft: Draft) -> None:
    """Give the kinds that say when their rules work, or have a card that does, the attribute."""
    spoken = {c.kind.text: c.keys[WORKS].key.span for c in draft.package.cards
              if c.kind is not None and WORKS in c.keys}  # fmt: skip
    for name in bases_first(draft):
        node = child(draft.kind_nodes[name], WORKS)
        if draft.world.attribute(name, WORKS) is not None:
            if node is not None:
                message = f"a kind that `{name}` extends says `{WORKS}` already"
                draft.report.add("duplicate-name", message, node.span, "say it in one of them")
        elif node is not None:
            _declare(name, node, node.span, draft)
        elif name in spoken:
            _declare(name, None, spoken[name], draft)


def _declare(kind: str, node: Node | None, span: Span, draft: Draft) -> None:
    """Give a kind the attribute, with what it says as the default."""
    tree = Name("true", span) if node is None else expression_of(node, draft.report)
    draft.attribute_defaults[kind, WORKS] = tree or Name("true", span)
    attribute = Attribute(name=WORKS, type=BOOL, default=None, span=span, text={}, slots=())
    found = draft.world.kinds[kind]
    draft.world.kinds[kind] = replace(found, attributes=(*found.attributes, attribute))


def works(kind: str | None, card: str | None, draft: Draft) -> Expression | None:
    """Return when a rule works that stands on a card of a kind, or on all of them; None for
    always."""
    world = draft.world
    if kind is None:
        return None
    found: list[Expression] = []
    for name, declared in world.kinds.items():
        if all(each.name != WORKS for each in declared.attributes):
            continue
        read = AttributeRead(name, WORKS, Role("self", EntityType(name)), BOOL)
        if name in world.lineage(kind):
            found.append(read)
        elif card is None and kind in world.lineage(name):
            other = IsKind(Role("self", EntityType(kind)), name, True, BOOL)
            found.append(Logic("or", other, read, BOOL))
        else:
            continue
        world.used.add(("attribute", f"{name}.{WORKS}"))
    return conjunction(found)


def while_works(
    condition: Expression | None, kind: str | None, card: str | None, draft: Draft
) -> Expression | None:
    """Return the condition of such a rule: it works, too."""
    own = works(kind, card, draft)
    return conjunction(each for each in (condition, own) if each is not None)
