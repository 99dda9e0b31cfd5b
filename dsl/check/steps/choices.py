"""Check decisions: `choose`, `order`, `choose one` and `may`."""

from __future__ import annotations

from msgspec.structs import replace

from dsl.check.expressions.amounts import counted_by, is_amount, or_nothing, split_condition
from dsl.check.expressions.comparisons import assigned, narrow, widen
from dsl.check.expressions.dots import EVERYBODY, need_me
from dsl.check.expressions.expressions import check_as, check_condition, check_expression
from dsl.check.expressions.lists import check_source_from, enter_element, head_of
from dsl.check.scopes.scope import Scope
from dsl.check.scopes.types import or_else
from dsl.check.scopes.world import World
from dsl.check.steps.steps import (
    Checked,
    bind,
    check_block,
    check_loop_source,
    plain_list,
    report_place,
    rule_for,
)
from dsl.diagnostics.wording import Said
from dsl.model import expressions as e
from dsl.model import steps as model
from dsl.model import types as t
from dsl.model.walk import conjunction
from dsl.records import Span
from dsl.syntax import statements, trees
from dsl.words.folding import length

# --- who decides ------------------------------------------------------------------------------


def decider(
    tree: statements.Step, by: trees.Expression | None, scope: Scope
) -> e.Expression | None:
    """Return who decides; None is me, who must then be known."""
    if by is None:
        need_me(scope, tree.span, Said("noun.decision"))
        return None
    if scope.place == "cost" and not (isinstance(by, trees.Name) and by.text == "me"):
        who = by.span.text
        helps = Said("help.leave-out-payer-decides", who=who)
        report_place("not-in-cost", tree, scope, helps)
    return check_as(by, scope, t.PLAYER)


# --- choose, order ----------------------------------------------------------------------------


@rule_for(statements.Choose)
def _choose(tree: statements.Choose, scope: Scope) -> Checked:
    by_chance = (
        isinstance(tree.by, trees.Name)
        and tree.by.text == "chance"
        and "chance" not in scope.visible
    )
    if by_chance and scope.place == "cost":
        report_place("not-in-cost", tree, scope, Said("help.draw-in-effect"))
    if by_chance and tree.quantity is not None and tree.quantity.mode == "any number":
        scope.world.report.add("wrong-type.chance-draws-many", tree.name.span)
    by = None if by_chance else decider(tree, tree.by, scope)
    number = None
    if tree.quantity is not None and tree.quantity.number is not None:
        number = or_else(check_as(tree.quantity.number, scope, t.INT), e.Constant(0, t.INT), scope)
    head = check_expression(head_of(tree.source), scope)
    if is_amount(head.type):
        return _settle(tree, head, by, by_chance, scope)
    if by_chance and t.is_bag(head.type):
        source, weights = _units(tree, or_nothing(head), scope)
    else:
        source = plain_list(check_source_from(tree.source, head, scope, tree.name.text), scope)
        weights = None
        if tree.weight is not None:
            slot, inner = enter_element(scope, t.element_of(source.type), tree.name.text)
            weights = _each(source, slot, check_as(tree.weight, inner, t.INT))
    if weights and not by_chance:
        scope.world.report.add("wrong-type.unweighed", tree.span)
    elif weights and number:
        scope.world.report.add("wrong-type.weighs-one", tree.span)
    slot, after, inner = _chosen(tree, source, scope)
    mode = "one" if tree.quantity is None or by_chance else tree.quantity.mode
    for words, part in (("so that", tree.condition), ("so far", tree.so_far)):
        hold_several(words, mode, None if part is None else part.span, scope)
    condition, so_far = (
        None if part is None else check_condition(part, inner)
        for part in (tree.condition, tree.so_far)
    )
    mode = "one" if tree.quantity is None else tree.quantity.mode
    step = model.Choose(
        slot, mode, number, source, by, by_chance, condition, tree.span, so_far, weights
    )
    return (step,), after


def _each(source: e.Expression, slot: int, weight: e.Expression) -> e.Fold:
    return e.Fold("each", source, slot, weight, None, t.ListOf(t.INT))


def _units(
    tree: statements.Choose, bag: e.Expression, scope: Scope
) -> tuple[e.Expression, e.Fold | None]:
    """Return what a bag holds, each as likely as it is often in there."""
    keys = t.element_of(bag.type)
    if tree.weight is not None or not isinstance(keys, t.EnumType):
        scope.world.report.add("wrong-type.weighs-itself", tree.source.span)
        return e.ListOfItems((), t.ListOf(keys)), None
    slot = scope.slots.add(tree.name.text, keys)
    held = e.Lookup(bag, e.Local(slot, tree.name.text, keys), t.INT)
    some = e.Compare(">", held, e.Constant(0, t.INT), False, t.BOOL)
    source = e.Filter(e.Members(keys.name, t.ListOf(keys)), slot, some, t.ListOf(keys))
    return source, _each(source, slot, held)


