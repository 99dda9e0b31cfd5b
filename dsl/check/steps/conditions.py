"""Check expressions that are decided when a game is compiled: they may read options only."""

from __future__ import annotations

from dsl.check.expressions.expressions import check_expression, fit_or_report
from dsl.check.scopes.collect import report_duplicate
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.places import scope_at
from dsl.check.steps.bodies import check_condition_formula
from dsl.check.steps.exclusive import PLAYERS, are_exclusive, without_player_counts, worths
from dsl.check.texts.shapes import scalar_of
from dsl.check.texts.trees_of import expression_of
from dsl.model.expressions import Expression, OptionValue
from dsl.model.types import INT, UNKNOWN
from dsl.model.walk import walk
from dsl.source import Span
from dsl.syntax.documents import Node, Scalar
from dsl.syntax.parser import parse_expression
from dsl.words.arithmetic import Fault
from dsl.words.folding import OF_LISTS, OVER_OPTIONS


def option_condition(node: Node | None, draft: Draft) -> Expression | None:
    """Return a condition over options; None where there is none, or after a diagnostic."""
    scalar = scalar_of(node)
    tree = None if scalar is None else parse_expression(scalar, draft.report)
    if tree is None:
        return None
    formula = check_condition_formula(tree, scope_at(draft.world, place="option"))
    return _over_options(formula.expression, tree.span, draft)


def condition_of_options(scalar: Scalar, draft: Draft) -> Expression | None:
    """Return what must hold of options before anybody plays: how many play is not known yet."""
    tree = parse_expression(scalar, draft.report)
    if tree is None:
        return None
    scope = scope_at(draft.world, place="option")
    found = check_condition_formula(tree, scope).expression
    if found.type == UNKNOWN:
        return None
    nodes = [*walk(found)]
    is_open = any(isinstance(node, OptionValue) and node.option == PLAYERS for node in nodes)
    if not is_open and all(type(node) in OF_LISTS for node in nodes):
        return found
    message = f"`{tree.span.text}` reads more than the options that are chosen"
    help_text = "only options are known before a match begins, and not how many play"
    draft.report.add("bad-only-if", message, tree.span, help_text)
    return None


def option_number(
    node: Node | None, only_if: Expression | None, what: str, draft: Draft
) -> Expression | None:
    """Return a whole number over options, of at least 1 for some of their values and below 0 for
    none; None where there is none, or after a diagnostic.

    Args:
        only_if: For which options it counts.
    """
    tree = expression_of(node, draft.report)
    if tree is None:
        return None
    scope = scope_at(draft.world, place="option")
    found = fit_or_report(check_expression(tree, scope, INT), INT, scope, tree.span)
    number = _over_options(found, tree.span, draft)
    if number is None:
        return None
    try:
        worth = [*worths(number, only_if, draft.world.options)]
    except Fault as fault:
        message = f"`{tree.span.text}` cannot be worked out for all options: {fault.detail}"
        draft.report.add("bad-number", message, tree.span, "let it be a number whatever is chosen")
        return None
    if not worth or (max(worth) > 0 and min(worth) >= 0):
        return number
    message = f"`{what}: {tree.span.text}` comes to {min(worth)}"
    draft.report.add("bad-number", message, tree.span, "write a number of 1 or more")
    return None


def _over_options(found: Expression, span: Span, draft: Draft) -> Expression | None:
    """Return an expression that reads options only; report any other."""
    if found.type == UNKNOWN:
        return None
    if all(type(node) in OVER_OPTIONS for node in walk(without_player_counts(found))):
        return found
    message = f"`{span.text}` reads more than options"
    help_text = "only options and `player-count` are known when the game is compiled"
    draft.report.add("bad-only-if", message, span, help_text)
    return None


def check_variants(
    draft: Draft, what: str, name: str, variants: list[tuple[Expression | None, Span]]
) -> None:
    """Report entries of one id that can both hold."""
    for i, (condition, span) in enumerate(variants):
        for earlier, first in variants[:i]:
            if condition is None or earlier is None:
                report_duplicate(draft.report, what, name, span, first)
            elif not are_exclusive(earlier, condition, draft.world.options):
                message = f"two entries of the {what} `{name}` can both hold"
                help_text = "let each `only-if` rule the others out"
                draft.report.add("not-exclusive", message, span, help_text)
