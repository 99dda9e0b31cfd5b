"""A value that no text reads.

What it finds: a value of the game's own that no rule, script or example names.

Why it matters: it is either left over or the misspelt half of a pair.

Bad:

    values:
      goal -> int: 12
      gaol -> int: 10       # and nothing says `gaol`

Good:

    values:
      goal -> int: 12

Exceptions: values of the prelude.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.lint.facts import Facts
from dsl.lint.unused import unused


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each value that nothing names."""
    declared = {name: variants[0].span for name, variants in facts.game.values.items()}
    yield from unused("value", declared, facts)
