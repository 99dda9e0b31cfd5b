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
from dsl.check.scopes.targets import as_targets, card_in, player_in
from dsl.check.scopes.types import (
    as_card,
    as_cards,
    as_zone,
    comparable,
    each_by_itself,
    fit,
    fits,
    join,
    lift,
    read_zone,
)
from dsl.diagnostics.wording import Said
from dsl.model.expressions import (
    Compare,
    Conditional,
    Contains,
    Element,
    Expression,
    IsEmpty,
    IsKind,
    IsNone,
    Logic,
    Lookup,
)
from dsl.model.types import (
    BOOL,
    INT,
    PLAYER,
    UNKNOWN,
    AmountOf,
    BagOf,
    DefinitionType,
    EntityType,
    EnumType,
    ListOf,
    Maybe,
    SetOf,
    TargetType,
    Type,
    ZoneType,
    element_of,
    is_ordered,
    plain_type,
)
from dsl.syntax import trees
from dsl.words.arithmetic import operation


@rule_for(trees.Binary)
def _binary(tree: trees.Binary, scope: Scope, expected: Type | None) -> Expression:
    return BINARY[tree.operator](tree, scope, expected)


# --- arithmetic -------------------------------------------------------------------------------


def _plus_minus(tree: trees.Binary, scope: Scope, expected: Type | None) -> Expression:
    wanted = None if expected is None else plain_type(expected)
    hint = wanted if isinstance(wanted, ListOf | SetOf | BagOf | AmountOf) else None
    left, right = check_pair(tree.left, tree.right, scope, hint)
    left, right = read_zone(left, scope), read_zone(right, scope)
    return lift(scope, [left, right], lambda plain: _put_together(tree, plain, scope))


def _put_together(tree: trees.Binary, sides: list[Expression], scope: Scope) -> Expression:
    """Return the sum or difference of two plain ints or collections."""
    left, right = sides
    if UNKNOWN in (left.type, right.type):
        return unknown()
    if left.type == INT and right.type == INT:
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


def _common_collection(operator: str, left: Type, right: Type, scope: Scope) -> Type | None:
    """Return the type of two collections put together; what is taken away changes no type."""
    if not isinstance(left, ListOf | SetOf | BagOf):
        return None
    if isinstance(left, SetOf) and isinstance(right, ListOf):
        right = SetOf(right.of)
    found = join(left, right, scope.world)
    if operator == "-" and isinstance(left, ListOf) and isinstance(found, ListOf):
        return ListOf(found.of, left.is_ordered)
    return found if isinstance(found, ListOf | SetOf | BagOf) else None


def _report_sides(tree: trees.Binary, left: Type, right: Type, scope: Scope) -> Expression:
    """Report two sides that an operator cannot put together."""
    helps: tuple[str, ...] = ()
    if isinstance(left, ListOf | SetOf) and fits(right, left.of, scope.world):
        helps = (Said("help.write-right-list-one", right=tree.right.span.text),)
    if isinstance(left, BagOf) and right == INT and isinstance(left.of, EnumType):
        member = scope.world.enums[left.of.name].members[0]
        helps = (Said("help.say-another", written=tree.span.text, member=member, of=left.of),)
    scope.world.report.add("wrong-type.cannot-put-together", tree.span, *helps,
                           operator=tree.operator, left=left, right=right)  # fmt: skip
    return unknown()


def _times(tree: trees.Binary, scope: Scope, expected: Type | None) -> Expression:
    sides = [check_number(tree.left, scope), check_number(tree.right, scope)]
    return lift(scope, sides, lambda plain: _arithmetic(tree.operator, plain))


def _arithmetic(operator: str, sides: list[Expression]) -> Expression:
    if any(side.type == UNKNOWN for side in sides):
        return unknown()
    return operation(operator, *sides)


@rule_for(trees.Unary)
def _unary(tree: trees.Unary, scope: Scope, expected: Type | None) -> Expression:
    if tree.operator == "-":
        number = check_number(tree.operand, scope)
        return lift(scope, [number], lambda plain: _arithmetic("neg", plain))
    condition = check_condition(tree.operand, scope)
    if condition.type == UNKNOWN:
        return condition
    return lift(scope, [condition], lambda plain: Logic("not", plain[0], None, BOOL))


# --- comparisons ------------------------------------------------------------------------------


