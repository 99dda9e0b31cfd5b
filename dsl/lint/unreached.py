"""A place of a board that no path reaches.

What it finds: a place in the rows or the ring of a layout with `paths`, if no path leads to it and
no other board gives its neighbours.

Why it matters: if a board has `paths`, they alone define neighbours. The place has none, even
beside others on the board.

Bad:

    layout:
      land: {rows: [[north, ford, none, mill]], paths: {ford: [mill]}}    # north is beside nothing

Good:

    layout:
      land: {rows: [[north, ford, none, mill]]}
      bridge: {paths: {ford: [mill]}, draw: false}

Exceptions: places that an option brings.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts
from dsl.words.boards import ground_of


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each layout with paths that leaves places out."""
    boards = [layout for layout in facts.game.layouts if layout.zone is None]
    reached = {
        place for layout in boards for place, near in ground_of(layout).beside.items() if near
    }
    optional = {card.id for card in facts.game.definitions if card.only_if is not None}
    for layout in boards:
        places = (place for row in layout.rows for place in row if place is not None)
        out = [place for place in places if place not in reached and place not in optional]
        if layout.paths and out:
            key = "unreached.one" if len(out) == 1 else "unreached.many"
            yield finding(key, layout.span, layout=layout.id, out=tuple(out))
