"""Fold defaults and values of options: expressions whose run-time form the text alone tells."""

from __future__ import annotations

from dsl.check.expressions.expressions import check_as, quote
from dsl.check.scopes.scope import Scope, Slots
from dsl.check.scopes.world import World
from dsl.model.expressions import (
    Expression,
)
from dsl.model.types import UNKNOWN, Type
from dsl.syntax import trees
from dsl.syntax.limits import LARGEST_INTEGER
from dsl.words.arithmetic import Fault
from dsl.words.folding import UnsettledError, settled


class NotConstantError(Exception):
    """An expression whose value the text alone does not tell."""


def check_constant(tree: trees.Expression, world: World, expected: Type) -> object:
    """Return the run-time form of a constant expression; None after a diagnostic."""
    scope = Scope(world=world, slots=Slots(), place="option")
    found = check_as(tree, scope, expected)
    if found.type == UNKNOWN:
        return None
    try:
        return _folded(found, world)
    except (NotConstantError, Fault) as error:
        if isinstance(error, Fault) and error.name == "number-too-large":
            world.report.add(error.name, f"numbers end at {LARGEST_INTEGER}", tree.span)
        else:
            message = f"{quote(tree.span)} is not known from the text alone"
            world.report.add("wrong-type", message, tree.span, "write a number, a name or a list")
    return None


def folded(node: Expression, world: World) -> object:
    """Return the value of an expression; raise `NotConstantError` where it has none yet."""
    try:
        return _folded(node, world)
    except Fault:
        raise NotConstantError from None


def _folded(node: Expression, world: World) -> object:
    try:
        return settled(node, {}, None, sizes=world.sizes)
    except UnsettledError:
        raise NotConstantError from None
