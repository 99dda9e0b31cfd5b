"""A zone that no text names.

What it finds: a zone that no rule, kind, card, script or example names.

Why it matters: it is either left over or the misspelt half of a pair.

Bad:

    zones:
      deck: {of: card}
      grave: {of: card}      # and nothing says `grave`

Good:

    zones:
      deck: {of: card}

Exceptions: none.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.lint.facts import Facts
from dsl.lint.unused import unused


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each zone that nothing names."""
    declared = {key.dotted: zone.span for key, zone in facts.game.zones.items()}
    yield from unused("zone", declared, facts)
