"""Sort the rules of a program by their subjects; describe native events to rules and the log."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from dsl.model import expressions as e
from dsl.model import rules, steps
from dsl.model.amounts import NOTHING
from dsl.model.game import Game
from dsl.model.nouns import Definition, Kind, lineage
from dsl.model.types import BOOL, PLAYER, AmountOf, BagOf, ListOf, Maybe, SetOf
from dsl.words.vocabulary import NATIVES
from interpreter.program.program import RulePlan


def needing_actor(game: Game) -> frozenset[str]:
    """Return the events, natives and the taking of actions included, that need an actor."""
    own = {id_ for id_, variants in game.events.items() if any(each.uses_me for each in variants)}
    taken = {f"act:{action.id}" for action in game.actions}
    return frozenset(own | taken | {row.name for row in NATIVES.values() if row.has_actor})


T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
H = TypeVar("H", bound=rules.Trigger | rules.Replacement | rules.Forbid)


def no_result(event: rules.Event | None) -> object:
    if event is None or not event.declares_result:
        return False
    if isinstance(event.result, ListOf | SetOf | BagOf):
        return ()
    if isinstance(event.result, AmountOf):
        return NOTHING
    return None if isinstance(event.result, Maybe) else False


def unless_forbidden(action: rules.Action, forbids: Iterable[rules.Forbid]) -> rules.Action:
    """Return an action that is offered only where nothing forbids to take it."""
    takings = {f"act:{name}" for name in (action.id, *action.groups)}
    if not any(forbid.pattern.event in takings for forbid in forbids):
        return action
    chosen = tuple(
        e.Local(slot, each.name, each.type) for slot, each in enumerate(action.parameters)
    )
    me = e.Role("me", PLAYER)
    can = e.CanHappen(f"act:{action.id}", chosen, me, (), (), BOOL)
    when = can if action.when is None else e.Logic("and", action.when, can, BOOL)
    return replace(action, when=when)


def members_of(game: Game) -> dict[str, tuple[str, ...]]:
    """Return the events of the actions of each group by the group's own event."""
    return {
        f"act:{group.id}": tuple(
            dict.fromkeys(f"act:{a.id}" for a in game.actions if group.id in a.groups)
        )
        for group in game.groups
    }


def by_attribute(cards: Iterable[Definition | None]) -> dict[str, dict[int, steps.Formula]]:
    """Return the formulas of each attribute on the cards of a game, by the numbers of the cards."""
    found: dict[str, dict[int, steps.Formula]] = {}
    for number, card in enumerate(cards):
        for name, formula in card.attributes.items() if card else ():
            found.setdefault(name, {})[number] = formula
    return found


def by_event(
    plans: Iterable[RulePlan[H]], members: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[RulePlan[H], ...]]:
    """Return rules by the events they concern; one about a group concerns all of its actions."""
    found: dict[str, list[RulePlan[H]]] = {}
    for plan in plans:
        event = plan.rule.pattern.event
        for each in members.get(event, (event,)):
            found.setdefault(each, []).append(plan)
    return {event: tuple(each) for event, each in found.items()}


def by_key(entries: Iterable[T], key: Callable[[T], K | None]) -> dict[K, tuple[T, ...]]:
    found: dict[K, list[T]] = {}
    for entry in entries:
        if (own := key(entry)) is not None:
            found.setdefault(own, []).append(entry)
    return {k: tuple(v) for k, v in found.items()}


def may_be_batch(body: steps.Body) -> bool:
    """Return whether all that a body does can be collected, to happen together."""
    allowed = (steps.DoEvent, steps.ForEach, steps.If, steps.Let)
    return all(isinstance(step, allowed) for step in body.steps)


def said_by_self(cost: steps.Body | None) -> steps.DoEffect | None:
    """Return the step of a cost that is, as a whole, what its card says."""
    step = cost.steps[0] if cost and len(cost.steps) == 1 else None
    is_own = isinstance(step, steps.DoEffect) and step.of == e.Role("self", step.of.type)
    return step if isinstance(step, steps.DoEffect) and is_own else None


def with_something_said(cost: steps.Body) -> steps.Body:
    """Return a cost that is what its card says, as one that cannot be paid where that is
    nothing."""
    step = said_by_self(cost)
    assert step is not None
    is_said = e.Compare("!=", step.said, e.Constant(None, step.said.type), False, BOOL)
    return replace(cost, steps=(steps.Require(is_said, step.span), step))


def lacking(
    cost: steps.Body | None, effects: Iterable[rules.Effect], index: Mapping[str, int]
) -> frozenset[int]:
    """Return the definitions that do not have a rule, as its whole cost is one that they do not
    say.

    Args:
        index: The number of each definition.
    """
    step = said_by_self(cost)
    if step is None:
        return frozenset()
    having = {effect.card for effect in effects if effect.id in step.effects}
    return frozenset(i for id_, i in index.items() if id_ not in having)


def active_in(kinds: Mapping[str, Kind], kind: str) -> tuple[e.ZoneKey, ...]:
    """Return the zones in which rules of a kind work: its own, or those of the nearest base."""
    return next((k.active_in for base in lineage(kinds, kind) if (k := kinds[base]).active_in), ())
