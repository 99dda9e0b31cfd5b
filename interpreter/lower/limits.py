"""Lower limits: whether one leaves room, and that it is counted."""

from __future__ import annotations

from dsl.model.expressions import Compare, Constant, Expression, Role, StateRead
from dsl.model.rules import Limit
from dsl.model.types import BOOL, INT, EntityType
from interpreter.lower import ops
from interpreter.lower.bodies import ME, NOWHERE


def is_left(limit: Limit) -> Expression:
    """Return whether a limit leaves room."""
    count = StateRead(limit.state, bearer(limit, ME), INT)
    return Compare("<", count, Constant(limit.number, INT), False, BOOL)


def counted(limit: Limit, me: Expression) -> ops.Change:
    """Return what counts once more.

    Args:
        me: Who does it.
    """
    return ops.Change("add", limit.state, bearer(limit, me), Constant(1, INT), NOWHERE)


def bearer(limit: Limit, me: Expression) -> Expression | None:
    """Return whose counter of a limit it is; None for the game's."""
    owner = limit.state.owner
    if owner is None:
        return None
    return me if owner == "player" else Role("self", EntityType(owner))
