"""A pile that is shuffled where it is seen, and then hidden.

What it finds: steps that shuffle a zone with visible cards or a visible top card, and then move its
cards to a hidden zone without shuffling it.

Why it matters: players remember the seen cards. If all cards were visible, they know the whole
order of the hidden pile; if only the top was, they know that card.

Bad:

    zones:
      deck: {of: card, order: stack, seen-by: nobody}
      discard: {of: card, order: stack, seen-by: everyone}
    events:
      reshuffle:
        do: shuffle discard; move discard to bottom of deck

Good:

    zones:
      deck: {of: card, order: stack, seen-by: nobody}
      discard: {of: card, order: stack, seen-by: everyone}
      mixing: {of: card, order: stack, seen-by: nobody}
    events:
      reshuffle:
        do: move discard to mixing; shuffle mixing; move mixing to bottom of deck

Exceptions: cards that all shall know, such as a top card turned up before it goes under the deck.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, is_shared
from dsl.model.expressions import ZoneCards, ZoneKey, ZoneRef
from dsl.model.nouns import Zone
from dsl.model.steps import Body, DoEvent
from dsl.model.walk import walk
from dsl.words.vocabulary import AS_ONE


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each step that hides what was shuffled in sight."""
    game = facts.game
    found = {}
    for body in facts.rule_nodes(Body):
        for step, old, new in _hidden(body):
            if not is_shared(step.span) and _tells(game.zones[old], game.zones[new]):
                found[step.span] = old, new
    for span, (old, new) in found.items():
        is_seen = any(audience.cards != "nobody" for _, audience in game.zones[old].audiences)
        key = "shuffled-in-sight.seen" if is_seen else "shuffled-in-sight.top"
        yield finding(key, span, old=old.name, new=new.name)


def _hidden(body: Body) -> Iterator[tuple[DoEvent, ZoneKey, ZoneKey]]:
    """Yield the moves from a zone shuffled before to one that is not shuffled after."""
    steps = [step for step in walk(body.steps) if isinstance(step, DoEvent)]
    shuffles = [(i, _zone(step, 0)) for i, step in enumerate(steps) if step.event == "shuffle"]
    for shuffled, old in shuffles:
        for place, move in enumerate(steps):
            new = _zone(move, 1) if move.event in AS_ONE and place > shuffled else None
            moved = (node for node in walk(move.arguments[:1]) if isinstance(node, ZoneCards))
            if old is None or new is None or all(node.zone != old for node in moved):
                continue
            if not any(zone == new and later > place for later, zone in shuffles):
                yield move, old, new


def _zone(step: DoEvent, argument: int) -> ZoneKey | None:
    where = step.arguments[argument]
    return where.zone if isinstance(where, ZoneRef) else None


def _tells(old: Zone, new: Zone) -> bool:
    """Return whether somebody who sees the one, or its top, does not see the other."""
    if old.order == "none" or new.order == "none":
        return False
    hides = {audience.cards for _, audience in new.audiences}
    shows = {audience.top for _, audience in old.audiences}
    return "everyone" not in hides and "nobody" not in shows and shows != hides
