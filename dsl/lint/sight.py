"""Check what players see: hidden rules, piles and boards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.diagnostics.wording import Said
from dsl.lint.facts import Facts, is_shared, manual
from dsl.model import expressions as e
from dsl.model.game import Game
from dsl.model.nouns import Definition, Zone
from dsl.model.rules import Action, Forbid, Modifier
from dsl.model.steps import Body, DoEvent
from dsl.model.types import EntityType, ListOf, SetOf, plain_type
from dsl.model.walk import walk
from dsl.words import boards
from dsl.words.boards import ground_of
from dsl.words.vocabulary import AS_ONE


@manual("""A rule of a hidden card that others can notice.

What it finds: a `forbids` of a card that is active in a hidden zone; and a modifier of such a card
that changes the offer of an action: its `when`, its parameters or its cost.

Why it matters: the offers and events of others then reveal the hidden card.

Bad:

    zones:
      player.hand: {of: card, seen-by: owner}
    cards:
    - id: miser
      kind: card
      modifiers: [{value: price, active-in: [player.hand], to: result + 1}]
    actions:
      shop: {cost: pay price(me), do: draw 1}

Good:

    cards:
    - id: miser
      kind: card
      modifiers: [{value: price where p == me, active-in: [player.hand], to: result + 1}]

Exceptions: rules about the card's controller alone, who sees it: a modifier `where p == me`, a
`forbids` with `by me`.
""")
def hidden_rule(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each rule of a hidden card that changes what others can do."""
    game = facts.game
    offers = [(action, _reads(game, action)) for action in game.actions]
    rules: tuple[Forbid | Modifier, ...] = (*game.forbids, *game.modifiers)
    kinds = {card.id: card.kind for card in game.definitions}
    for rule in rules:
        kind = rule.kind or kinds.get(rule.card or "")
        zones = rule.active_in or (game.kinds[kind].active_in if kind else ())
        hidden = (
            zone
            for zone in zones
            for _, audience in (game.zones[zone].audiences if zone in game.zones else ())
            if "everyone" not in (audience.cards, audience.contents)
        )
        zone = next(hidden, None)
        if zone is None or (
            all(a.cards in ("owner", "everyone") for _, a in game.zones[zone].audiences)
            and _is_own(rule)
        ):
            continue
        read = _noticed(rule, offers)
        if read:
            yield finding("hidden-rule", rule.span, read=read, zone=zone.name)


def _is_own(rule: Forbid | Modifier) -> bool:
    """Return whether a rule says that it is about the card's controller."""
    if isinstance(rule, Modifier):
        return _asks_for_me(rule.condition)
    given = (rule.pattern.actor, *(value for _, value in rule.pattern.equals))
    return any(_is_me(each) for each in given) or _asks_for_me(rule.pattern.condition)


def _asks_for_me(condition: object) -> bool:
    equal = (n for n in walk(condition) if isinstance(n, e.Compare) and n.operator == "==")
    return any(_is_me(node.left) or _is_me(node.right) for node in equal)


def _is_me(node: object) -> bool:
    return isinstance(node, e.Role) and node.name == "me"


def _noticed(rule: Forbid | Modifier, offers: Iterable[tuple[Action, frozenset[object]]]) -> str:
    """Return what lets others notice a rule, in words, or nothing."""
    if isinstance(rule, Forbid):
        return Said("hidden-rule.forbids")
    for action, reads in offers:
        is_its_own = action.card is not None and action.card == rule.card
        if not is_its_own and (rule.value or rule.attribute) in reads:
            return Said("hidden-rule.offered", action=action.id)
    return ""


def _reads(game: Game, action: Action) -> frozenset[object]:
    """Return ids of values, and kinds with names of attributes, that an offer reads."""
    found: set[object] = set()
    waiting: list[object] = [action.parameters, action.when, action.cost]
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, e.ValueCall) and node.value not in found:
                found.add(node.value)
                waiting.append(game.values.get(node.value))
            elif isinstance(node, DoEvent | e.CanHappen) and ("event", node.event) not in found:
                found.add(("event", node.event))
                waiting.append(game.events.get(node.event))
            elif isinstance(node, e.AttributeRead):
                found |= {
                    (kind.name, node.name)
                    for kind in game.kinds.values()
                    if any(attribute.name == node.name for attribute in kind.attributes)
                }
    return frozenset(found)


@manual("""A pile that is shuffled where it is seen, and then hidden.

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
""")
def shuffled_in_sight(facts: Facts) -> Iterator[Diagnostic]:
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


def _hidden(body: Body) -> Iterator[tuple[DoEvent, e.ZoneKey, e.ZoneKey]]:
    """Yield the moves from a zone shuffled before to one that is not shuffled after."""
    steps = [step for step in walk(body.steps) if isinstance(step, DoEvent)]
    shuffles = [(i, _zone(step, 0)) for i, step in enumerate(steps) if step.event == "shuffle"]
    for shuffled, old in shuffles:
        for place, move in enumerate(steps):
            new = _zone(move, 1) if move.event in AS_ONE and place > shuffled else None
            moved = (node for node in walk(move.arguments[:1]) if isinstance(node, e.ZoneCards))
            if old is None or new is None or all(node.zone != old for node in moved):
                continue
            if not any(zone == new and later > place for later, zone in shuffles):
                yield move, old, new


def _zone(step: DoEvent, argument: int) -> e.ZoneKey | None:
    where = step.arguments[argument]
    return where.zone if isinstance(where, e.ZoneRef) else None


def _tells(old: Zone, new: Zone) -> bool:
    """Return whether somebody who sees the one, or its top, does not see the other."""
    if old.order == "none" or new.order == "none":
        return False
    hides = {audience.cards for _, audience in new.audiences}
    shows = {audience.top for _, audience in old.audiences}
    return "everyone" not in hides and "nobody" not in shows and shows != hides


_OF_BOARDS: Final = frozenset(each.name for each in boards.FUNCTIONS)


@manual("""A place that no board shows.

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
""")
def unplaced(facts: Facts) -> Iterator[Diagnostic]:
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
    for node in facts.nodes(e.Primitive):
        for each in node.arguments if node.name in _OF_BOARDS else ():
            plain = plain_type(each.type)
            inner = plain_type(plain.of) if isinstance(plain, ListOf | SetOf) else plain
            if isinstance(inner, EntityType):
                asked.add(inner.kind)
    by_kind: dict[str, list[Definition]] = defaultdict(list)
    for card in facts.game.cards:
        if card.kind in asked:
            by_kind[card.kind].append(card)
    for cards in by_kind.values():
        out = [card for card in cards if card.id not in placed and card.only_if is None]
        if out and len(out) < len(cards) / 2:
            for card in out:
                yield finding("unplaced", card.span, card=card.id, kind=card.kind)


@manual("""A place of a board that no path reaches.

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
""")
def unreached(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each layout with paths that leaves places out."""
    boards = [layout for layout in facts.game.layouts if layout.zone is None]
    reached = {
        place for layout in boards for place, near in ground_of(layout).beside.items() if near
    }
    optional = {card.id for card in facts.game.cards if card.only_if is not None}
    for layout in boards:
        places = (place for row in layout.rows for place in row if place is not None)
        out = [place for place in places if place not in reached and place not in optional]
        if layout.paths and out:
            key = "unreached.one" if len(out) == 1 else "unreached.many"
            yield finding(key, layout.span, layout=layout.id, out=tuple(out))
