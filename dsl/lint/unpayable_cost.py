"""A cost that nobody can ever pay.

What it finds: a cost with a condition that is never true, a choice of too many things, or a
subtraction from a state that begins lower and never grows.

Why it matters: the engine does not offer an action with an unpayable cost, without a word. The card
or action might as well not exist.

Bad:

    state: {charges: int = 0}            # and nothing adds to it
    actions:
    - {in: act, cost: subtract 2 from self.charges, do: draw 1}

Good:

    state: {charges: int = 3}
    actions:
    - {in: act, cost: subtract 2 from self.charges, do: draw 1}

Exceptions: costs that depend on the match.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.costs import costs
from dsl.lint.facts import Facts
from dsl.lint.numbers_known import is_never, most_cards
from dsl.model import expressions as e
from dsl.model import steps as s
from dsl.model.expressions import StateKey
from dsl.model.game import Game
from dsl.model.walk import known_number


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each step of a cost that can never be done."""
    game = facts.game
    ceilings = _ceilings(facts)
    for steps, _ in costs(facts):
        for step in steps:
            yield from _impossible(step, (), game, ceilings)


def _impossible(
    step: s.Step,
    given: tuple[e.Expression, ...],
    game: Game,
    ceilings: dict[StateKey, int],
    is_own: bool = True,
) -> Iterator[Diagnostic]:
    """Yield why a step that is always done cannot be."""
    if isinstance(step, s.Require) and is_never(step.condition):
        yield finding("unpayable-cost.requires", step.span)
    elif isinstance(step, s.Choose):
        there = most_cards(step.source, game)
        number = known_number(step.number) if step.mode == "exactly" else None
        wanted = 1 if step.mode == "one" else number
        if wanted is not None and there is not None and there < wanted:
            yield finding("unpayable-cost.chooses", step.span, wanted=wanted, there=there)
    elif isinstance(step, s.Change) and step.operator == "subtract":
        number = known_number(
            given[step.value.slot]
            if isinstance(step.value, e.Local) and step.value.slot < len(given)
            else step.value
        )
        ceiling = ceilings.get(step.state)
        if number is not None and ceiling is not None and ceiling < number:
            slots = {"most": ceiling, "number": number}
            key, name = "unpayable-cost.takes", step.state.dotted
            yield finding(key, step.span, labels=(), name=name, **slots)
    elif isinstance(step, s.DoEvent) and is_own and step.each is None:
        for event in game.events.get(step.event, ())[:1]:
            for inner in event.body.steps:
                found = _impossible(inner, step.arguments, game, ceilings, is_own=False)
                yield from (Diagnostic(f.name, f.message, step.span, f.helps) for f in found)


def _ceilings(facts: Facts) -> dict[StateKey, int]:
    """Return the most that each number of the state can be, where the text alone tells."""
    found = {
        key: field.default
        for key, field in facts.game.state.items()
        if isinstance(field.default, int) and not isinstance(field.default, bool)
    }
    for node in facts.nodes(s.Change):
        if node.state in found:
            number = known_number(node.value)
            if node.operator == "set" and number is not None:
                found[node.state] = max(found[node.state], number)
            elif node.operator != "subtract" or (number or 0) < 0:
                del found[node.state]
    return found
