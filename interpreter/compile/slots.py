"""Say which slots an expression reads and binds."""

from __future__ import annotations

from dsl.model import expressions as e
from dsl.model.walk import walk


def read_slots(expression: e.Expression) -> set[int]:
    """Return the slots an expression reads."""
    return {node.slot for node in walk(expression) if isinstance(node, e.Local)}


def bound_slots(expression: e.Expression) -> set[int]:
    """Return the slots an expression binds."""
    found: set[int] = set()
    for node in walk(expression):
        if isinstance(node, e.Filter | e.Fold):
            found.add(node.slot)
        elif isinstance(node, e.Lifted):
            found.update(node.slots)
    return found


def free_slots(expression: e.Expression) -> set[int]:
    """Return the slots an expression reads but does not bind itself."""
    return read_slots(expression) - bound_slots(expression)
