"""Check two expressions that tell each other what bare names and empty literals mean."""

from __future__ import annotations

from collections.abc import Callable

from dsl.check.expressions.expressions import check_expression, unknown
from dsl.check.expressions.names import knows
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.types import is_open
from dsl.model.expressions import Expression
from dsl.model.types import UNKNOWN, Type, plain_type
from dsl.syntax import trees


def needs_hint(tree: trees.Expression, scope: Scope) -> bool:
    """Return whether only the expected type can tell what an expression is."""
    match tree:
        case trees.Name(text):
            return not knows(text, scope)
        case trees.ListLiteral(items):
            return all(needs_hint(item, scope) for item in items)
        case trees.IfElse(then, _, otherwise):
            return needs_hint(then, scope) and needs_hint(otherwise, scope)
        case trees.Binary("+" | "-", left, right):
            return needs_hint(left, scope) and needs_hint(right, scope)
        case trees.Unit():
            return True
    return False


def check_pair(
    left: trees.Expression,
    right: trees.Expression,
    scope: Scope,
    expected: Type | None,
    hints: tuple[Callable[[Type], Type], Callable[[Type], Type]] = (plain_type, plain_type),
) -> tuple[Expression, Expression]:
    """Return both sides; the type of one is the expectation of the other.

    `hints` turn the left side's type into what is expected of the right one, and the other way.
    """
    if needs_hint(left, scope) and not needs_hint(right, scope):
        second = check_expression(right, scope, expected)
        return _other_side(left, second, scope, expected, hints[1]), second
    first = check_expression(left, scope, expected)
    return first, _other_side(right, first, scope, expected, hints[0])


def _other_side(
    tree: trees.Expression,
    known: Expression,
    scope: Scope,
    expected: Type | None,
    change: Callable[[Type], Type],
) -> Expression:
    """Return the second side checked; a bare name beside a mistake is not looked up."""
    if known.type == UNKNOWN and needs_hint(tree, scope):
        return unknown()
    return check_expression(tree, scope, expected or hint_of(known, change))


def hint_of(expression: Expression, change: Callable[[Type], Type]) -> Type | None:
    """Return the expectation that a checked side gives, if it tells anything."""
    hint = change(expression.type)
    return None if is_open(hint) or hint == UNKNOWN else hint
