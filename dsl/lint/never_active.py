"""Rules of cards that never work.

決して働かないカードの効果です。

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
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.lint.facts import Facts, is_shared
from dsl.model.game import Game
from dsl.model.nouns import with_bases
from dsl.source import Span

HELP: Final = (
    "say in `kinds` where they work, as `active-in: {zone}`; or `unique: true`: everywhere"
)


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each kind with rules that work nowhere, at the first of them."""
    game = facts.game
    kinds = {card.id: card.kind for card in game.definitions}
    first: dict[str, Span] = {}
    for rule in (*game.actions, *game.rules):
        kind = rule.kind or kinds.get(rule.card or "", "")
        if kind and rule.active_in is None and not _works(kind, game) and not is_shared(rule.span):
            first.setdefault(kind, rule.span)
    for kind, span in first.items():
        message = f"rules of `{kind}` never work: the kind has no `active-in`"
        yield Diagnostic("never-active", message, span, (HELP.format(zone=_zone(kind, game)),))


def _works(name: str, game: Game) -> bool:
    """Return whether rules of a kind can work somewhere."""
    return any(kind.active_in or kind.is_unique for kind in with_bases(game.kinds, name))


def _zone(kind: str, game: Game) -> str:
    """Return a zone that the author may have meant: the first that holds such cards."""
    held = (key for key, zone in game.zones.items() if zone.of == kind)
    return next((str(key) for key in held), "ZONE")
