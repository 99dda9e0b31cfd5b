"""Check `where`, the functions over collections, and those that ask what pays an amount."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from dsl.check.expressions.amounts import as_plain, counted_by, only_counted
from dsl.check.expressions.comparisons import check_pair, narrowing
from dsl.check.expressions.expressions import (
    check_condition,
    check_expression,
    check_list,
    fit_or_report,
    list_or_report,
    quote,
    report_count,
    report_mismatch,
    rule_for,
    unknown,
)
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.types import fit, known, lift, read_zone
from dsl.diagnostics.wording import Said
from dsl.model import types as t
from dsl.model import words as rows
from dsl.model.expressions import Expression, Filter, Fold, Local, Primitive
from dsl.records import Span
from dsl.syntax import trees
from dsl.words.arithmetic import operation
from dsl.words.vocabulary import FOLDS, WRITTEN


def enter_element(scope: Scope, type_: t.Type, name: str | None) -> tuple[int, Scope]:
    """Return the element's local and the scope in which bare names are its fields."""
    slot, inner = scope.slots.add(name or "it", type_), scope
    if name is not None:
        visible = {**scope.visible, name: (slot, type_)}
        inner = replace(scope, visible=visible, fixed=scope.fixed | {name})
    outer = () if scope.element is None else (scope.element, *scope.outer_elements)
    return slot, replace(inner, element=(slot, type_), outer_elements=outer)


@rule_for(trees.Where)
def _where(tree: trees.Where, scope: Scope, expected: t.Type | None) -> Expression:
    source = check_list(tree.source, scope, expected)
    return lift(scope, [source], lambda plain: _filter(tree, plain[0], scope, None))


@rule_for(trees.NamedWhere)
def _named_where(tree: trees.NamedWhere, scope: Scope, expected: t.Type | None) -> Expression:
    """Return the elements for which a condition holds that calls them by a name, never `it`."""
    source = check_list(tree.source, scope, expected)
    return lift(scope, [source], lambda plain: _filter(tree, plain[0], scope, tree.name.text, True))


def check_source(tree: trees.Expression, scope: Scope, name: str) -> Expression:
    """Return the list that a loop, a choice or a parameter takes its elements from.

    The name it gives them means the element inside the list's own `where` too. The type is a list
    or set, or a maybe of one; UNKNOWN after a diagnostic.
    """
    return check_source_from(tree, check_expression(head_of(tree), scope), scope, name)


def head_of(tree: trees.Expression) -> trees.Expression:
    """Return a list without its own `where`."""
    return tree.source if isinstance(tree, trees.Where) else tree


def check_source_from(
    tree: trees.Expression, head: Expression, scope: Scope, name: str
) -> Expression:
    """Return such a list, of which all but its `where` has been checked."""
    many = list_or_report(head, scope, head_of(tree).span)
    if not isinstance(tree, trees.Where):
        return many
    return lift(scope, [many], lambda plain: _filter(tree, plain[0], scope, name))


def _filter(
    tree: trees.Where | trees.NamedWhere,
    source: Expression,
    scope: Scope,
    name: str | None,
    is_called: bool = False,
) -> Expression:
    slot, inner = enter_element(scope, t.element_of(source.type), name)
    if is_called:
        inner = replace(inner, called=inner.called | {slot})
    condition = check_condition(tree.condition, inner)
    if condition.type == t.UNKNOWN:
        return condition
    narrowed = narrowing(tree.condition, inner, True).get(slot, t.element_of(source.type))
    if narrowed == t.PLAYER and isinstance(t.plain_type(t.element_of(source.type)), t.TargetType):
        kept = Filter(source, slot, condition, source.type)
        body = known("it", slot, narrowed, scope)
        return Fold("each", kept, slot, body, None, t.ListOf(narrowed))
    if isinstance(source.type, t.SetOf):
        return Filter(source, slot, condition, t.SetOf(narrowed))
    return Filter(source, slot, condition, t.ListOf(narrowed, t.is_ordered(source.type)))


# --- functions over collections ---------------------------------------------------------------


def check_fold(tree: trees.Call, scope: Scope, expected: t.Type | None) -> Expression:
    """Return the call of a function over a collection; UNKNOWN after a diagnostic."""
    name = tree.function.text
    row = FOLDS[name]
    if not check_count(tree, 1 + row.needs_body, 2 + row.has_default, scope):
        return unknown()
    word: trees.Name | None = None
    source_tree = tree.arguments[0]
    match source_tree:
        case trees.Binary("in", trees.Name() as word, source_tree):
            pass
    is_part = word is not None and isinstance(source_tree, trees.Where)
    head = head_of(source_tree) if is_part else source_tree
    source = read_zone(check_expression(head, scope), scope)
    if word is None and row.has_default and t.plain_type(source.type) == t.INT:
        return _two_numbers(tree, source, scope)
    if isinstance(t.plain_type(source.type), t.BagOf | t.AmountOf) and name == "count":
        if not check_count(tree, 1, 1, scope):
            return unknown()
        name = "due" if isinstance(t.plain_type(source.type), t.AmountOf) else "total"
        return lift(scope, [source], lambda plain: Primitive(name, (plain[0],), t.INT))
    if word is not None and is_part:
        source = check_source_from(source_tree, source, scope, word.text)
    else:
        source = list_or_report(source, scope, source_tree.span)
    return lift(scope, [source], lambda plain: _fold(tree, word, plain[0], scope, expected))