def hold_several(words: str, mode: str, span: Span | None, scope: Scope) -> None:
    """Report a condition of several elements together where somebody chooses one, or chance."""
    if mode == "one" and span is not None:
        scope.world.report.add("wrong-type.holds-several-somebody", span, words=words)


def _chosen(
    tree: statements.Choose, source: e.Expression, scope: Scope
) -> tuple[int, Scope, Scope]:
    """Return the local chosen, the scope behind the choice, and that of its condition.

    One that is chosen may be none, where there may have been nothing to choose from; in a cost
    there must be something.
    """
    element = t.element_of(source.type)
    if tree.quantity is not None:
        slot, after = bind(tree.name, t.ListOf(element), scope)
        return slot, after, after
    is_sure = scope.place == "cost" or (never_empty(source, scope.world) and tree.condition is None)
    slot, after = bind(tree.name, element if is_sure else t.maybe(element), scope)
    return slot, after, narrow(after, {slot: element})


def _settle(
    tree: statements.Choose,
    amount: e.Expression,
    by: e.Expression | None,
    by_chance: bool,
    scope: Scope,
) -> Checked:
    """Return the choice of a bag that pays an amount.

    It may be none where a `where` may leave no such bag; in a cost there must be one.
    """
    if tree.quantity is not None or by_chance:
        key = "wrong-type.amount-by-chance" if by_chance else "wrong-type.amount-counted"
        scope.world.report.add(key, tree.source.span)
        return (), scope
    if tree.so_far is not None:
        hold_several("so far", "one", tree.so_far.span, scope)
    keys = counted_by(amount.type) or t.UNKNOWN
    amount = or_nothing(amount)
    conditions = [tree.condition]
    if isinstance(tree.source, trees.Where):
        conditions.insert(0, tree.source.condition)
    is_sure = scope.place == "cost" or conditions == [None]
    slot, after = bind(tree.name, t.BagOf(keys) if is_sure else t.maybe(t.BagOf(keys)), scope)
    inner = narrow(after, {slot: t.BagOf(keys)})
    outer = () if scope.element is None else (scope.element, *scope.outer_elements)
    inner = replace(inner, element=(slot, t.BagOf(keys)), outer_elements=outer)
    checked = [check_condition(part, inner) for part in conditions if part is not None]
    condition = conjunction(checked)
    within, rest = split_condition(condition, slot)
    step = model.Choose(slot, "amount", within, amount, by, False, rest, tree.span)
    return (step,), after


def never_empty(source: e.Expression, world: World) -> bool:
    """Return whether the text alone says that there is something in a list: a match has seats."""
    return source == EVERYBODY or bool(length(source, world.sizes))


@rule_for(statements.Order)
def _order(tree: statements.Order, scope: Scope) -> Checked:
    by = decider(tree, tree.by, scope)
    source = check_loop_source(tree.source, scope, tree.name.text)
    slot, after = bind(tree.name, t.ListOf(t.element_of(source.type)), scope)
    return (model.Order(slot, source, by, tree.span),), after


# --- choose one, may --------------------------------------------------------------------------


def _cost_scope(scope: Scope, by: e.Expression | None) -> Scope:
    """Return the scope of a cost: paid by me, or by whoever is named."""
    if by is None:
        return replace(scope, place="cost")
    return replace(scope, place="cost", has_me="yes", facts=set())


@rule_for(statements.ChooseOne)
def _choose_one(tree: statements.ChooseOne, scope: Scope) -> Checked:
    by = decider(tree, tree.by, scope)
    found = []
    for part in tree.alternatives:
        condition = None if part.condition is None else check_condition(part.condition, scope)
        cost: tuple[model.Step, ...] = ()
        if part.body:
            cost, inner = check_block(part.steps, _cost_scope(scope, by))
            body = check_block(part.body, _back(inner, scope))[0]
        else:
            body = check_block(part.steps, scope)[0]
        found.append(model.Alternative(cost, condition, body, part.span))
    step = model.ChooseOne(tuple(found), by, tree.span)
    return (step,), widen(scope, assigned(tree.alternatives))


def _back(inner: Scope, outer: Scope) -> Scope:
    """Return the scope behind a cost: its names, at the place around it."""
    return replace(inner, place=outer.place, has_me=outer.has_me, facts=outer.facts)


@rule_for(statements.May)
def _may(tree: statements.May, scope: Scope) -> Checked:
    by = decider(tree, tree.by, scope)
    parts = (tree.cost, tree.body, tree.otherwise)
    around = widen(scope, assigned(parts)) if tree.again else scope
    cost, inner = check_block(tree.cost, _cost_scope(around, by))
    body = check_block(tree.body, _back(inner, around))[0]
    otherwise = check_block(tree.otherwise, around)[0]
    step = model.May(tree.again, by, cost, body, otherwise, tree.span)
    return (step,), widen(scope, assigned(parts))
