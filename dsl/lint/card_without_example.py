"""A card with rules and without an example.

What it finds: a card with triggers, replacements, forbids, modifiers or actions, but without an
example.

Why it matters: an example is a test, a page of the manual and a part of coverage. Nobody has seen a
card without one at work.

Bad:

    kind: artifact
    triggers:
    - after: gain
      do: draw 1

Good:

    kind: artifact
    triggers:
    - after: gain
      do: draw 1
    examples:
    - given: {me.field: [self]}
      play: [gain]
      then: count(me.hand) == 1

Exceptions: rules that stand on the card's kind.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each card with rules that has no example."""
    game = facts.game
    shown = {example.card for example in game.examples}
    bearing = {rule.card for rule in (*game.rules, *game.actions)}
    for card in game.definitions:
        if card.id in bearing and card.id not in shown:
            yield finding("card-without-example", card.span, card=card.id)
