"""Check conditions over options, decided when a game is compiled, and which exclude each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Any, Final

from msgspec.structs import replace

from dsl.check.expressions.expressions import check_expression, fit_or_report
from dsl.check.scopes.collect import report_duplicate
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.scope import scope_at
from dsl.check.steps.bodies import check_condition_formula
from dsl.check.texts.package import expression_of
from dsl.model import expressions as nodes
from dsl.model.documents import Node, Scalar, scalar_of
from dsl.model.expressions import Expression, OptionValue
from dsl.model.nouns import Option
from dsl.model.types import INT, UNKNOWN
from dsl.model.walk import known_number, rewritten, walk
from dsl.records import Span
from dsl.syntax.parser import parse_expression
from dsl.words.arithmetic import Fault
from dsl.words.folding import OF_LISTS, OVER_OPTIONS, UnsettledError, settled
from dsl.words.vocabulary import counted

MOST_ASSIGNMENTS: Final = 10_000
PLAYERS: Final = "player-count"


def without_player_counts(node: Any) -> Any:
    """Return a node in which every `count(players)` is read like an option."""

    def read(node: Any) -> Any | None:
        source = counted(node)
        if source is None:
            return None
        is_all = isinstance(source, nodes.Players) and source.opponents_of is None
        return nodes.OptionValue(PLAYERS, INT) if is_all else node

    return rewritten(node, read)


def are_exclusive(first: Expression, second: Expression, options: Mapping[str, Option]) -> bool:
    """Return whether no assignment of options makes both hold; false where that is not known."""
    first, second = without_player_counts(first), without_player_counts(second)
    options = _around_numbers((first, second), options)
    try:
        assigned = [*_assignments((first, second), options)]
        return bool(assigned) and not any(
            settled(first, values, None) and settled(second, values, None) for values in assigned
        )
    except (UnsettledError, Fault):
        return False


def _around_numbers(read: Any, options: Mapping[str, Option]) -> Mapping[str, Option]:
    """Return the options; those that are only compared with numbers have the values around these
    as their choices, for all others decide alike."""
    numbers: dict[str, set[int]] = {}
    compared = Counter[str]()
    for node in walk(read):
        if isinstance(node, nodes.Compare):
            for one, other in ((node.left, node.right), (node.right, node.left)):
                number = known_number(other)
                if isinstance(one, OptionValue) and number is not None:
                    compared[one.option] += 1
                    numbers.setdefault(one.option, set()).update((number - 1, number, number + 1))
    named = Counter(node.option for node in walk(read) if isinstance(node, OptionValue))
    found = dict(options)
    for name, around in numbers.items():
        option = options.get(name)
        if option is None or option.type != INT or option.choices or compared[name] < named[name]:
            continue
        around.update(bound for bound in (option.low, option.high) if bound is not None)
        low = min(around) if option.low is None else option.low
        high = max(around) if option.high is None else option.high
        choices = tuple(number for number in sorted(around) if low <= number <= high)
        found[name] = replace(option, choices=choices)
    return found


def worths(
    number: Expression, only_if: Expression | None, options: Mapping[str, Option]
) -> Iterator[int]:
    """Yield what a number comes to for all values of the options that it reads, where a condition
    holds; nothing where these are too many.

    Raises:
        Fault: It cannot be worked out for one of them, be the condition true or not.
    """
    number, condition = without_player_counts(number), without_player_counts(only_if)
    try:
        for values in _assignments((number, condition), options):
            worth = settled(number, values, None)
            if condition is None or settled(condition, values, None):
                yield worth
    except UnsettledError:
        return


def _assignments(read: Any, options: Mapping[str, Option]) -> Iterator[dict[str, object]]:
    """Yield each assignment of the options that expressions read; none where these are too many or
    not all known."""
    names = sorted({node.option for node in walk(read) if isinstance(node, nodes.OptionValue)})
    choices = [options[name].choices if name in options else () for name in names]
    if not all(choices):
        return
    assignments = list(islice(product(*choices), MOST_ASSIGNMENTS + 1))
    if len(assignments) <= MOST_ASSIGNMENTS:
        for assignment in assignments:
            yield dict(zip(names, assignment, strict=True))


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
    draft.report.add("bad-only-if.reads-more-than-chosen", tree.span, written=tree.span.text)
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
        draft.report.add(
            "bad-number.cannot-worked-out", tree.span, written=tree.span.text, detail=fault.detail
        )
        return None
    if not worth or (max(worth) > 0 and min(worth) >= 0):
        return number
    draft.report.add(
        "bad-number.comes", tree.span, what=what, written=tree.span.text, worth=min(worth)
    )
    return None


def _over_options(found: Expression, span: Span, draft: Draft) -> Expression | None:
    """Return an expression that reads options only; report any other."""
    if found.type == UNKNOWN:
        return None
    if all(type(node) in OVER_OPTIONS for node in walk(without_player_counts(found))):
        return found
    draft.report.add("bad-only-if.reads-more-than-options", span, written=span.text)
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
                draft.report.add("not-exclusive.two-entries-both", span, what=what, name=name)
