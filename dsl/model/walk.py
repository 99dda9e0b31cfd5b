"""Visit the nodes of checked expressions and steps, and find the locals they read and bind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter, is_not
from typing import Any, Final

from msgspec.structs import replace

from dsl.model import expressions as e
from dsl.model.expressions import AttributeRead, Expression, Role
from dsl.model.game import Game
from dsl.model.types import BOOL, INT, Type
from dsl.records import Record, Span, annotations_of, fields_of

_Children = Callable[[Any], tuple[object, ...]]


class _ChildrenByType(dict[type, "_Children | None"]):
    """How to read what stands inside a node of each type met so far; None for what is no node.

    Args:
        passed: Types of fields, as they are written, that are not read.
    """

    def __init__(self, passed: frozenset[str] = frozenset()) -> None:
        self._passed = passed

    def __missing__(self, node_type: type) -> _Children | None:
        found = self[node_type] = _children_of(node_type, self._passed)
        return found


_PLAIN = ("str", "int", "bool")
_CHILDREN = _ChildrenByType()
_NODES = _ChildrenByType(
    frozenset(form for each in _PLAIN for form in (each, f"{each} | None", f"tuple[{each}, ...]"))
)
"""The same without the fields that hold no node for sure."""


def _children_of(node_type: type, passed: frozenset[str]) -> _Children | None:
    """Return a function that gives the fields of a node, the last one first."""
    if not issubclass(node_type, Record) or issubclass(node_type, Type | Span):
        return None
    types = annotations_of(node_type)
    names = [
        name
        for name in fields_of(node_type)
        if name not in ("type", "span") and types[name] not in passed
    ]
    if len(names) > 1:
        return attrgetter(*reversed(names))
    if not names:
        return lambda node: ()
    only = attrgetter(names[0])
    return lambda node: (only(node),)


def is_node(thing: object) -> bool:
    """Return whether something is a node, and no tuple of them or what is said of one."""
    return _CHILDREN[type(thing)] is not None


def parts(node: object) -> tuple[object, ...]:
    """Return what stands right below a node or in a tuple."""
    if isinstance(node, tuple):
        return node
    children = _CHILDREN[type(node)]
    return () if children is None else children(node)[::-1]


def inner(node: object) -> tuple[object, ...]:
    """Return the same without what holds no node for sure, the last one first."""
    if type(node) is tuple:
        return node[::-1]
    children = _NODES[type(node)]
    return () if children is None else children(node)


def operands(node: object) -> list[Any]:
    """Return the expressions right below a node."""
    found: list[object] = []
    for part in parts(node):
        found += part if isinstance(part, tuple) else (part,)
    return [part for part in found if hasattr(part, "type")]


def walk(node: object) -> Iterator[object]:
    """Yield a node and all nodes inside it, the outer ones first."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if type(node) is tuple:
            waiting += node[::-1]
        elif (children := _NODES[type(node)]) is not None:
            yield node
            waiting += children(node)


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
    for name in fields_of(node):
        value = getattr(node, name)
        if name == "slot":
            changes[name] = value + offset
        elif name == "slots":
            changes[name] = tuple(slot + offset for slot in value)
        elif isinstance(value, tuple):
            changes[name] = tuple(
                shifted(part, offset) if _is_expression(part) else part for part in value
            )
        elif _is_expression(value):
            changes[name] = shifted(value, offset)
    return replace(node, **changes)


def rebuilt(
    node: e.Expression, change: Callable[[e.Expression], e.Expression | None]
) -> e.Expression | None:
    """Return an expression with others in the place of those right below it; None where there is
    none for one of them."""
    changes: dict[str, object] = {}
    for name in fields_of(node):
        value = getattr(node, name)
        if isinstance(value, tuple):
            parts = tuple(change(part) if _is_expression(part) else part for part in value)
            changes[name] = parts
            if any(part is None for part in parts):
                return None
        elif _is_expression(value):
            changes[name] = changed = change(value)
            if changed is None:
                return None
    return replace(node, **changes)


def rewritten(node: Any, change: Callable[[Any], Any | None]) -> Any:
    """Return a node, or a tuple of nodes, with others in the place of some; all else is the same.

    Args:
        change: From a node to what takes its place; None to look inside it.
    """
    if isinstance(node, tuple):
        items = tuple(rewritten(item, change) for item in node)
        return items if any(map(is_not, items, node)) else node
    if not is_node(node):
        return node
    found = change(node)
    if found is not None:
        return found
    old = {name: getattr(node, name) for name in fields_of(node)}
    new = {name: rewritten(value, change) for name, value in old.items()}
    changed = {name: value for name, value in new.items() if value is not old[name]}
    return replace(node, **changed) if changed else node


def substituted(node: e.Expression, given: Sequence[e.Expression]) -> e.Expression:
    """Return an expression that binds nothing itself with others in the place of its locals."""
    if isinstance(node, e.Local):
        return given[node.slot]
    found = rebuilt(node, lambda part: substituted(part, given))
    assert found is not None
    return found


def _is_expression(value: object) -> bool:
    """Return whether a field holds an expression; all of them have a type."""
    return isinstance(value, Record) and hasattr(value, "type")


WORKS: Final = "works-while"


def besides_works(condition: Expression | None) -> Expression | None:
    """Return a condition as it is written, without what `works-while` adds to it."""
    parts = list(conjuncts(condition))
    own = []
    for part in parts:
        asks = (node for node in walk(part) if isinstance(node, AttributeRead))
        roles = [node.of for node in asks if node.name == WORKS and isinstance(node.of, Role)]
        if all(role.name != "self" for role in roles):
            own.append(part)
    return condition if len(own) == len(parts) else conjunction(own)


def all_texts(game: Game) -> tuple[object, ...]:
    """Return everything in a game that holds expressions or steps, to be walked."""
    return (
        game.definitions, tuple(game.zones.values()), tuple(game.kinds.values()),
        tuple(game.values.values()), tuple(game.events.values()), game.actions, game.rules,
        game.setup, game.phases, game.end, game.effects,
        tuple(f for card in game.definitions for f in card.attributes.values()),
    )  # fmt: skip


def known_number(node: object) -> int | None:
    """Return the number that an expression always is, or None."""
    if isinstance(node, e.Constant) and isinstance(node.value, int):
        return None if isinstance(node.value, bool) else node.value
    return None


def is_nothing(amount: e.Expression) -> bool:
    """Return whether an amount is always 0 or empty."""
    if isinstance(amount, e.BagOfUnits):
        return known_number(amount.count) == 0
    if not isinstance(amount, e.Constant):
        return False
    return amount.value == () or (amount.value == 0 and amount.type == INT)
