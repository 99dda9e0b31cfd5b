"""A secret that is kept for the next match.

What it finds: `keeps` that reads attributes or definitions of cards in a hidden zone, if no step of
the game reveals that zone.

Why it matters: the kept value becomes an option of the next match, which all can read. So all learn
the hidden cards.

Bad:

    options:
      best: list of def of card
    zones:
      deck: {of: card, order: stack, seen-by: nobody}
    end:
      when: round > 2
      keeps: {best: "each(deck, it.definition)"}

Good:

    options:
      best: list of def of card
    zones:
      deck: {of: card, order: stack, seen-by: nobody}
      table: {of: card, order: row, seen-by: everyone}
    end:
      when: round > 2
      keeps: {best: "each(table, it.definition)"}

Exceptions: cards that all have seen on the way to their zone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts
from dsl.model.expressions import Property, ZoneKey
from dsl.model.game import Game
from dsl.model.steps import DoEvent
from dsl.model.traits import OfAttribute
from dsl.model.walk import walk

TELLING: Final = frozenset({"definition", "kind"})


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each option that keeps what is hidden."""
    game = facts.game
    if game.end is None or game.end.span is None or game.players.high == 1:
        return
    shown = shown_zones(facts)
    for option, formula in game.end.keeps.items():
        nodes = [*walk(formula.expression)]
        if not any(map(tells_card, nodes)):
            continue
        for key in dict.fromkeys(zones_in(game, nodes)):
            if key not in shown and not any(
                "everyone" in (a.cards, a.contents) for _, a in game.zones[key].audiences
            ):
                yield finding("kept-secret", game.end.span, option=option, zone=key.name)


def shown_zones(facts: Facts) -> frozenset[ZoneKey]:
    """Return the zones of which some step of the game reveals cards."""
    return frozenset(
        key
        for step in facts.rule_nodes(DoEvent)
        if step.event == "reveal"
        for key in zones_in(facts.game, walk(step))
    )


def zones_in(game: Game, nodes: Iterable[object]) -> Iterator[ZoneKey]:
    """Yield the zones that parts of an expression or step name."""
    keys = (getattr(node, "zone", None) for node in nodes)
    yield from (key for key in keys if key is not None and key in game.zones)


def tells_card(node: object) -> bool:
    """Return whether a part of an expression reads which card one is."""
    if isinstance(node, Property):
        return node.name in TELLING
    return isinstance(node, OfAttribute)
