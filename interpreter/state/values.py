"""Name the values of a match, find the entities in them, count their elements.

A value is none, a bool, an int (a number, a player, a card, a zone, a member of an enum or a
definition by its number), a text where the machine offers one, or a tuple of values: a list, a set,
a bag of (key, count), an amount of three bags. The checked model knows which of them stands where:
its expressions, slots and fields have types, and the machine does not ask again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, Final, TypeAlias

from dsl.model.types import (
    BagOf,
    EntityType,
    ListOf,
    Maybe,
    SetOf,
    TargetType,
    Type,
    innermost,
)

Value: TypeAlias = Any
"""What an expression of a game comes to, and what a field, a slot and an option hold."""

Values: TypeAlias = tuple[Value, ...]
"""Several of them, for good: arguments, elements, the locals that a frame keeps."""

Locals: TypeAlias = list[Value]
"""The locals of a body that goes on: `[me, card, actor, slots…]`."""

Spot: TypeAlias = Value
"""What lies at a place of a zone: a card, or none where a slot is vacant."""


def can_hold(type_: Type) -> bool:
    """Return whether a value of a type is, or holds, an entity."""
    return isinstance(innermost(type_), EntityType | TargetType)


def entities_in(value: Value, type_: Type) -> Iterator[int]:
    """Yield the entities that a value of a type that can hold them is or holds."""
    if value is None:
        return
    if isinstance(type_, Maybe):
        yield from entities_in(value, type_.of)
    elif isinstance(type_, BagOf):
        yield from (key for key, _ in value)
    elif isinstance(type_, ListOf | SetOf):
        for part in value:
            yield from entities_in(part, type_.of)
    elif value >= 0:
        yield value


def entities_seen(value: Value, seen: Value) -> Iterator[tuple[int, int]]:
    """Yield the entities of an argument in the log, each with who could tell it then: `seen` has
    the shape of the argument, and -1 where nothing is told of it."""
    if isinstance(seen, tuple):
        for part, told in zip(value, seen, strict=True):
            yield from entities_seen(part, told)
    elif seen != -1 and value is not None:
        yield value, seen


def without(value: Value, type_: Type, entity: int) -> Value:
    """Return a value that no longer holds an entity: none in its place, or fewer in a list."""
    if value is None or (value == entity and isinstance(type_, EntityType | TargetType)):
        return None
    if isinstance(type_, Maybe):
        return without(value, type_.of, entity)
    if isinstance(type_, BagOf):
        return tuple([pair for pair in value if pair[0] != entity])
    if not isinstance(type_, ListOf | SetOf):
        return value
    if isinstance(type_.of, EntityType | TargetType):
        return tuple([each for each in value if each != entity])
    return tuple([without(part, type_.of, entity) for part in value])


OWN: Final = 5
"""Elements that take as much room as a list does beside its own."""

IS_LIST: Final[Callable[[Value], bool]] = tuple.__instancecheck__
"""Whether a value is a tuple, without a call of Python."""


def cells_of(values: Iterable[Value], most: int) -> int:
    """Return how many elements the lists among some values have, those of lists in lists too.

    Nothing is gone through that has over `most`: then some number above that is returned.
    """
    cells, level = 0, [*filter(IS_LIST, values)]
    while level and cells <= most:
        cells += sum(map(len, level)) + OWN * len(level)
        if cells <= most:
            level = [*filter(IS_LIST, chain.from_iterable(level))]
    return cells
