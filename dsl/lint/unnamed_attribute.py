"""An attribute that people read by its id.

What it finds: an attribute without text, of a kind whose cards lie in zones, or with parameters.
The game has another language than English, and words for at least half of its attributes, zones and
state.

Why it matters: screens show attributes with their values beside a card; rules and cards show those
with parameters. Without words they show the id in every language.

Bad:

    kinds:
      sailor:
        attributes: {rank: int}

Good:

    kinds:
      sailor:
        attributes:
          rank: {is: int, text: {en: rank, ja: 階級}}

Exceptions: attributes that hold steps, and those that are no, none, 0 or empty on every card. Games
in English alone: an id is a word there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, is_shared, texts
from dsl.model.expressions import Constant, ListOfItems
from dsl.model.game import Game
from dsl.model.nouns import Attribute, Definition, with_bases
from dsl.model.traits import HAS
from dsl.model.types import is_effect
from dsl.model.walk import WORKS

_ENGLISH: Final = "en"
_NOUNS: Final = ("attribute", "zone", "state")


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each attribute of cards in zones that has no words."""
    nouns = [read for read in texts(facts) if read.sort in _NOUNS]
    is_told = 2 * sum(bool(read.text) for read in nouns) >= len(nouns)
    if not is_told or {*facts.game.manifest.languages} <= {_ENGLISH}:
        return
    found = {each.span: each for card in facts.game.definitions for each in _said(facts.game, card)}
    for span, each in found.items():
        yield finding("unnamed-attribute", span, name=each.name)


def _said(game: Game, card: Definition) -> Iterator[Attribute]:
    """Yield the attributes without words that stand beside a card where it lies."""
    kinds = [*with_bases(game.kinds, card.kind)]
    for attribute in (each for kind in kinds for each in kind.attributes if each.is_value):
        is_said = f"{card.id}.{attribute.name}" in game.values and attribute.name != WORKS
        if is_said and not attribute.text and not is_shared(attribute.span):
            yield attribute
    if not any(zone.of in {kind.name for kind in kinds} for zone in game.zones.values()):
        return
    for attribute in (each for kind in kinds for each in kind.attributes):
        is_told = attribute.name not in (WORKS, HAS) and not is_effect(attribute.type)
        if is_told and not attribute.text and not is_shared(attribute.span):
            formula = card.attributes.get(attribute.name)
            if formula is not None and not _is_nothing(formula.expression):
                yield attribute


def _is_nothing(said: object) -> bool:
    """Return whether nothing stands beside a card that says so: no, none, 0 or empty."""
    if isinstance(said, ListOfItems):
        return not said.items
    return isinstance(said, Constant) and said.value in (None, False, 0, ())