def _compare(tree: trees.Binary, scope: Scope, expected: Type | None) -> Expression:
    left, right = check_pair(tree.left, tree.right, scope, None)
    if UNKNOWN in (left.type, right.type):
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
        one, other = plain_type(left.type), plain_type(right.type)
        names = one if one == other else f"{left.type} and {right.type}"
        helps = (Said("help.compare-them"),) if isinstance(one, ListOf | SetOf) else ()
        scope.world.report.add("not-comparable.does-not-compare", tree.span, *helps,
                               operator=tree.operator, names=names)  # fmt: skip
        return unknown()
    return lift(scope, [left, right], lambda plain: _compare_node(tree.operator, plain))


def _same_form(left: Expression, right: Expression, scope: Scope) -> tuple[Expression, Expression]:
    """Return both sides as zones, or as lists, sets or bags alike where one of them is."""
    first, second = plain_type(left.type), plain_type(right.type)
    if isinstance(first, ZoneType) != isinstance(second, ZoneType):
        zones = as_zone(left), as_zone(right)
        if all(isinstance(plain_type(side.type), ZoneType) for side in zones):
            return zones
        return read_zone(left, scope), read_zone(right, scope)
    if isinstance(first, SetOf | BagOf) and isinstance(second, ListOf):
        return left, fit(right, left.type, scope) or right
    if isinstance(first, ListOf) and isinstance(second, SetOf | BagOf):
        return fit(left, right.type, scope) or left, right
    if isinstance(first, AmountOf) or isinstance(second, AmountOf):
        return alike(left, right, scope)
    return left, right


def _compare_node(operator: str, sides: list[Expression]) -> Expression:
    left, right = sides
    first, second = plain_type(left.type), plain_type(right.type)
    lists = isinstance(first, ListOf) and isinstance(second, ListOf)
    ignores = lists and not (is_ordered(first) and is_ordered(second))
    return Compare(operator, left, right, ignores, BOOL)


def _has_order(operator: str, type_: Type) -> bool:
    """Return whether values of a type can be compared by an operator such as `<`."""
    plain = plain_type(type_)
    if isinstance(plain, BagOf):
        return operator in ("<=", ">=")
    return plain == INT or isinstance(plain, EnumType)


def _report_incomparable(tree: trees.Binary, left: Type, right: Type, scope: Scope) -> Expression:
    """Report two sides that can never be equal."""
    helps = incomparable_helps(tree, left, right, scope)
    scope.world.report.add("not-comparable.plain", tree.span, *helps,
                           words=quote(tree.left.span), left=left,
                           words_2=quote(tree.right.span), right=right)  # fmt: skip
    return unknown()


def _contains(tree: trees.Binary, scope: Scope, expected: Type | None) -> Expression:
    hints = (lambda type_: ListOf(plain_type(type_)), element_of)
    item, many = check_pair(tree.left, tree.right, scope, None, hints)
    many = read_zone(many, scope)
    if UNKNOWN in (item.type, many.type):
        return unknown()
    if not isinstance(plain_type(many.type), ListOf | SetOf | BagOf):
        scope.world.report.add(
            "not-a-list.plain", tree.right.span, words=quote(tree.right.span), type=many.type
        )
        return unknown()
    item = as_zone(item) if isinstance(element_of(many.type), ZoneType) else item
    if isinstance(plain_type(element_of(many.type)), EntityType | TargetType):
        item = as_card(item, scope)
    item, many = as_targets(item, many, scope)
    if not comparable(item.type, element_of(many.type), scope.world):
        return _report_incomparable(tree, item.type, many.type, scope)
    return Contains(item, each_by_itself(many), tree.operator != "in", BOOL)


# --- logic ------------------------------------------------------------------------------------


def _logic(tree: trees.Binary, scope: Scope, expected: Type | None) -> Expression:
    left = check_condition(tree.left, scope)
    inner = narrow(scope, narrowing(tree.left, scope, tree.operator == "and"))
    right = check_condition(tree.right, inner)
    if UNKNOWN in (left.type, right.type):
        return unknown()
    return Logic(tree.operator, left, right, BOOL)


