"""A card that is another one under a second id.

What it finds: two cards of a kind with equal attributes, texts and rules, neither of which is named
by its id. Names count only for cards without rules. A card without a name is called by its id.

Why it matters: the author copied one and forgot to change it. Or copies were meant, and people see
two cards instead of one.

Bad:

    cards:
    - {id: plum, kind: fruit, taste: sweet, size: 1, name: {en: Plum}}
    - {id: plum-two, kind: fruit, taste: sweet, size: 1, name: {en: Plum}}

Good:

    cards:
    - {id: plum, kind: fruit, taste: sweet, size: 1, copies: 2, name: {en: Plum}}

Exceptions: cards of a unique kind, cards without rules that have other names, and cards that only
some options bring.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic, Label, finding
from dsl.diagnostics.wording import Said
from dsl.lint.facts import Facts
from dsl.lint.likeness import likeness
from dsl.model.expressions import Constant
from dsl.model.game import Game
from dsl.model.nouns import Definition
from dsl.model.types import DefinitionType, plain_type
from dsl.model.walk import walk


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each card that another one is already."""
    game = facts.game
    pairs = list(equal_pairs(game))
    if not pairs:
        return
    scripted = walk((tuple(game.scripts), tuple(game.examples)))
    named = {
        game.definitions[node.value].id
        for node in (*facts.nodes(Constant), *scripted)
        if isinstance(node, Constant)
        and isinstance(plain_type(node.type), DefinitionType)
        and isinstance(node.value, int)
    }
    for first, card in pairs:
        if not {first.id, card.id} & named:
            labels = (Label(first.span, Said("equal-card.other")),)
            yield finding("equal-card", card.span, labels=labels, card=card.id, first=first.id)


def equal_pairs(game: Game) -> Iterator[tuple[Definition, Definition]]:
    """Yield each card that is as one written before it, with that one."""
    rules: dict[str, list[object]] = {}
    for rule in (*game.rules, *game.actions, *game.effects):
        if rule.card is not None:
            rules.setdefault(rule.card, []).append(rule)
    printed: dict[str, list[Definition]] = {}
    for card in sorted(game.definitions, key=lambda each: (each.span.source.path, each.span.start)):
        if not game.kinds[card.kind].is_unique and card.only_if is None:
            name = () if card.id in rules else likeness(card.name or {"": card.id})
            said = repr((card.kind, name, likeness(card.text), likeness(card.attributes)))
            printed.setdefault(said, []).append(card)
    for cards in printed.values():
        known: dict[str, Definition] = {}
        for card in cards if len(cards) > 1 else ():
            first = known.setdefault(repr(likeness(tuple(rules.get(card.id, ())))), card)
            if first is not card:
                yield first, card
