"""A kind that nothing is of.

What it finds: a kind without cards that nothing names, not even a kind that extends it.

Why it matters: it is either left over or the misspelt half of a pair.

Bad:

    kinds:
      card: {}
      crad: {}       # and no card is a `crad`

Good:

    kinds:
      card: {}

Exceptions: none.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.lint.facts import Facts
from dsl.lint.unused import unused


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each kind that nothing is of and nothing names."""
    kinds = facts.game.kinds
    known = {card.kind for card in facts.game.definitions}
    known |= {kind.extends for kind in kinds.values() if kind.extends is not None}
    declared = {name: kind.span for name, kind in kinds.items() if name not in known}
    yield from unused("kind", declared, facts)
