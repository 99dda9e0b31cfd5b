"""Check operators: arithmetic, comparisons, logic, `in`, `is`, `if else` and `[ ]`."""

from __future__ import annotations

from collections.abc import Callable

from dsl.check.expressions.amounts import alike, is_amount, put_together
from dsl.check.expressions.comparisons import (
    check_pair,
    hint_of,
    incomparable_helps,
    is_same_field,
    narrow,
    narrowing,
    needs_hint,
    report_same_field,
)
from dsl.check.expressions.expressions import (
    check_condition,
    check_expression,
    check_number,
    fit_or_report,
    guess,
    quote,
    rule_for,
    unknown,
)
from dsl.check.expressions.name_helps import quality_helps
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.types import (
    as_card,
    as_cards,
    as_targets,
    as_zone,
    card_in,
    comparable,
    each_by_itself,
    fit,
    fits,
    join,
    lift,
    player_in,
    read_zone,
)
from dsl.diagnostics.wording import Said
from dsl.model import expressions as e
from dsl.model import types as t
from dsl.syntax import trees
from dsl.words.arithmetic import operation


@rule_for(trees.Binary)
def _binary(tree: trees.Binary, scope: Scope, expected: t.Type | None) -> e.Expression:
    return BINARY[tree.operator](tree, scope, expected)


# --- arithmetic -------------------------------------------------------------------------------


def _plus_minus(tree: trees.Binary, scope: Scope, expected: t.Type | None) -> e.Expression:
    wanted = None if expected is None else t.plain_type(expected)
    hint = wanted if isinstance(wanted, t.ListOf | t.SetOf | t.BagOf | t.AmountOf) else None
    left, right = check_pair(tree.left, tree.right, scope, hint)
    left, right = read_zone(left, scope), read_zone(right, scope)
    return lift(scope, [left, right], lambda plain: _put_together(tree, plain, scope))


def _put_together(tree: trees.Binary, sides: list[e.Expression], scope: Scope) -> e.Expression:
    """Return the sum or difference of two plain ints or collections."""
    left, right = sides
    if t.UNKNOWN in (left.type, right.type):
        return unknown()
    if left.type == t.INT and right.type == t.INT:
        return operation(tree.operator, left, right)
    if is_amount(left.type) or is_amount(right.type):
        amount = put_together(tree.operator, left, right, scope)
        return amount or _report_sides(tree, left.type, right.type, scope)
    common = _common_collection(tree.operator, left.type, right.type, scope)
    first = None if common is None else fit(left, common, scope)
    second = None if common is None else fit(right, common, scope)
    if common is None or first is None or second is None:
        return _report_sides(tree, left.type, right.type, scope)
    return operation(tree.operator, first, second, type=common)


def _common_collection(operator: str, left: t.Type, right: t.Type, scope: Scope) -> t.Type | None:
    """Return the type of two collections put together; what is taken away changes no type."""
    if not isinstance(left, t.ListOf | t.SetOf | t.BagOf):
        return None
    if isinstance(left, t.SetOf) and isinstance(right, t.ListOf):
        right = t.SetOf(right.of)
    found = join(left, right, scope.world)
    if operator == "-" and isinstance(left, t.ListOf) and isinstance(found, t.ListOf):
        return t.ListOf(found.of, left.is_ordered)
    return found if isinstance(found, t.ListOf | t.SetOf | t.BagOf) else None


def _report_sides(tree: trees.Binary, left: t.Type, right: t.Type, scope: Scope) -> e.Expression:
    """Report two sides that an operator cannot put together."""
    helps: tuple[str, ...] = ()
    if isinstance(left, t.ListOf | t.SetOf) and fits(right, left.of, scope.world):
        helps = (Said("help.write-right-list-one", right=tree.right.span.text),)
    if isinstance(left, t.BagOf) and right == t.INT and isinstance(left.of, t.EnumType):
        member = scope.world.enums[left.of.name].members[0]
        helps = (Said("help.say-another", written=tree.span.text, member=member, of=left.of),)
    scope.world.report.add("wrong-type.cannot-put-together", tree.span, *helps,
                           operator=tree.operator, left=left, right=right)  # fmt: skip
    return unknown()


