"""A state that players are never shown.

What it finds: a state without text, of a game that has words for at least half of its state. In any
game, also a state of places on a drawn board that decides the offers.

Why it matters: state without words is never on the screen, so players miss it.

Bad:

    state:
      dealer: player
      promise: {is: maybe color, text: {en: promise, ja: 約束}}

Good:

    state:
      dealer: {is: player, text: {en: dealer, ja: 親}}
      promise: {is: maybe color, text: {en: promise, ja: 約束}}

Exceptions: state that says `show: false`, that nobody sees, and the counters of `limit:`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, is_shared
from dsl.model.expressions import StateKey, StateRead
from dsl.model.game import Game
from dsl.model.nouns import with_bases
from dsl.model.walk import walk

_MADE: Final = ":"


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each state that has no words among others that have."""
    fields = [
        (key, field)
        for key, field in facts.game.state.items()
        if field.is_shown
        and field.seen_by != "nobody"
        and _MADE not in key.name
        and not key.is_definition
    ]
    is_usual = 2 * sum(bool(field.text) for _, field in fields) >= len(fields)
    asked = frozenset() if is_usual else _asked_on_boards(facts.game)
    for key, field in fields:
        if not field.text and not is_shared(field.span) and (is_usual or key in asked):
            yield finding("unnamed-state", field.span, name=key.dotted)


def _asked_on_boards(game: Game) -> frozenset[StateKey]:
    """Return the state of places of drawn boards that what is offered depends on."""
    laid_out = {place for layout in game.layouts if layout.is_drawn
                for row in layout.rows for place in row}  # fmt: skip
    of_places = (card.kind for card in game.definitions if card.id in laid_out)
    kinds = {base.name for kind in {*of_places} for base in with_bases(game.kinds, kind)}
    offered = tuple((action.when, action.parameters) for action in game.actions)
    read = {node.state for node in walk(offered) if isinstance(node, StateRead)}
    return frozenset(key for key in read if key.owner in kinds)
