"""More copies are made at once than there are of a card.

カードの枚数より多く作られます。

What it finds: a `create` that names a card and a number, where the card has fewer copies: it says
so, or it says nothing, and then it has one.

Why it matters: those that are missing never come. The event happens all the same, with fewer.

Bad:

    cards: [{id: sprite, kind: beast}]
    events: {swarm: {do: create 2 sprite into me.field}}

Good:

    cards: [{id: sprite, kind: beast, copies: any}]
    events: {swarm: {do: create 2 sprite into me.field}}

Exceptions: numbers that only the match tells. The log and the result of `create` tell how many
came.
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
