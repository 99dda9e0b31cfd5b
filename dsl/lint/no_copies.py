"""A card of which a match has no copy.

What it finds: `copies: 0` of a card or kind that nothing refers to. `create` makes none of them.

Why it matters: the card stands in lists, in print and on pages, and in no match.

Bad:

    cards:
    - {id: silver, kind: coin, copies: 0}

Good:

    cards:
    - {id: silver, kind: coin, copies: 20}

Exceptions: cards that rules name, and kinds in the type of an attribute, a state or a list (`def of
coin`, `definitions(coin)`): they are data.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, is_shared
from dsl.model.expressions import Constant, Definitions
from dsl.model.nouns import is_kind_of
from dsl.model.types import DefinitionType, Type, innermost


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each card of which there is no copy."""
    game = facts.game
    named = {
        game.definitions[int(str(node.value))].id
        for node in facts.nodes(Constant)
        if isinstance(node.type, DefinitionType) and node.value is not None
    }
    types: list[Type] = [field.type for field in game.state.values()]
    types += [each.type for kind in game.kinds.values() for each in kind.attributes]
    kinds = {each.kind for each in map(innermost, types) if isinstance(each, DefinitionType)}
    kinds |= {node.kind for node in facts.nodes(Definitions)}
    for card in game.definitions:
        if card.copies or card.is_unlimited or card.id in named or is_shared(card.span):
            continue
        if not any(is_kind_of(game.kinds, card.kind, kind) for kind in kinds):
            yield finding("no-copies", card.span, card=card.id)
