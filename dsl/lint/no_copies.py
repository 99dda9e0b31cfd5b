"""A card of which a match has no copy.

試合に一枚も入らないカードです。

What it finds: `copies: 0` of a card or kind, in a game that creates no cards.

Why it matters: the card stands in lists, in print and on pages, and in no match.

Bad:

    cards:
    - {id: silver, kind: coin, copies: 0}

Good:

    cards:
    - {id: silver, kind: coin, copies: 20}

Exceptions: games that `create` cards: what begins with none may come later.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.lint.facts import Facts, is_shared
from dsl.model.steps import DoEvent

HELP: Final = "write how many there are; what is to be left out can be a comment"


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each card of which there is no copy."""
    if any(step.event == "create" for step in facts.nodes(DoEvent)):
        return
    for card in facts.game.definitions:
        if card.copies == 0 and not is_shared(card.span):
            message = f"a match has no copy of `{card.id}`"
            yield Diagnostic("no-copies", message, card.span, (HELP,))