def _times(tree: trees.Binary, scope: Scope, expected: t.Type | None) -> e.Expression:
    sides = [check_number(tree.left, scope), check_number(tree.right, scope)]
    return lift(scope, sides, lambda plain: _arithmetic(tree.operator, plain))


def _arithmetic(operator: str, sides: list[e.Expression]) -> e.Expression:
    if any(side.type == t.UNKNOWN for side in sides):
        return unknown()
    return operation(operator, *sides)


@rule_for(trees.Unary)
def _unary(tree: trees.Unary, scope: Scope, expected: t.Type | None) -> e.Expression:
    if tree.operator == "-":
        number = check_number(tree.operand, scope)
        return lift(scope, [number], lambda plain: _arithmetic("neg", plain))
    condition = check_condition(tree.operand, scope)
    if condition.type == t.UNKNOWN:
        return condition
    return lift(scope, [condition], lambda plain: e.Logic("not", plain[0], None, t.BOOL))


# --- comparisons ------------------------------------------------------------------------------


def _compare(tree: trees.Binary, scope: Scope, expected: t.Type | None) -> e.Expression:
    left, right = check_pair(tree.left, tree.right, scope, None)
    if t.UNKNOWN in (left.type, right.type):
        return unknown()
    left, right = as_targets(*as_cards(left, right, scope), scope)
    left, right = _same_form(left, right, scope)
    if not comparable(left.type, right.type, scope.world):
        return _report_incomparable(tree, left.type, right.type, scope)
    if is_same_field(tree, left == right, scope):
        return report_same_field(tree, scope)
    if tree.operator in ("==", "!="):
        return _compare_node(tree.operator, [left, right])
    if not _has_order(tree.operator, left.type) or not _has_order(tree.operator, right.type):
        one, other = t.plain_type(left.type), t.plain_type(right.type)
        names = one if one == other else f"{left.type} and {right.type}"
        helps = (Said("help.compare-them"),) if isinstance(one, t.ListOf | t.SetOf) else ()
        scope.world.report.add("not-comparable.does-not-compare", tree.span, *helps,
                               operator=tree.operator, names=names)  # fmt: skip
        return unknown()
    return lift(scope, [left, right], lambda plain: _compare_node(tree.operator, plain))


def _same_form(
    left: e.Expression, right: e.Expression, scope: Scope
) -> tuple[e.Expression, e.Expression]:
    """Return both sides as zones, or as lists, sets or bags alike where one of them is."""
    first, second = t.plain_type(left.type), t.plain_type(right.type)
    if isinstance(first, t.ZoneType) != isinstance(second, t.ZoneType):
        zones = as_zone(left), as_zone(right)
        if all(isinstance(t.plain_type(side.type), t.ZoneType) for side in zones):
            return zones
        return read_zone(left, scope), read_zone(right, scope)
    if isinstance(first, t.SetOf | t.BagOf) and isinstance(second, t.ListOf):
        return left, fit(right, left.type, scope) or right
    if isinstance(first, t.ListOf) and isinstance(second, t.SetOf | t.BagOf):
        return fit(left, right.type, scope) or left, right
    if isinstance(first, t.AmountOf) or isinstance(second, t.AmountOf):
        return alike(left, right, scope)
    return left, right


def _compare_node(operator: str, sides: list[e.Expression]) -> e.Expression:
    left, right = sides
    first, second = t.plain_type(left.type), t.plain_type(right.type)
    lists = isinstance(first, t.ListOf) and isinstance(second, t.ListOf)
    ignores = lists and not (t.is_ordered(first) and t.is_ordered(second))
    return e.Compare(operator, left, right, ignores, t.BOOL)


def _has_order(operator: str, type_: t.Type) -> bool:
    """Return whether values of a type can be compared by an operator such as `<`."""
    plain = t.plain_type(type_)
    if isinstance(plain, t.BagOf):
        return operator in ("<=", ">=")
    return plain == t.INT or isinstance(plain, t.EnumType)


