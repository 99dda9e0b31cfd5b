"""Say what of conditions is known before they are asked.

What of an action's `when` no parameter matters to is asked once, before them all. A modifier that
is about its own card (`where c == self`) need not be asked of other cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model import expressions as e
from dsl.model.rules import Action, Modifier
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


def own_parameter(rule: Modifier) -> int | None:
    """Return the parameter that has to be the modifier's own card, `where c == self`, or None."""
    for part in all_of(rule.condition) if rule.condition is not None else ():
        if isinstance(part, e.Compare) and part.operator == "==":
            for one, other in ((part.left, part.right), (part.right, part.left)):
                is_self = isinstance(other, e.Role) and other.name == "self"
                if is_self and isinstance(one, e.Local) and one.slot < rule.result:
                    return one.slot
    return None
