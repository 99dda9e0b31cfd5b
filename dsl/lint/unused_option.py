"""An option that nothing reads.

What it finds: an option that no rule, zone or `only-if` names.

Why it matters: people set it and nothing changes.

Bad:

    options:
      hard: {type: bool, default: false}      # and nothing says `hard`

Good:

    values:
      goal -> int: 14 if hard else 12

Exceptions: none.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.lint.facts import Facts
from dsl.lint.unused import unused

BUILT_IN = "player-count"


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each option that nothing reads."""
    options = facts.game.options.items()
    declared = {name: option.span for name, option in options if name != BUILT_IN}
    yield from unused("option", declared, facts)