def _report_incomparable(
    tree: trees.Binary, left: t.Type, right: t.Type, scope: Scope
) -> e.Expression:
    """Report two sides that can never be equal."""
    helps = incomparable_helps(tree, left, right, scope)
    scope.world.report.add("not-comparable.plain", tree.span, *helps,
                           words=quote(tree.left.span), left=left,
                           words_2=quote(tree.right.span), right=right)  # fmt: skip
    return unknown()


def _contains(tree: trees.Binary, scope: Scope, expected: t.Type | None) -> e.Expression:
    hints = (lambda type_: t.ListOf(t.plain_type(type_)), t.element_of)
    item, many = check_pair(tree.left, tree.right, scope, None, hints)
    many = read_zone(many, scope)
    if t.UNKNOWN in (item.type, many.type):
        return unknown()
    if not isinstance(t.plain_type(many.type), t.ListOf | t.SetOf | t.BagOf):
        scope.world.report.add(
            "not-a-list.plain", tree.right.span, words=quote(tree.right.span), type=many.type
        )
        return unknown()
    item = as_zone(item) if isinstance(t.element_of(many.type), t.ZoneType) else item
    if isinstance(t.plain_type(t.element_of(many.type)), t.EntityType | t.TargetType):
        item = as_card(item, scope)
    item, many = as_targets(item, many, scope)
    if not comparable(item.type, t.element_of(many.type), scope.world):
        return _report_incomparable(tree, item.type, many.type, scope)
    return e.Contains(item, each_by_itself(many), tree.operator != "in", t.BOOL)


# --- logic ------------------------------------------------------------------------------------


def _logic(tree: trees.Binary, scope: Scope, expected: t.Type | None) -> e.Expression:
    left = check_condition(tree.left, scope)
    inner = narrow(scope, narrowing(tree.left, scope, tree.operator == "and"))
    right = check_condition(tree.right, inner)
    if t.UNKNOWN in (left.type, right.type):
        return unknown()
    return e.Logic(tree.operator, left, right, t.BOOL)


@rule_for(trees.Is)
def _is(tree: trees.Is, scope: Scope, expected: t.Type | None) -> e.Expression:
    operand = check_expression(tree.operand, scope)
    if operand.type == t.UNKNOWN:
        return unknown()
    if tree.what.text == "empty":
        many = read_zone(operand, scope)
        if not isinstance(t.plain_type(many.type), t.ListOf | t.SetOf | t.BagOf):
            helps = (Said("help.ask-is-none"),) if isinstance(many.type, t.Maybe) else ()
            scope.world.report.add("not-a-list.plain", tree.operand.span, *helps,
                                   words=quote(tree.operand.span), type=many.type)  # fmt: skip
            return unknown()
        return lift(scope, [many], lambda plain: e.IsEmpty(plain[0], tree.negated, t.BOOL))
    operand = as_card(operand, scope)
    if tree.what.text == "none":
        return e.IsNone(operand, tree.negated, t.BOOL)
    return _is_kind(tree, operand, scope)


def _is_kind(tree: trees.Is, operand: e.Expression, scope: Scope) -> e.Expression:
    world, kind, plain = scope.world, tree.what.text, t.plain_type(operand.type)
    if kind == t.PLAYER.name and isinstance(plain, t.TargetType):
        return e.IsNone(player_in(operand, t.Maybe(t.PLAYER), scope), not tree.negated, t.BOOL)
    is_player = kind == t.PLAYER.name and isinstance(plain, t.EntityType)
    if kind not in world.kinds and not is_player:
        helps = quality_helps(tree, plain, scope) or guess(kind, world.kinds)
        if kind in world.definitions:
            sign = "!=" if tree.negated else "=="
            helps = (
                Said(
                    "help.write-operand-definition-sign",
                    operand=tree.operand.span.text,
                    sign=sign,
                    kind=kind,
                ),
            )
        world.report.add("unknown-kind.no-kind-named", tree.what.span, *helps, kind=kind)
        return unknown()
    world.used.add(("kind", kind))
    own = plain.kind if isinstance(plain, t.EntityType | t.TargetType | t.DefinitionType) else None
    related = (own == "" and not is_player) or (own is not None and (
        kind in world.lineage(own) or own in world.lineage(kind)))  # fmt: skip
    if not related:
        world.report.add("not-comparable.never", tree.span, words=quote(tree.operand.span),
                         type=operand.type, kind=kind)  # fmt: skip
        return unknown()
    return e.IsKind(card_in(operand, scope), kind, tree.negated, t.BOOL)


