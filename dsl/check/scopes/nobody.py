"""Answer which values are none outside of turns though their type does not say so.

`active` is a player for whoever writes it, and nobody while no turn goes on. What is done with
nobody is none, and a step with it is skipped.
"""

from __future__ import annotations

from dsl.check.scopes.scope import Scope
from dsl.model import expressions as e
from dsl.model.expressions import Expression, Local, Primitive, Role, ValueCall
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
    return any(may_be_nobody(part, scope) for part in _whence(node))


def _whence(node: Expression) -> list[Expression]:
    """Return the parts of which one that is nobody makes nobody of the whole."""
    lifted = [value for _, value in e.bindings(node)]
    return lifted or [*e.results(node)]


def or_else(node: Expression, fallback: Expression, scope: Scope) -> Expression:
    """Return a value that is never nobody: else the fallback stands in."""
    if not may_be_nobody(node, scope):
        return node
    return Primitive("default", (node, fallback), fallback.type)
