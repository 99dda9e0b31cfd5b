"""A price that is taken without asking whether it is there.

What it finds: an action whose `do:` subtracts an attribute or a value from a number of the player
without a test. Neither its `cost:`, `when:` and choices nor a step around or before it read that
number.

Why it matters: numbers go below 0. A player with 1 buys for 5, and owns -4.

Bad:

    actions:
      buy:
        choose: {c: supply}
        do: |
          subtract c.price from me.gold
          move c to me.hand

Good:

    actions:
      buy:
        choose: {c: supply}
        cost: subtract c.price from me.gold
        do: move c to me.hand

Exceptions: literal numbers, and losses of others: damage may go below 0. This is advice, and no
warning.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, is_shared
from dsl.model import expressions as e
from dsl.model.rules import Action
from dsl.model.steps import Change, If, Step
from dsl.model.types import INT
from dsl.model.walk import walk


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each step that takes what may not be there."""
    for action in facts.game.actions:
        looked_at = _read((action.when, action.cost, action.parameters))
        for step, read in _payments(action.body.steps, looked_at):
            is_mine = isinstance(step.of, e.Role) and step.of.name == "me"
            is_price = (
                is_mine
                and step.value.type == INT
                and any(
                    isinstance(each, e.AttributeRead | e.PrintedRead | e.ValueCall)
                    for each in walk(step.value)
                )
            )
            if not is_price or is_shared(step.span) or step.state in read:
                continue
            if not _reads_all(action, facts, step):
                yield finding("unguarded-payment", step.span, state=step.state.dotted)


def _read(node: object) -> frozenset[e.StateKey]:
    """Return the state that something looks at, or takes as a cost."""
    nodes = [*walk(node)]
    read = {each.state for each in nodes if isinstance(each, e.StateRead)}
    return frozenset(read | {each.state for each in nodes if isinstance(each, Change)})


def _payments(
    steps: tuple[Step, ...], read: frozenset[e.StateKey]
) -> Iterator[tuple[Change, frozenset[e.StateKey]]]:
    """Yield the steps that subtract from a number, with what was looked at before."""
    for step in steps:
        if isinstance(step, Change) and step.operator == "subtract":
            yield step, read
        elif isinstance(step, If):
            asked = _read(tuple(condition for condition, _ in step.branches))
            for body in (*(body for _, body in step.branches), step.otherwise):
                yield from _payments(body, read | asked)
        read |= frozenset(each.state for each in walk(step) if isinstance(each, e.StateRead))


def _reads_all(action: Action, facts: Facts, step: Change) -> bool:
    """Return whether a value that the action asks reads the number."""
    asked = (action.when, action.cost, action.parameters)
    called = {each.value for each in walk(asked) if isinstance(each, e.ValueCall)}
    values = facts.game.values
    seen: set[str] = set()
    while called - seen:
        name = (called - seen).pop()
        seen.add(name)
        bodies = tuple(each.body for each in values.get(name, ()))
        if step.state in _read(bodies):
            return True
        called |= {each.value for each in walk(bodies) if isinstance(each, e.ValueCall)}
    return False
