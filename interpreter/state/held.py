"""Say which entities a value holds, and take one out."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model.types import BagOf, EntityType, ListOf, Maybe, SetOf, Type, innermost
from interpreter.state.values import Value


def can_hold(type_: Type) -> bool:
    """Return whether a value of a type is, or holds, an entity."""
    return isinstance(innermost(type_), EntityType)


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
    else:
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
    if value is None or (value == entity and isinstance(type_, EntityType)):
        return None
    if isinstance(type_, Maybe):
        return without(value, type_.of, entity)
    if isinstance(type_, BagOf):
        return tuple([pair for pair in value if pair[0] != entity])
    if not isinstance(type_, ListOf | SetOf):
        return value
    if isinstance(type_.of, EntityType):
        return tuple([each for each in value if each != entity])
    return tuple([without(part, type_.of, entity) for part in value])
