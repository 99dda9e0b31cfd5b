"""Say what of an action's `when` no parameter matters to: it is asked once, before them all."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model import expressions as e
from dsl.model.rules import Action
from interpreter.compile.slots import free_slots


def early_conditions(action: Action) -> tuple[e.Expression, ...]:
    """Return the parts of `when` that all have to hold and read no parameter; none for an action
    without parameters, whose `when` is asked at once anyway."""
    if action.when is None or not action.parameters:
        return ()
    return tuple(part for part in all_of(action.when) if not free_slots(part))


def all_of(condition: e.Expression) -> Iterator[e.Expression]:
    """Yield what stands between the `and`s."""
    if isinstance(condition, e.Logic) and condition.operator == "and" and condition.right:
        yield from all_of(condition.left)
        yield from all_of(condition.right)
    else:
        yield condition
