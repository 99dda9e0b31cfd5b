"""Answer what is known at each sort of place where an effect text may stand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dsl.check.scopes.scope import Scope, Slots
from dsl.check.scopes.world import World
from dsl.model.steps import SlotInfo
from dsl.model.types import UNKNOWN, EntityType, Type


def scope_at(
    world: World,
    *,
    given: Iterable[SlotInfo] = (),
    self_kind: str | None = None,
    has_me: str = "no",
    has_actor: bool = False,
    place: str = "effect",
    result: Type | None = None,
    in_prelude: bool = False,
    element: tuple[int, Type] | None = None,
) -> Scope:
    """Return the scope of a place, with the locals that are given from outside."""
    infos = list(given)
    return Scope(
        world=world,
        slots=Slots(infos),
        visible={info.name: (slot, info.type) for slot, info in enumerate(infos)},
        fixed=frozenset(info.name for info in infos),
        element=element,
        self_kind=self_kind,
        has_me=has_me,
        has_actor=has_actor,
        place=place,
        result=result,
        in_prelude=in_prelude,
    )


def entity_scope(world: World, kind: str) -> Scope:
    """Return the scope of a formula over a card of a kind: it is `self`, the local 0."""
    type_ = EntityType(kind)
    given = (SlotInfo("self", type_),)
    return scope_at(world, given=given, place="value", element=(0, type_))


def element_scope(world: World, type_: Type, *, has_me: str = "no") -> Scope:
    """Return the scope of a formula over an element: it is `it`, the local 0."""
    given = (SlotInfo("it", type_),)
    return scope_at(world, given=given, place="value", has_me=has_me, element=(0, type_))


def reserve(scope: Scope, count: int) -> int:
    """Reserve locals whose types are not known yet; return the number of the first."""
    first = len(scope.slots.infos)
    scope.slots.infos.extend([SlotInfo("", UNKNOWN)] * count)
    return first


def define(scope: Scope, slot: int, name: str, type_: Type) -> Scope:
    """Return the scope in which a reserved local is visible."""
    scope.slots.infos[slot] = SlotInfo(name, type_)
    visible = {**scope.visible, name: (slot, type_)}
    return replace(scope, visible=visible, fixed=scope.fixed | {name})
