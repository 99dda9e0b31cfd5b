"""A card that people know by its id.

What it finds: a card without a name, of a kind of which at least half of the cards have one.

Why it matters: its id stands on the screen, in logs and in print, in every language.

Bad:

    cards:
    - {id: copper, kind: coin, name: {en: Copper, ja: 銅}}
    - {id: silver, kind: coin}

Good:

    cards:
    - {id: copper, kind: coin, name: {en: Copper, ja: 銅}}
    - {id: silver, kind: coin, name: {en: Silver, ja: 銀}}

Exceptions: kinds of which most cards have no names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, is_shared


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each card without a name among others that have one."""
    cards = [card for card in facts.game.definitions if not is_shared(card.span)]
    every = Counter(card.kind for card in cards)
    named = Counter(card.kind for card in cards if card.name)
    for card in cards:
        if not card.name and 2 * named[card.kind] >= every[card.kind]:
            yield finding("unnamed-card", card.span, card=card.id, kind=card.kind)
