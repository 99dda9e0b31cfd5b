"""Compare what cards and rules say, wherever they stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from dsl.model.game import Game
from dsl.model.nouns import Definition
from dsl.model.rules import Limit
from dsl.records import Record, Span, fields_of

PLACE: Final = frozenset({"span", "id", "card"})
"""Fields that tell where a rule stands, and not what it does."""


def likeness(node: object) -> object:
    """Return plain data that is equal for two nodes that say the same."""
    if isinstance(node, tuple):
        return tuple(map(likeness, node))
    if isinstance(node, Mapping):
        return tuple(sorted((key, likeness(value)) for key, value in node.items()))
    if isinstance(node, Limit):
        return (node.number, node.scope)
    node_type: Any = type(node)
    names = _kept(node_type)
    if names is None:
        return node
    return (type(node).__name__, *[likeness(getattr(node, name)) for name in names])


@cache
def _kept(node_type: type) -> tuple[str, ...] | None:
    """Return the fields of a type that say what a node does; None for what is no node."""
    if not issubclass(node_type, Record) or issubclass(node_type, Span):
        return None
    return tuple(name for name in fields_of(node_type) if name not in PLACE)


def equal_pairs(game: Game) -> Iterator[tuple[Definition, Definition]]:
    """Yield each card that is as one written before it, with that one."""
    rules: dict[str, list[object]] = {}
    for rule in (*game.rules, *game.actions, *game.effects):
        if rule.card is not None:
            rules.setdefault(rule.card, []).append(rule)
    alike: dict[int, int] = {}
    numbers: dict[str, int] = {}
    printed: dict[object, list[Definition]] = {}

    def number_of(formula: object) -> int:
        """Return a number that is the same for formulas that say the same; cards share many."""
        if id(formula) not in alike:
            said = repr(likeness(formula))
            alike[id(formula)] = numbers.setdefault(said, len(numbers))
        return alike[id(formula)]

    for card in sorted(game.definitions, key=lambda each: (each.span.source.path, each.span.start)):
        if not game.kinds[card.kind].is_unique and card.only_if is None:
            name = () if card.id in rules else likeness(card.name or {"": card.id})
            values = sorted((key, number_of(each)) for key, each in card.attributes.items())
            text = repr((card.kind, name, likeness(card.text)))
            printed.setdefault((text, *values), []).append(card)
    for cards in printed.values():
        known: dict[str, Definition] = {}
        for card in cards if len(cards) > 1 else ():
            first = known.setdefault(repr(likeness(tuple(rules.get(card.id, ())))), card)
            if first is not card:
                yield first, card
