"""Say which slots an expression reads and binds, and what must all hold for it to hold."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model import expressions as e
from dsl.model.walk import walk


def read_slots(expression: e.Expression) -> set[int]:
    """Return the slots an expression reads."""
    return {node.slot for node in walk(expression) if isinstance(node, e.Local)}


def bound_slots(node: object) -> set[int]:
    """Return the slots that are bound inside expressions."""
    found: set[int] = set()
    for each in walk(node):
        if isinstance(each, e.Filter | e.Fold):
            found.add(each.slot)
        elif isinstance(each, e.Lifted):
            found.update(each.slots)
    return found


def free_slots(expression: e.Expression) -> set[int]:
    """Return the slots an expression reads but does not bind itself."""
    return read_slots(expression) - bound_slots(expression)


def conjuncts(condition: e.Expression | None) -> Iterator[e.Expression]:
    """Yield what stands between the `and`s of a condition."""
    if isinstance(condition, e.Logic) and condition.operator == "and":
        yield from conjuncts(condition.left)
        yield from conjuncts(condition.right)
    elif condition is not None:
        yield condition
