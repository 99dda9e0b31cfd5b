"""A place that no board shows.

What it finds: a card in no `layout`, of a kind whose cards are mostly in one, if rules ask for near
places.

Why it matters: nothing is beside it, and nobody sees where it is.

Bad:

    layout:
      sea: {rows: [[isle-1, isle-2], [isle-3, none]]}    # and there is an `isle-4`
    values:
      near(isle i) -> int: count(beside(i))

Good:

    layout:
      sea: {rows: [[isle-1, isle-2], [isle-3, isle-4]]}
    values:
      near(isle i) -> int: count(beside(i))

Exceptions: kinds of which half or fewer are placed, or whose boards serve the picture only; cards
of an option.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts
from dsl.model.expressions import Primitive
from dsl.model.nouns import Definition
from dsl.model.types import EntityType, ListOf, SetOf, plain_type
from dsl.words import boards

_OF_BOARDS: Final = frozenset(each.name for each in boards.FUNCTIONS)


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each card that is left out where most of its kind are placed."""
    placed = {
        id_
        for layout in facts.game.layouts
        for row in layout.rows
        for place in (*row, *(inner for each in row for inner in layout.inside.get(each or "", ())))
        if (id_ := place) is not None
    }
    placed |= {id_ for layout in facts.game.layouts for pair in layout.paths for id_ in pair}
    asked = set()  # the kinds of which rules ask which are near
    for node in facts.nodes(Primitive):
        for each in node.arguments if node.name in _OF_BOARDS else ():
            plain = plain_type(each.type)
            inner = plain_type(plain.of) if isinstance(plain, ListOf | SetOf) else plain
            if isinstance(inner, EntityType):
                asked.add(inner.kind)
    by_kind: dict[str, list[Definition]] = defaultdict(list)
    for card in facts.game.definitions:
        if card.kind in asked:
            by_kind[card.kind].append(card)
    for cards in by_kind.values():
        out = [card for card in cards if card.id not in placed and card.only_if is None]
        if out and len(out) < len(cards) / 2:
            for card in out:
                yield finding("unplaced", card.span, card=card.id, kind=card.kind)
