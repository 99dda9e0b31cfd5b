"""Check rules of cards: what they ask of moved cards, and for whom they act."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, is_shared, manual
from dsl.model import expressions as e
from dsl.model import steps as s
from dsl.model.expressions import Property, Role, StateKey, ValueCall, ZoneKey
from dsl.model.game import Game
from dsl.model.nouns import active_in, with_bases
from dsl.model.rules import Event, Reaction, Rule, Trigger
from dsl.model.steps import Formula
from dsl.model.types import kind_of
from dsl.model.walk import conjuncts, walk
from dsl.words.vocabulary import AS_ONE, NATIVES

Landings = dict[int, ZoneKey]
"""For slots of an event the zones into which it surely puts the cards that they hold."""


@manual("""A trigger that asks a moved card for what the move has taken from it.

What it finds: an `after` trigger whose `where` or steps read the place or the state of a card that
the same event has moved. After the move its state has default values.

Why it matters: the `where` and the steps of `after` run when the event is over. The condition never
holds, or the number is always the default, and nobody sees why.

Bad:

    kinds:
      beast: {active-in: player.field, start: player.field, state: {wounds: int = 0}}
    zones:
      player.field: {of: beast, seen-by: everyone}
      player.past: {of: beast, seen-by: everyone}
    events:
      die (beast c): {do: move c to c.owner.past}
    triggers:
    - {after: die where c.wounds > 1, do: draw 1}

Good:

    kinds:
      beast: {active-in: player.field, start: player.field, state: {wounds: int = 0}}
    zones:
      player.field: {of: beast, seen-by: everyone}
      player.past: {of: beast, seen-by: everyone}
    events:
      die (beast c): {do: move c to c.owner.past}
    triggers:
    - {after: die where was(c.wounds) > 1, do: draw 1}

Exceptions: state with `keep`; cards that an event moves in some cases only; indirect reads through
values of values.
""")
def gone_by_then(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each trigger that asks a moved card for what it was before."""
    landed = _Landed(facts.game)
    for rule in facts.game.triggers:
        if rule.timing != "after" or is_shared(rule.span):
            continue
        for slot, zone in landed.by(rule).items():
            name = rule.body.slots[slot].name
            if any(_is_gone(part, slot, zone) for part in conjuncts(rule.pattern.condition)):
                yield finding("gone-by-then.place", rule.span, name=name, zone=zone.dotted)
            state = _forgotten(rule, slot, zone, facts.game)
            if state is not None:
                slots = {"name": name, "zone": zone.dotted, "state": state.name}
                yield finding("gone-by-then.state", rule.span, labels=(), **slots)


def _is_gone(part: e.Expression, slot: int, zone: ZoneKey) -> bool:
    """Return whether a condition asks that a card is in another zone than the one it is in."""
    item, there = getattr(part, "item", None), getattr(part, "collection", None)
    if getattr(part, "negated", False) or not _is_local(item, slot):
        return False
    return isinstance(there, e.ZoneCards) and there.zone != zone


def _forgotten(rule: Trigger, slot: int, zone: ZoneKey, game: Game) -> StateKey | None:
    """Return a state of the card in a slot that a rule reads though it is at its default."""
    is_self = any(n == slot and _is_own(value) for n, value in rule.pattern.equals) or any(
        isinstance(part, e.Compare) and part.operator == "=="
        and _is_own(part.right) and _is_local(part.left, slot)
        for part in conjuncts(rule.pattern.condition)
    )  # fmt: skip
    texts = (rule.pattern.condition, *(b.steps for b in (rule.cost, rule.body) if b is not None))
    written = {node.state for node in walk(texts) if isinstance(node, s.Change)}
    for key in _read_of(texts, slot, is_self, game):
        field = game.state.get(key)
        if field is None or field.keep or key.is_definition or key in written:
            continue
        kind = kind_of(rule.body.slots[slot].type) or key.owner or ""
        home = active_in(game.kinds, kind)
        if home and zone not in home:
            return key
    return None


def _is_own(node: object) -> bool:
    return isinstance(node, e.Role) and node.name == "self"


def _read_of(texts: object, slot: int, is_self: bool, game: Game) -> Iterator[StateKey]:
    """Yield the state of one card that texts read, through one value at the most."""

    def is_it(node: object) -> bool:
        return _is_local(node, slot) or (is_self and _is_own(node))

    for node in walk(texts):
        if isinstance(node, e.StateRead) and is_it(node.of):
            yield node.state
        elif isinstance(node, e.ValueCall):
            for number, argument in enumerate(node.arguments):
                if is_it(argument):
                    yield from _read_by(node.value, number, game)


def _read_by(value: str, slot: int, game: Game) -> Iterator[StateKey]:
    """Yield the state that a value reads of what stands in one of its slots."""
    for variant in game.values.get(value, ()):
        body = variant.body
        texts = body.expression if isinstance(body, Formula) else body.steps
        for node in walk(texts):
            if isinstance(node, e.StateRead) and _is_local(node.of, slot):
                yield node.state


class _Landed:
    """Knows where events surely put cards."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: dict[str, Landings] = {}

    def by(self, rule: Trigger) -> Landings:
        """Return where the event of a rule has put the cards in its slots."""
        pattern = rule.pattern
        if pattern.event not in AS_ONE:
            return self._of(pattern.event)
        zone = dict(pattern.equals).get(1)
        return {0: zone.zone} if isinstance(zone, e.ZoneRef) else {}

    def _of(self, event: str) -> Landings:
        if event not in self.known:
            self.known[event] = {}  # of one that leads to itself nothing is sure
            variants = [self._of_body(each) for each in self.game.events.get(event, ())]
            first = variants[0] if variants else {}
            self.known[event] = {
                slot: zone
                for slot, zone in first.items()
                if all(each.get(slot) == zone for each in variants)
            }
        return self.known[event]

    def _of_body(self, event: Event) -> Landings:
        found: Landings = {}
        for step in event.body.steps:
            if isinstance(step, s.DoEvent):
                found |= self._of_step(step)
        done = [node for node in walk(event.body.steps) if isinstance(node, s.DoEvent)]
        moves = {
            slot: sum(any(_is_local(a, slot) for a in each.arguments) for each in done)
            for slot in found
        }
        return {slot: zone for slot, zone in found.items() if moves[slot] == 1}

    def _of_step(self, step: s.DoEvent) -> Landings:
        inner = self._of(step.event)
        if step.event in AS_ONE:
            inner = {0: step.arguments[1].zone} if isinstance(step.arguments[1], e.ZoneRef) else {}
        arguments = enumerate(step.arguments)
        return {a.slot: inner[n] for n, a in arguments if n in inner and isinstance(a, e.Local)}


def _is_local(node: object, slot: int) -> bool:
    return isinstance(node, e.Local) and node.slot == slot


@manual("""A rule of a card that acts for its controller where it has none.

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
""")
def nobody_controls(facts: Facts) -> Iterator[Diagnostic]:
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
        case s.Asks(by=None):
            return not getattr(node, "by_chance", False)
    return False
