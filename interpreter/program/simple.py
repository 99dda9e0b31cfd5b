"""Recognise common forms of types and expressions."""

from __future__ import annotations

from dsl.model import expressions as e
from dsl.model.types import EntityType, Type, option_type


def is_of_entities(type_: Type) -> bool:
    """Return whether a type, or what a list of it holds, is an entity."""
    return isinstance(option_type(type_), EntityType)


def is_everyone(node: e.Expression) -> bool:
    """Return whether an expression is all players."""
    return isinstance(node, e.Players) and node.opponents_of is None
