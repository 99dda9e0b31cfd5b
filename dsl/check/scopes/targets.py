"""Read targets, values that are a card or a player: as what is known of them, and in comparisons.

`scopes.types.fit` puts a player where a target belongs; a card can stand there as it is.
"""

from __future__ import annotations

from dsl.check.scopes.scope import Scope
from dsl.check.scopes.types import fit, is_open, lift
from dsl.model import types as t
from dsl.model.expressions import Expression, Local, Primitive


def as_targets(left: Expression, right: Expression, scope: Scope) -> tuple[Expression, Expression]:
    """Return both sides of a comparison, players as targets where the other side is some."""
    first, second = (t.element_of(x.type) if t.is_list(x.type) else x.type for x in (left, right))
    if isinstance(t.plain_type(first), t.TargetType):
        return left, _as_target(right, t.plain_type(first), scope)
    if isinstance(t.plain_type(second), t.TargetType):
        return _as_target(left, t.plain_type(second), scope), right
    return left, right


def _as_target(found: Expression, target: t.Type, scope: Scope) -> Expression:
    wanted = t.ListOf(target) if t.is_list(found.type) else target
    is_of_players = t.PLAYER in (t.element_of(found.type), t.plain_type(found.type))
    return (fit(found, t.maybe(wanted), scope) if is_of_players else None) or found


def known(name: str, slot: int, type_: t.Type, scope: Scope) -> Expression:
    """Return the read of a local, with what is known of it: of a target perhaps that it is a
    player."""
    declared = scope.slots.infos[slot].type
    target = t.plain_type(declared)
    if t.plain_type(type_) != t.PLAYER or not isinstance(target, t.TargetType):
        return Local(slot, name, declared if is_open(type_) else type_)
    read = Local(slot, name, t.maybe(target) if isinstance(type_, t.Maybe) else target)
    return player_in(read, type_, scope)


def player_in(target: Expression, type_: t.Type, scope: Scope) -> Expression:
    """Return the player that a target is, of a type: a maybe where it may be a card."""
    return lift(scope, [target], lambda plain: Primitive("player-in", (*plain,), type_))


def card_in(target: Expression, scope: Scope) -> Expression:
    """Return the card that a target is, or none; anything else as it is."""
    plain = t.plain_type(target.type)
    if not isinstance(plain, t.TargetType):
        return target
    type_ = t.Maybe(t.EntityType(plain.kind))
    return lift(scope, [target], lambda one: Primitive("card-in", (*one,), type_))
