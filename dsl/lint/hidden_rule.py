"""A rule of a hidden card that others can notice.

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
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.diagnostics.wording import Said
from dsl.lint.facts import Facts
from dsl.model.expressions import AttributeRead, CanHappen, Compare, Role, ValueCall, ZoneKey
from dsl.model.game import Game
from dsl.model.rules import Action, Forbid, Modifier
from dsl.model.steps import DoEvent
from dsl.model.walk import walk


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each rule of a hidden card that changes what others can do."""
    game = facts.game
    offers = [(action, _reads(game, action)) for action in game.actions]
    rules: tuple[Forbid | Modifier, ...] = (*game.forbids, *game.modifiers)
    kinds = {card.id: card.kind for card in game.definitions}
    for rule in rules:
        kind = rule.kind or kinds.get(rule.card or "")
        zones = rule.active_in or (game.kinds[kind].active_in if kind else ())
        zone = next((zone for zone in zones if zone in game.zones and _is_hidden(game, zone)), None)
        if zone is None or (
            all(a.cards in ("owner", "everyone") for _, a in game.zones[zone].audiences)
            and _is_own(rule)
        ):
            continue
        read = _noticed(rule, offers)
        if read:
            yield finding("hidden-rule", rule.span, read=read, zone=zone.name)


def _is_hidden(game: Game, zone: ZoneKey) -> bool:
    return any("everyone" not in (a.cards, a.contents) for _, a in game.zones[zone].audiences)


def _is_own(rule: Forbid | Modifier) -> bool:
    """Return whether a rule says that it is about the card's controller."""
    if isinstance(rule, Modifier):
        return _asks_for_me(rule.condition)
    given = (rule.pattern.actor, *(value for _, value in rule.pattern.equals))
    return any(_is_me(each) for each in given) or _asks_for_me(rule.pattern.condition)


def _asks_for_me(condition: object) -> bool:
    equal = (n for n in walk(condition) if isinstance(n, Compare) and n.operator == "==")
    return any(_is_me(node.left) or _is_me(node.right) for node in equal)


def _is_me(node: object) -> bool:
    return isinstance(node, Role) and node.name == "me"


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
            if isinstance(node, ValueCall) and node.value not in found:
                found.add(node.value)
                waiting.append(game.values.get(node.value))
            elif isinstance(node, DoEvent | CanHappen) and ("event", node.event) not in found:
                found.add(("event", node.event))
                waiting.append(game.events.get(node.event))
            elif isinstance(node, AttributeRead):
                found |= {
                    (kind.name, node.name)
                    for kind in game.kinds.values()
                    if any(attribute.name == node.name for attribute in kind.attributes)
                }
    return frozenset(found)
