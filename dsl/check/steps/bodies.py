"""Check whole texts: formulas, conditions, bodies, patterns and constants.

This is the door to the typing of expressions and steps: it brings the rules of all trees.
"""

from __future__ import annotations

from dsl.check.expressions import functions, operators, units
from dsl.check.expressions.expressions import (
    check_condition,
    check_expression,
    fit_or_report,
    quote,
)
from dsl.check.scopes.scope import Scope
from dsl.check.steps import changes, choices, effects, events
from dsl.check.steps.steps import check_block, exits
from dsl.model import steps as model
from dsl.model.steps import Body, Formula
from dsl.model.types import Type
from dsl.syntax import step_trees, trees

RULE_MODULES = (changes, choices, effects, events, functions, operators, units)


def check_formula(tree: trees.Expression, scope: Scope, expected: Type | None) -> Formula:
    """Return a checked expression with its locals; those there already are given from outside."""
    given = len(scope.slots.infos)
    found = check_expression(tree, scope, expected)
    if expected is not None:
        found = fit_or_report(found, expected, scope, tree.span)
    return Formula(tuple(scope.slots.infos), given, found)


def check_condition_formula(tree: trees.Expression, scope: Scope) -> Formula:
    """Return a checked condition with its locals: a bool, or a maybe bool, whose none is false."""
    given = len(scope.slots.infos)
    found = check_condition(tree, scope)
    return Formula(tuple(scope.slots.infos), given, found)


def check_steps(tree: tuple[step_trees.Step, ...], scope: Scope) -> tuple[model.Step, ...]:
    """Return checked steps; their locals are added to the scope's."""
    return check_block(tree, scope)[0]


def check_body(tree: tuple[step_trees.Step, ...], scope: Scope, given: int | None = None) -> Body:
    """Return checked steps with their locals.

    `given` is how many locals come from outside; left out, those that are there before. Where the
    scope asks for a result, every way through the steps must return one or stop.
    """
    outside = len(scope.slots.infos) if given is None else given
    found = check_steps(tree, scope)
    if scope.result is not None and tree and not exits(tree):
        last = tree[-1]
        scope.world.report.add(
            "result-missing", f"after {quote(last.span)} no result has been returned", last.span,
            "end with `return …`",
        )  # fmt: skip
    return Body(tuple(scope.slots.infos), outside, found)
