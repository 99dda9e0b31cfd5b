"""More copies are made at once than there are of a card.

カードの枚数より多く作られます。

What it finds: a `create` with a card and a number larger than the card's copies. A card without
`copies` has one.

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

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.lint.facts import Facts
from dsl.model.expressions import Constant
from dsl.model.steps import DoEvent
from dsl.model.traits import Counted
from dsl.model.walk import walk


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each `create` of more copies than there are."""
    definitions = facts.game.definitions
    for step in facts.rule_nodes(DoEvent):
        if step.event != "create":
            continue
        for part in walk(step.arguments[0]):
            if not isinstance(part, Counted) or not isinstance(part.key, Constant):
                continue
            card, number = definitions[int(str(part.key.value))], part.count
            asked = number.value if isinstance(number, Constant) else 0
            if isinstance(asked, int) and asked > card.copies and not card.is_unlimited:
                there = "1 copy" if card.copies == 1 else f"{card.copies} copies"
                message = f"{asked} of `{card.id}` are made here; it has {there}"
                help_text = f"write `copies: any` on `{card.id}`, or how many there are"
                yield Diagnostic("short-supply", message, step.span, (help_text,))