def check_count(tree: trees.Call, least: int, most: int, scope: Scope) -> bool:
    """Return whether a call has as many arguments as it can; report it where not."""
    given, name = len(tree.arguments), tree.function.text
    if least <= given <= most:
        return True
    helps: tuple[str, ...] = ()
    if name == "any" and given == 1:
        helps = (Said("help.ask-not-empty"),)
    elif name == "sort" and given > most:
        helps = (Said("help.falls-instead-rising-minus"),)
    elif name in WRITTEN:
        ways = WRITTEN[name].signature.split("; ")
        helps = (Said("help.write-way", ways=tuple(ways)),)
    report_count(tree.function.span, name, least, given, scope, *helps, most=most)
    return False


def _two_numbers(tree: trees.Call, first: Expression, scope: Scope) -> Expression:
    """Return `max(a, b)` of two ints."""
    if not check_count(tree, 2, 2, scope):
        return unknown()
    second = check_expression(tree.arguments[1], scope, t.INT)
    if t.plain_type(second.type) not in (t.INT, t.UNKNOWN):
        report_mismatch(second.type, t.INT, scope, tree.arguments[1].span)
        return unknown()
    name = tree.function.text
    return lift(scope, [first, second], lambda plain: operation(name, *plain))


def _fold(
    tree: trees.Call,
    word: trees.Name | trees.Word | None,
    source: Expression,
    scope: Scope,
    expected: t.Type | None,
) -> Expression:
    """Return the node over a plain list."""
    name = tree.function.text
    row, element = FOLDS[name], t.element_of(source.type)
    slot, inner = enter_element(scope, element, None if word is None else word.text)
    if word is not None:
        inner = replace(inner, called=inner.called | {slot})
    body: Expression | None = None
    if len(tree.arguments) > 1:
        body = BODIES[row.body](tree.arguments[1], inner, expected)
        type_ = body.type
    else:
        type_ = _bare_element(row, element, tree.arguments[0].span, scope)
    if type_ == t.UNKNOWN:
        return unknown()
    default = None
    if len(tree.arguments) == 3:  # what `min` and `max` give for nothing
        third = tree.arguments[2]
        found = check_expression(third, scope, t.INT)
        default = fit_or_report(found, t.INT, scope, third.span)
    result = t.INT if default is not None else row.result(source.type, type_)
    return Fold(name, source, slot, body, default, result)


def _bare_element(row: rows.Fold, element: t.Type, span: Span, scope: Scope) -> t.Type:
    """Return the type of the element where a function takes it as it is."""
    if row.body == "condition" or element in (t.INT, t.UNKNOWN):
        return t.INT
    if row.of_bags is not None and isinstance(element, t.BagOf):
        return element
    scope.world.report.add(
        "missing-argument.list-say-take", span, words=quote(span), element=element
    )
    return t.UNKNOWN


def _number_body(tree: trees.Expression, scope: Scope, expected: t.Type | None) -> Expression:
    return fit_or_report(check_expression(tree, scope, t.INT), t.INT, scope, tree.span)


def _sum_body(tree: trees.Expression, scope: Scope, expected: t.Type | None) -> Expression:
    hint = (
        expected if expected is not None and isinstance(t.plain_type(expected), t.BagOf) else None
    )
    found = check_expression(tree, scope, hint)
    if isinstance(found.type, t.BagOf):
        return found
    if isinstance(found.type, t.AmountOf):
        scope.world.report.add(
            "wrong-type.int-bag-belongs", tree.span, words=quote(tree.span), type=found.type
        )
        return unknown()
    return fit_or_report(found, t.INT, scope, tree.span)


BODIES: dict[str, Callable[[trees.Expression, Scope, t.Type | None], Expression]] = {
    "condition": lambda tree, scope, expected: check_condition(tree, scope),
    "number": _number_body,
    "number or bag": _sum_body,
    "anything": lambda tree, scope, expected: check_expression(tree, scope),
}


def check_reduce(tree: trees.Call, scope: Scope, expected: t.Type | None) -> Expression:
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
    if found.type == t.UNKNOWN:
        return found
    if keys is None:
        scope.world.report.add("wrong-type.not-amount", span, words=quote(span), type=found.type)
        return unknown()
    wanted: t.Type = t.AmountOf(keys)
    return (
        fit(found, t.Maybe(wanted) if isinstance(found.type, t.Maybe) else wanted, scope) or found
    )


def check_payable(tree: trees.Call, scope: Scope, expected: t.Type | None) -> Expression:
    """Return whether some bag within a bag pays an amount, or several amounts together do."""
    if not check_count(tree, 2, 2, scope):
        return unknown()
    first, second = tree.arguments
    keys = only_counted(scope.world) if isinstance(first, trees.ListLiteral) else None
    given = check_expression(first, scope, None if keys is None else t.ListOf(t.AmountOf(keys)))
    name, plain = tree.function.text, t.plain_type(given.type)
    if name == "payable" and isinstance(plain, t.ListOf):
        name = "covers"
    of: t.Type = plain if name == "payable" else t.element_of(plain)
    sort = t.BagOf if name == "payable" else t.BagOf | t.AmountOf
    if not isinstance(of, sort) and t.UNKNOWN not in (of, given.type):
        wanted: t.Type = (
            t.BagOf(t.UNKNOWN) if name == "payable" else t.ListOf(t.AmountOf(t.UNKNOWN))
        )
        return fit_or_report(given, wanted, scope, first.span)
    amount = _amount(check_expression(second, scope, of), second.span, scope)
    if isinstance(of, t.BagOf) and name != "payable":
        slot, as_amount = scope.slots.add("", of), t.AmountOf(of.of)
        each = fit(Local(slot, "", of), as_amount, scope)
        given = Fold("each", given, slot, each, None, t.ListOf(as_amount))
    return lift(scope, [given, amount], lambda plain: Primitive(name, tuple(plain), t.BOOL))
