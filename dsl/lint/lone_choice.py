"""A choice that leaves nothing to choose.

What it finds: a choice or a parameter from a list that always has one element, or from which a
player may take none; `choose one` with one alternative, or with two equal ones.

Why it matters: a question with one answer is never asked. An alternative was forgotten, or a step
was copied and not changed.

Bad:

    do: |
      choose one:
        draw 2
        draw 2

Good:

    do: |
      choose one:
        draw 2
        gain 2

Exceptions: lists that depend on the match or on its options.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, is_shared
from dsl.lint.likeness import likeness
from dsl.lint.numbers_known import most
from dsl.model.rules import Parameter
from dsl.model.steps import Choose, ChooseOne
from dsl.model.walk import known_number, walk
from dsl.source import Span


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each choice without alternatives."""
    found: dict[Span, str] = {}
    steps: Iterator[object] = facts.rule_nodes(Choose, Parameter, ChooseOne)
    for node in (*steps, *walk(facts.game.groups)):
        if isinstance(node, Choose | Parameter):
            key = _of_list(node, facts)
        elif not isinstance(node, ChooseOne):
            continue
        elif len(node.alternatives) == 1:
            key = "lone-choice.one"
        else:
            said = {repr(likeness(each)) for each in node.alternatives}
            is_equal = len(said) < len(node.alternatives)
            key = "lone-choice.equal" if is_equal else ""
        if key and not is_shared(node.span):
            found[node.span] = key
    for span, key in found.items():
        yield finding(key, span)


def _of_list(node: Choose | Parameter, facts: Facts) -> str:
    """Return the key of what is wrong with a choice from a list, or nothing."""
    if node.mode == "amount":
        return ""
    if node.number is not None and known_number(node.number) == 0:
        return "lone-choice.nothing"
    if most(node.source, facts.game) == 1 and node.mode in ("one", "exactly"):
        return "lone-choice.one"
    return ""
