"""A rule of a card that acts for its controller where it has none.

What it finds: a rule on a card that uses `me`, or lacks `by` for an event that needs an actor, if
nobody controls the card. This holds in a zone of the table, or of a thing without controller, if
the kind has no `controller`.

Why it matters: an event without an actor does not happen. The engine skips the rule, or ends the
match if it asks `me`, and nobody sees why.

Bad:

    kinds:
      granary: {start: field, active-in: field}
    zones: {field: {of: granary, seen-by: everyone}}
    cards:
    - {kind: granary, id: barn, triggers: [{after: pass, do: draw 1}]}

Good:

    kinds:
      granary: {start: field, active-in: field}
    zones: {field: {of: granary, seen-by: everyone}}
    cards:
    - {kind: granary, id: barn, triggers: [{after: pass, do: draw 1 by actor}]}

Exceptions: cards that begin in a zone of a player, who owns them; rules that first test for a
controller (`self.controller is not none`); actions, which a player takes.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, is_shared
from dsl.model import steps as s
from dsl.model.expressions import Property, Role, ValueCall, ZoneKey
from dsl.model.game import Game
from dsl.model.nouns import with_bases
from dsl.model.rules import Reaction, Rule
from dsl.model.walk import walk
from dsl.words.vocabulary import NATIVES


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each rule that acts as nobody, with the first place where its card has no player."""
    game = facts.game
    kinds = {card.id: card.kind for card in game.definitions}
    for rule in game.rules:
        kind = rule.kind or kinds.get(rule.card or "", "")
        if not kind or is_shared(rule.span) or _is_controlled(kind, game):
            continue
        where = _without_player(rule, kind, game)
        if where is None or not _acts(rule, game):
            continue
        yield finding("nobody-controls", rule.span, kind=kind, zone=where)


def _is_controlled(kind: str, game: Game) -> bool:
    """Return whether cards of a kind have a controller wherever they lie."""
    return any(
        each.controller is not None
        or each.players is not None
        or each.name == game.players.team
        or (each.start is not None and each.start.owner == "player")
        for each in with_bases(game.kinds, kind)
    )


def _without_player(rule: Rule, kind: str, game: Game) -> str | None:
    """Return the zone in which a rule works and its card has no player, `""` where it works
    everywhere; None for nowhere."""
    zones = rule.active_in
    if zones is None:
        zones = tuple(zone for each in with_bases(game.kinds, kind) for zone in each.active_in)
    if not zones:
        return "" if any(each.is_unique for each in with_bases(game.kinds, kind)) else None
    found = next((zone for zone in zones if not _has_player(zone, game, (kind,))), None)
    return None if found is None else found.dotted


def _has_player(zone: ZoneKey, game: Game, seen: tuple[str, ...]) -> bool:
    """Return whether a zone is a player's, or of things that a player controls."""
    if zone.owner is None or zone.owner in seen:
        return False
    if zone.owner == "player" or _is_controlled(zone.owner, game):
        return True
    around = [each for kind in with_bases(game.kinds, zone.owner) for each in kind.active_in]
    return bool(around) and all(_has_player(each, game, (*seen, zone.owner)) for each in around)


def _acts(rule: Rule, game: Game) -> bool:
    """Return whether a rule needs a player of its own and never asks who controls a card, which
    its author knows to be nobody then."""
    nodes = [*walk(rule)]
    if any(isinstance(each, Property) and each.name == "controller" for each in nodes):
        return False
    is_asked = isinstance(rule, Reaction) and rule.optional
    return is_asked or any(_needs_me(node, game) for node in nodes)


def _needs_me(node: object, game: Game) -> bool:
    """Return whether a node is `me`, or something that `me` does, chooses or works out."""
    match node:
        case Role(name):
            return name == "me"
        case ValueCall(value):
            return any(each.uses_me for each in game.values.get(value, ()))
        case s.DoEvent(event, by=None):
            native = NATIVES.get(event)
            if native is not None:
                return native.has_actor
            return any(each.uses_me for each in game.events.get(event, ()))
        case s.Choose(by=None, by_chance=is_by_chance):
            return not is_by_chance
        case s.Order(by=None) | s.ChooseOne(by=None) | s.May(by=None):
            return True
    return False
