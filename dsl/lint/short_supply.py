"""More copies are made at once than there are of a card.

What it finds: a `create` with a card and a number larger than the card's copies. A card without
`copies` has one. Also a `create` with cards of a kind that all have 0 copies.

Why it matters: the missing cards never come. The event happens all the same, with fewer cards.

Bad:

    cards: [{id: sprite, kind: beast}]
    events: {swarm: {do: create 2 sprite into me.field}}

Good:

    cards: [{id: sprite, kind: beast, copies: any}]
    events: {swarm: {do: create 2 sprite into me.field}}

Exceptions: numbers that depend on the match. The log and the result of `create` give the number of
cards that came.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts
from dsl.model.expressions import Constant
from dsl.model.game import Game
from dsl.model.nouns import is_kind_of
from dsl.model.steps import DoEvent
from dsl.model.traits import Counted
from dsl.model.types import DefinitionType, Type, innermost
from dsl.model.walk import walk
from dsl.source import Span


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each `create` of more copies than there are."""
    for step in facts.rule_nodes(DoEvent):
        if step.event == "create":
            for part in walk(step.arguments[0]):
                if isinstance(part, Counted):
                    yield from _of_part(facts.game, part, step.span)


def _of_part(game: Game, part: Counted, span: Span) -> Iterator[Diagnostic]:
    if not isinstance(part.key, Constant):
        yield from _of_any(game, innermost(part.key.type), span)
        return
    card, number = game.definitions[int(str(part.key.value))], part.count
    asked = number.value if isinstance(number, Constant) else 0
    if isinstance(asked, int) and asked > card.copies and not card.is_unlimited:
        yield finding("short-supply.card", span, card=card.id, asked=asked, there=card.copies)


def _of_any(game: Game, type_: Type, span: Span) -> Iterator[Diagnostic]:
    """Report a `create` of whichever card of a kind it is, where none has copies."""
    if not isinstance(type_, DefinitionType):
        return
    cards = [card for card in game.definitions if is_kind_of(game.kinds, card.kind, type_.kind)]
    if cards and not any(card.copies or card.is_unlimited for card in cards):
        yield finding("short-supply.kind", span, kind=type_.kind)
