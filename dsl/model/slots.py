"""Say which slots an expression reads and binds, and what must all hold for it to hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Final

from dsl.model import expressions as e
from dsl.model.types import BOOL
from dsl.model.walk import walk

_BINDING: Final = e.Filter | e.Fold | e.Lifted
"""What binds slots for its parts."""


def reads_slot(node: object, slot: int | None) -> bool:
    """Return whether expressions read a slot."""
    return any(isinstance(each, e.Local) and each.slot == slot for each in walk(node))


def read_slots(node: object) -> set[int]:
    """Return the slots that expressions read."""
    return {each.slot for each in walk(node) if isinstance(each, e.Local)}


def bound_slots(node: object) -> set[int]:
    """Return the slots that are bound inside expressions."""
    binding = [each for each in walk(node) if isinstance(each, _BINDING)]
    return {slot for x in binding for slot in (x.slots if isinstance(x, e.Lifted) else (x.slot,))}


def free_slots(node: object) -> set[int]:
    """Return the slots that expressions read but do not bind themselves."""
    read = read_slots(node)
    return read - bound_slots(node) if read else read


def conjunction(parts: Iterable[e.Expression]) -> e.Expression | None:
    """Return that some conditions all hold; None for none of them."""
    found: e.Expression | None = None
    for part in parts:
        found = part if found is None else e.Logic("and", found, part, BOOL)
    return found


def conjuncts(condition: e.Expression | None) -> Iterator[e.Expression]:
    """Yield what stands between the `and`s of a condition."""
    if isinstance(condition, e.Logic) and condition.operator == "and":
        yield from conjuncts(condition.left)
        yield from conjuncts(condition.right)
    elif condition is not None:
        yield condition


def shifted(node: e.Expression, offset: int) -> e.Expression:
    """Return an expression whose locals are numbered from an offset on."""
    changes: dict[str, object] = {}
    for item in fields(node):
        value = getattr(node, item.name)
        if item.name == "slot":
            changes[item.name] = value + offset
        elif item.name == "slots":
            changes[item.name] = tuple(slot + offset for slot in value)
        elif isinstance(value, tuple):
            changes[item.name] = tuple(
                shifted(part, offset) if _is_expression(part) else part for part in value
            )
        elif _is_expression(value):
            changes[item.name] = shifted(value, offset)
    return replace(node, **changes)  # type: ignore[arg-type]


def rebuilt(
    node: e.Expression, change: Callable[[e.Expression], e.Expression | None]
) -> e.Expression | None:
    """Return an expression with others in the place of those right below it; None where there is
    none for one of them."""
    changes: dict[str, object] = {}
    for item in fields(node):
        value = getattr(node, item.name)
        if isinstance(value, tuple):
            parts = tuple(change(part) if _is_expression(part) else part for part in value)
            changes[item.name] = parts
            if any(part is None for part in parts):
                return None
        elif _is_expression(value):
            changes[item.name] = changed = change(value)
            if changed is None:
                return None
    return replace(node, **changes)  # type: ignore[arg-type]


def substituted(node: e.Expression, given: Sequence[e.Expression]) -> e.Expression:
    """Return an expression that binds nothing itself with others in the place of its locals."""
    if isinstance(node, e.Local):
        return given[node.slot]
    found = rebuilt(node, lambda part: substituted(part, given))
    assert found is not None
    return found


def _is_expression(value: object) -> bool:
    """Return whether a field holds an expression; all of them have a type."""
    return is_dataclass(value) and hasattr(value, "type")
