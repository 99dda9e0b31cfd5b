"""Sort the rules of a program by what they concern."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

from dsl.model import rules
from dsl.model.amounts import NOTHING
from dsl.model.game import Game
from dsl.model.types import AmountOf, BagOf, ListOf, Maybe, SetOf
from interpreter.compile.plans import RulePlan

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


def members_of(game: Game) -> dict[str, tuple[str, ...]]:
    """Return the events of the actions of each group by the group's own event."""
    return {
        f"act:{group.id}": tuple(
            dict.fromkeys(f"act:{a.id}" for a in game.actions if group.id in a.groups)
        )
        for group in game.groups
    }


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
