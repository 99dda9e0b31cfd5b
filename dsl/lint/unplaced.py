"""A place that no board shows.

どのボードにも置かれていない場所です。

What it finds: a card of a kind most of whose cards stand as places in the `layout`, that stands in
none.

Why it matters: it is there for the rules, and nobody sees it; nothing is beside it.

Bad:

    layout:
      sea: {rows: [[isle-1, isle-2], [isle-3, none]]}    # and there is an `isle-4`

Good:

    layout:
      sea: {rows: [[isle-1, isle-2], [isle-3, isle-4]]}

Exceptions: kinds of which half or fewer are placed; cards that an option brings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.lint.facts import Facts
from dsl.model.nouns import Definition

HELP: Final = "name it in a row of the layout, or take it out of the game"


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
    by_kind: dict[str, list[Definition]] = defaultdict(list)
    for card in facts.game.definitions:
        by_kind[card.kind].append(card)
    for cards in by_kind.values():
        out = [card for card in cards if card.id not in placed and card.only_if is None]
        if out and len(out) < len(cards) / 2:
            for card in out:
                message = f"`{card.id}` stands on no board, though most of `{card.kind}` do"
                yield Diagnostic("unplaced", message, card.span, (HELP,))