# --- if else, [ ] -----------------------------------------------------------------------------


@rule_for(trees.IfElse)
def _if_else(tree: trees.IfElse, scope: Scope, expected: t.Type | None) -> e.Expression:
    condition = check_condition(tree.condition, scope)
    yes = narrow(scope, narrowing(tree.condition, scope, True))
    no = narrow(scope, narrowing(tree.condition, scope, False))
    if expected is None and needs_hint(tree.then, yes) and not needs_hint(tree.otherwise, no):
        otherwise = check_expression(tree.otherwise, no)
        then = check_expression(tree.then, yes, hint_of(otherwise, t.plain_type))
    else:
        then = check_expression(tree.then, yes, expected)
        otherwise = check_expression(tree.otherwise, no, expected or hint_of(then, t.plain_type))
    if t.UNKNOWN in (condition.type, then.type, otherwise.type):
        return unknown()
    return _conditional(tree, condition, then, otherwise, scope)


def _conditional(
    tree: trees.IfElse,
    condition: e.Expression,
    then: e.Expression,
    otherwise: e.Expression,
    scope: Scope,
) -> e.Expression:
    """Return the node of two branches brought to one type."""
    if isinstance(t.plain_type(then.type), t.ZoneType) != isinstance(
        t.plain_type(otherwise.type), t.ZoneType
    ):
        then, otherwise = _same_form(then, otherwise, scope)
    common = join(then.type, otherwise.type, scope.world)
    if common is None:
        scope.world.report.add("wrong-type.plain", tree.span, words=quote(tree.then.span),
                               type=then.type, words_2=quote(tree.otherwise.span),
                               type_2=otherwise.type)  # fmt: skip
        return unknown()
    first = fit_or_report(then, common, scope, tree.then.span)
    second = fit_or_report(otherwise, common, scope, tree.otherwise.span)
    return e.Conditional(condition, first, second, common)


@rule_for(trees.Index)
def _index(tree: trees.Index, scope: Scope, expected: t.Type | None) -> e.Expression:
    operand = read_zone(check_expression(tree.operand, scope), scope)
    plain = t.plain_type(operand.type)
    if isinstance(plain, t.BagOf):
        key = check_key(tree.key, plain.of, scope)
        return lift(scope, [operand, key], lambda sides: e.Lookup(sides[0], sides[1], t.INT))
    if isinstance(plain, t.ListOf):
        if isinstance(tree.key, trees.Number) and tree.key.value == 0:
            scope.world.report.add("bad-number.list-no-element", tree.key.span)
            return unknown()
        place = check_number(tree.key, scope)
        return lift(scope, [operand, place], lambda sides: e.Element(sides[0], sides[1], plain.of))
    if plain != t.UNKNOWN:
        scope.world.report.add(
            "wrong-type.neither-bag-nor",
            tree.operand.span,
            words=quote(tree.operand.span),
            type=operand.type,
        )
    return unknown()


def check_key(tree: trees.Expression, expected: t.Type, scope: Scope) -> e.Expression:
    """Return the node of a key, or of a maybe key, to be lifted; UNKNOWN after a diagnostic."""
    found = check_expression(tree, scope, expected)
    if isinstance(found.type, t.Maybe) and fits(found.type.of, expected, scope.world):
        return found
    return fit_or_report(found, expected, scope, tree.span)


BINARY: dict[str, Callable[[trees.Binary, Scope, t.Type | None], e.Expression]] = {
    "+": _plus_minus,
    "-": _plus_minus,
    "*": _times,
    "//": _times,
    "%": _times,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), _compare),
    "and": _logic,
    "or": _logic,
    "in": _contains,
    "not in": _contains,
}
