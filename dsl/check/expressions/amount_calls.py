"""Check `reduce` and `payable`."""

from __future__ import annotations

from dsl.check.expressions.amounts import as_plain, counted_by
from dsl.check.expressions.expressions import check_expression, fit_or_report, quote, unknown
from dsl.check.expressions.lists import check_count
from dsl.check.expressions.pairs import check_pair
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.types import fit, lift
from dsl.model.expressions import Expression, Primitive
from dsl.model.types import BOOL, UNKNOWN, AmountOf, BagOf, Maybe, Type, plain_type
from dsl.source import Span
from dsl.syntax import trees


def check_reduce(tree: trees.Call, scope: Scope, expected: Type | None) -> Expression:
    """Return an amount less another one."""
    if not check_count(tree, 2, 2, scope):
        return unknown()
    hint = None if counted_by(expected) is None else expected
    first, second = check_pair(tree.arguments[0], tree.arguments[1], scope, hint)
    left = _amount(first, tree.arguments[0].span, scope)
    right = _amount(second, tree.arguments[1].span, scope)
    return lift(scope, [left, right], lambda plain: _reduced(plain, scope))


def _reduced(sides: list[Expression], scope: Scope) -> Expression:
    amount, reduction = sides
    fitted = fit(reduction, amount.type, scope)
    if fitted is None:
        return unknown()
    return as_plain(Primitive("reduce", (amount, fitted), amount.type), scope)


def _amount(found: Expression, span: Span, scope: Scope) -> Expression:
    """Return an amount, perhaps a maybe; UNKNOWN after a diagnostic."""
    keys = counted_by(found.type)
    if found.type == UNKNOWN:
        return found
    if keys is None:
        message = f"{quote(span)} is {found.type}, not an amount"
        scope.world.report.add("wrong-type", message, span)
        return unknown()
    wanted: Type = AmountOf(keys)
    return fit(found, Maybe(wanted) if isinstance(found.type, Maybe) else wanted, scope) or found


def check_payable(tree: trees.Call, scope: Scope, expected: Type | None) -> Expression:
    """Return whether some bag within a bag pays an amount."""
    if not check_count(tree, 2, 2, scope):
        return unknown()
    bag = check_expression(tree.arguments[0], scope)
    if not isinstance(plain_type(bag.type), BagOf) and bag.type != UNKNOWN:
        return fit_or_report(bag, BagOf(UNKNOWN), scope, tree.arguments[0].span)
    amount = _amount(
        check_expression(tree.arguments[1], scope, bag.type), tree.arguments[1].span, scope
    )
    return lift(scope, [bag, amount], lambda plain: Primitive("payable", tuple(plain), BOOL))
