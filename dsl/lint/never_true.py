"""A condition on a number that can never hold.

What it finds: a comparison of `round` with an impossible number: rounds begin at 1. And a
comparison of state that nothing changes, where it does not hold for the default.

Why it matters: the steps under the condition never run. If they end the game, no match ends.

Bad:

    do: if round == 0, end game

Good:

    do: if round == 10, end game

Exceptions: numbers that are worked out, and state that something changes, whether or not the number
can be reached.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, is_shared
from dsl.lint.unused_state import hidden_state
from dsl.model.amounts import COMPARISONS
from dsl.model.expressions import Compare, Expression, Role, StateKey, StateRead
from dsl.model.steps import Change
from dsl.model.walk import known_number
from dsl.source import Span

FIRST: Final = 1
"""The number of the first round."""
BACKWARDS: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
WRITTEN: Final = re.compile(
    r"\bround\s*(?P<op>[=<>]=?)\s*(?P<number>\d+)|(?P<before>\d+)\s*(?P<po>[=<>]=?)\s*round\b"
)


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each comparison of the round or of fixed state that never holds."""
    found = {_of_round(each) for each in facts.nodes(Compare)}
    never = {pair for pair in found if pair is not None and _is_never(*pair)}
    for source in facts.sources if never else ():
        for match in WRITTEN.finditer(source.text):
            operator = match["op"] or BACKWARDS[match["po"]]
            pair = operator, int(match["number"] or match["before"])
            span = Span(source, *match.span())
            line, column = source.position(span.start)
            is_comment = "#" in source.line(line)[: column - 1]
            if pair in never and not is_comment and not is_shared(span):
                yield finding("never-true.round", span, written=match[0], first=FIRST)
    yield from _of_fixed(facts)


def _of_fixed(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each state that nothing changes and that is compared with what it never is."""
    changed = {each.state for each in facts.nodes(Change)} | hidden_state(facts.game)
    told: set[StateKey] = set()
    for each in facts.nodes(Compare):
        for one, other, operator in _both_ways(each):
            number = known_number(other)
            if not isinstance(one, StateRead) or number is None or one.state in changed:
                continue
            field = facts.game.state.get(one.state)
            if field is None or field.is_set_up or type(field.default) is not int:
                continue
            holds = COMPARISONS[operator](field.default, number)
            if not holds and field.key not in told and not is_shared(field.span):
                told.add(field.key)
                yield finding(
                    "never-true.fixed",
                    field.span,
                    name=field.key.dotted,
                    value=field.default,
                    operator=operator,
                    number=number,
                )


def _of_round(node: Compare) -> tuple[str, int] | None:
    """Return how the round is compared, and with which number."""
    for one, other, operator in _both_ways(node):
        number = known_number(other)
        if isinstance(one, Role) and one.name == "round" and number is not None:
            return operator, number
    return None


def _both_ways(node: Compare) -> Iterator[tuple[Expression, Expression, str]]:
    """Yield the sides of a comparison with its operator, then turned around."""
    yield node.left, node.right, node.operator
    yield node.right, node.left, BACKWARDS[node.operator]


def _is_never(operator: str, number: int) -> bool:
    """Return whether no round compares so with a number."""
    below = {"==": number, "<=": number, "<": number - 1}
    return operator in below and below[operator] < FIRST