@rule_for(trees.Is)
def _is(tree: trees.Is, scope: Scope, expected: Type | None) -> Expression:
    operand = check_expression(tree.operand, scope)
    if operand.type == UNKNOWN:
        return unknown()
    if tree.what.text == "empty":
        many = read_zone(operand, scope)
        if not isinstance(plain_type(many.type), ListOf | SetOf | BagOf):
            helps = (Said("help.ask-is-none"),) if isinstance(many.type, Maybe) else ()
            scope.world.report.add("not-a-list.plain", tree.operand.span, *helps,
                                   words=quote(tree.operand.span), type=many.type)  # fmt: skip
            return unknown()
        return lift(scope, [many], lambda plain: IsEmpty(plain[0], tree.negated, BOOL))
    operand = as_card(operand, scope)
    if tree.what.text == "none":
        return IsNone(operand, tree.negated, BOOL)
    return _is_kind(tree, operand, scope)


def _is_kind(tree: trees.Is, operand: Expression, scope: Scope) -> Expression:
    world, kind, plain = scope.world, tree.what.text, plain_type(operand.type)
    if kind == PLAYER.name and isinstance(plain, TargetType):
        return IsNone(player_in(operand, Maybe(PLAYER), scope), not tree.negated, BOOL)
    is_player = kind == PLAYER.name and isinstance(plain, EntityType)
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
    own = plain.kind if isinstance(plain, EntityType | TargetType | DefinitionType) else None
    related = (own == "" and not is_player) or (own is not None and (
        kind in world.lineage(own) or own in world.lineage(kind)))  # fmt: skip
    if not related:
        world.report.add("not-comparable.never", tree.span, words=quote(tree.operand.span),
                         type=operand.type, kind=kind)  # fmt: skip
        return unknown()
    return IsKind(card_in(operand, scope), kind, tree.negated, BOOL)


# --- if else, [ ] -----------------------------------------------------------------------------


@rule_for(trees.IfElse)
def _if_else(tree: trees.IfElse, scope: Scope, expected: Type | None) -> Expression:
    condition = check_condition(tree.condition, scope)
    yes = narrow(scope, narrowing(tree.condition, scope, True))
    no = narrow(scope, narrowing(tree.condition, scope, False))
    if expected is None and needs_hint(tree.then, yes) and not needs_hint(tree.otherwise, no):
        otherwise = check_expression(tree.otherwise, no)
        then = check_expression(tree.then, yes, hint_of(otherwise, plain_type))
    else:
        then = check_expression(tree.then, yes, expected)
        otherwise = check_expression(tree.otherwise, no, expected or hint_of(then, plain_type))
    if UNKNOWN in (condition.type, then.type, otherwise.type):
        return unknown()
    return _conditional(tree, condition, then, otherwise, scope)


def _conditional(
    tree: trees.IfElse, condition: Expression, then: Expression, otherwise: Expression, scope: Scope
) -> Expression:
    """Return the node of two branches brought to one type."""
    if isinstance(plain_type(then.type), ZoneType) != isinstance(
        plain_type(otherwise.type), ZoneType
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
    return Conditional(condition, first, second, common)


@rule_for(trees.Index)
def _index(tree: trees.Index, scope: Scope, expected: Type | None) -> Expression:
    operand = read_zone(check_expression(tree.operand, scope), scope)
    plain = plain_type(operand.type)
    if isinstance(plain, BagOf):
        key = check_key(tree.key, plain.of, scope)
        return lift(scope, [operand, key], lambda sides: Lookup(sides[0], sides[1], INT))
    if isinstance(plain, ListOf):
        if isinstance(tree.key, trees.Number) and tree.key.value == 0:
            scope.world.report.add("bad-number.list-no-element", tree.key.span)
            return unknown()
        place = check_number(tree.key, scope)
        return lift(scope, [operand, place], lambda sides: Element(sides[0], sides[1], plain.of))
    if plain != UNKNOWN:
        scope.world.report.add(
            "wrong-type.neither-bag-nor",
            tree.operand.span,
            words=quote(tree.operand.span),
            type=operand.type,
        )
    return unknown()


def check_key(tree: trees.Expression, expected: Type, scope: Scope) -> Expression:
    """Return the node of a key, or of a maybe key, to be lifted; UNKNOWN after a diagnostic."""
    found = check_expression(tree, scope, expected)
    if isinstance(found.type, Maybe) and fits(found.type.of, expected, scope.world):
        return found
    return fit_or_report(found, expected, scope, tree.span)


BINARY: dict[str, Callable[[trees.Binary, Scope, Type | None], Expression]] = {
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
