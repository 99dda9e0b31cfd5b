"""Check the functions that ask what pays an amount, and what is left of one."""

from __future__ import annotations

from dsl.check.expressions.amounts import as_plain, counted_by, only_counted
from dsl.check.expressions.comparisons import check_pair
from dsl.check.expressions.expressions import check_expression, fit_or_report, quote, unknown
from dsl.check.expressions.lists import check_count
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.types import fit, lift
from dsl.model.expressions import Expression, Fold, Local, Primitive
from dsl.model.types import (
    BOOL,
    UNKNOWN,
    AmountOf,
    BagOf,
    ListOf,
    Maybe,
    Type,
    element_of,
    plain_type,
)
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

    def reduced(sides: list[Expression]) -> Expression:
        amount, reduction = sides
        fitted = fit(reduction, amount.type, scope)
        if fitted is None:
            return unknown()
        return as_plain(Primitive("reduce", (amount, fitted), amount.type), scope)

    return lift(scope, [left, right], reduced)


def _amount(found: Expression, span: Span, scope: Scope) -> Expression:
    """Return an amount, perhaps a maybe; UNKNOWN after a diagnostic."""
    keys = counted_by(found.type)
    if found.type == UNKNOWN:
        return found
    if keys is None:
        scope.world.report.add("wrong-type.not-amount", span, words=quote(span), type=found.type)
        return unknown()
    wanted: Type = AmountOf(keys)
    return fit(found, Maybe(wanted) if isinstance(found.type, Maybe) else wanted, scope) or found


def check_payable(tree: trees.Call, scope: Scope, expected: Type | None) -> Expression:
    """Return whether some bag within a bag pays an amount, or several amounts together do."""
    if not check_count(tree, 2, 2, scope):
        return unknown()
    first, second = tree.arguments
    keys = only_counted(scope.world) if isinstance(first, trees.ListLiteral) else None
    given = check_expression(first, scope, None if keys is None else ListOf(AmountOf(keys)))
    name, plain = tree.function.text, plain_type(given.type)
    if name == "payable" and isinstance(plain, ListOf):
        name = "covers"
    of: Type = plain if name == "payable" else element_of(plain)
    sort = BagOf if name == "payable" else BagOf | AmountOf
    if not isinstance(of, sort) and UNKNOWN not in (of, given.type):
        wanted: Type = BagOf(UNKNOWN) if name == "payable" else ListOf(AmountOf(UNKNOWN))
        return fit_or_report(given, wanted, scope, first.span)
    amount = _amount(check_expression(second, scope, of), second.span, scope)
    if isinstance(of, BagOf) and name != "payable":
        slot, as_amount = scope.slots.add("", of), AmountOf(of.of)
        each = fit(Local(slot, "", of), as_amount, scope)
        given = Fold("each", given, slot, each, None, ListOf(as_amount))
    return lift(scope, [given, amount], lambda plain: Primitive(name, tuple(plain), BOOL))
