"""A secret that the choice before it tells.

What it finds: an action with a parameter that it puts into hidden state.

Why it matters: all players see the parameters of an action, so all know the new state. Nobody else
sees choices in the steps of `do`, or under `at once`.

Bad:

    players:
      state:
        lair: {is: maybe place, seen-by: owner}
    actions:
      hide:
        choose: {p: every place}
        do: set me.lair to p

Good:

    players:
      state:
        lair: {is: maybe place, seen-by: owner}
    actions:
      hide:
        do: |
          choose p from every place
          set me.lair to p

Exceptions: none.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, is_shared
from dsl.model.expressions import Local
from dsl.model.steps import Change
from dsl.model.walk import walk


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each parameter that shows what is to be hidden."""
    for action in facts.game.actions:
        for step in walk(action.body.steps):
            if not isinstance(step, Change) or is_shared(step.span):
                continue
            field, value = facts.game.state.get(step.state), step.value
            is_hidden = field is not None and field.seen_by in ("owner", "nobody")
            if is_hidden and isinstance(value, Local) and value.slot < len(action.parameters):
                name = action.parameters[value.slot].name
                yield finding("told-secret", step.span, name=name, state=step.state.dotted)
