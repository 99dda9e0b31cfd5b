"""A cost that takes nothing.

What it finds: a cost whose steps surely do nothing: they subtract 0, pay an empty bag, do an event
for none, or only choose and name things.

Why it matters: the rule is free in spite of its cost. Nobody notices a wrong number, since no step
fails.

Bad:

    actions:
      shop: {in: market, cost: subtract 0 from me.coins, do: draw 1}

Good:

    actions:
      shop: {in: market, cost: subtract 1 from me.coins, do: draw 1}

Exceptions: costs that depend on the match, such as `pay price(c)`, which may be 0; a choice in a
cost if the steps behind it use the card.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.costs import costs
from dsl.lint.facts import Facts
from dsl.lint.numbers_known import most
from dsl.model import steps as s
from dsl.model.game import Game
from dsl.model.types import INT, AmountOf, BagOf, plain_type
from dsl.model.walk import is_nothing, known_number


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each cost that takes nothing."""
    for steps, span in costs(facts):
        if not _takes(steps, facts.game):
            yield finding("free-cost", span)


def _takes(steps: tuple[s.Step, ...], game: Game) -> bool:
    """Return whether some step may take something."""
    return any(_step_takes(step, game) for step in steps)


def _step_takes(step: s.Step, game: Game) -> bool:
    """Return whether a step may take something."""
    if isinstance(step, s.DoEvent):
        typed = [(each, plain_type(each.type)) for each in step.arguments]
        amounts = [each for each, t in typed if t == INT or isinstance(t, BagOf | AmountOf)]
        return not amounts or not all(map(is_nothing, amounts))
    if isinstance(step, s.Change):
        return step.operator == "set" or not is_nothing(step.value)
    if isinstance(step, s.Repeat):
        return known_number(step.times) != 0 and _takes(step.body, game)
    if isinstance(step, s.ForEach):
        return most(step.source, game) != 0 and _takes(step.body, game)
    return not isinstance(step, s.Let)
