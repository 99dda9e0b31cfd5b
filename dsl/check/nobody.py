"""Answer which values are none outside of turns though their type does not say so.

`active` is a player for whoever writes it, and nobody while no turn goes on. What is done with
nobody is none, and a step with it is skipped.
"""

from __future__ import annotations

from dsl.check.scope import Scope
from dsl.model.expressions import Conditional, Expression, Lifted, Local, Primitive, Role, ValueCall
from dsl.model.types import Maybe


def may_be_nobody(node: Expression, scope: Scope) -> bool:
    """Return whether a value is none outside of turns, its type being no maybe."""
    if isinstance(node.type, Maybe):
        return False
    match node:
        case Role(name):
            return name == "active"
        case Local(slot):
            return slot in scope.slots.nobody
        case ValueCall(value):
            return value in scope.world.nobody_values
        case Conditional(_, then, otherwise):
            return may_be_nobody(then, scope) or may_be_nobody(otherwise, scope)
    return isinstance(node, Lifted)


def or_else(node: Expression, fallback: Expression, scope: Scope) -> Expression:
    """Return a value that is never nobody: else the fallback stands in."""
    if not may_be_nobody(node, scope):
        return node
    return Primitive("default", (node, fallback), fallback.type)
