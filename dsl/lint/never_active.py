"""Rules of cards that never work.

What it finds: a kind whose cards have actions, triggers or other rules, but no `active-in` and no
`unique`. These rules work nowhere.

Why it matters: the rules look right, but nothing ever happens, and nobody sees why.

Bad:

    kinds:
      lamp: {start: player.hand}
    cards:
    - {kind: lamp, id: storm-lamp, triggers: [{after: draw, do: draw 1}]}

Good:

    kinds:
      lamp: {start: player.hand, active-in: player.hand}
    cards:
    - {kind: lamp, id: storm-lamp, triggers: [{after: draw, do: draw 1}]}

Exceptions: rules with an `active-in` of their own; kinds that are `unique`.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, is_shared
from dsl.model.nouns import with_bases
from dsl.source import Span


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each kind with rules that work nowhere, at the first of them."""
    game = facts.game
    kinds = {card.id: card.kind for card in game.definitions}
    first: dict[str, Span] = {}
    for rule in (*game.actions, *game.rules):
        kind = rule.kind or kinds.get(rule.card or "", "")
        if not kind or rule.active_in is not None or is_shared(rule.span):
            continue
        if not any(base.active_in or base.is_unique for base in with_bases(game.kinds, kind)):
            first.setdefault(kind, rule.span)
    for kind, span in first.items():
        meant = (str(key) for key, zone in game.zones.items() if zone.of == kind)
        yield finding("never-active", span, kind=kind, zone=next(meant, "ZONE"))
