"""Two cards that people cannot tell apart by name.

What it finds: two cards of one kind with the same name in every language.

Why it matters: in a log, on a button and in print the name is ambiguous.

Bad:

    cards:
    - {id: fog, kind: weather, name: {en: Fog, ja: 霧}, strength: 1}
    - {id: mist, kind: weather, name: {en: Fog, ja: 霧}, strength: 2}

Good:

    cards:
    - {id: fog, kind: weather, name: {en: Fog, ja: 霧}, strength: 1}
    - {id: mist, kind: weather, name: {en: Mist, ja: もや}, strength: 2}

Exceptions: cards from one entry of a table; a fully equal card, which `equal-card` reports. This is
advice, and no warning.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic, Label, finding
from dsl.diagnostics.wording import Said
from dsl.lint.equal_card import equal_pairs
from dsl.lint.facts import Facts, is_shared
from dsl.model.nouns import Definition


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each card that has the name of an earlier one."""
    known: dict[tuple[object, ...], Definition] = {}
    equal = {card.id for _, card in equal_pairs(facts.game)}
    for card in facts.game.definitions:
        if not card.name or card.id in equal or is_shared(card.span):
            continue
        first = known.setdefault((card.kind, *sorted(card.name.items())), card)
        if first is not card and first.span != card.span:
            labels = (Label(first.span, Said("same-name.other")),)
            yield finding("same-name", card.span, labels=labels, card=card.id, first=first.id)
