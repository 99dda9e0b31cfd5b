"""A card that alone takes the default of an attribute.

What it finds: a card that lacks an attribute which every other card of its kind has, in a kind with
at least four cards.

Why it matters: the default applies, and a card without its price is free.

Bad:

    kinds:
      coin: {attributes: {price: int = 0}}
    cards:
    - each: {kind: coin}
      rows:
      - {id: copper, price: 1}
      - {id: silver}
      - {id: gold, price: 6}
      - {id: platinum, price: 9}

Good:

    kinds:
      coin: {attributes: {price: int = 0}}
    cards:
    - each: {kind: coin}
      rows:
      - {id: copper, price: 1}
      - {id: silver, price: 0}
      - {id: gold, price: 6}
      - {id: platinum, price: 9}

Exceptions: attributes that hold steps, have parameters or may be none; this is advice, and no
warning.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, is_shared
from dsl.model.nouns import Attribute, Definition, with_bases
from dsl.model.traits import HAS
from dsl.model.types import Maybe, is_effect
from dsl.model.walk import WORKS

FEWEST: Final = 4
"""Cards of a kind, of which one is an exception."""


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each card that alone leaves out what the others of its kind say."""
    game = facts.game
    for kind in game.kinds:
        cards = [card for card in game.definitions if card.kind == kind]
        declared = [each for base in with_bases(game.kinds, kind) for each in base.attributes]
        for attribute in declared if len(cards) >= FEWEST else ():
            silent = [card for card in cards if _is_silent(card, attribute)]
            if len(silent) == 1 and not is_shared(silent[0].span):
                card, name = silent[0], attribute.name
                yield finding("unsaid-attribute", card.span, card=card.id, name=name, kind=kind)


def _is_silent(card: Definition, attribute: Attribute) -> bool:
    """Return whether a card takes the default itself, and not something written like it."""
    if attribute.name in (WORKS, HAS) or attribute.default is None or attribute.is_value:
        return False
    if is_effect(attribute.type) or isinstance(attribute.type, Maybe):
        return False
    return card.attributes.get(attribute.name) is attribute.default
