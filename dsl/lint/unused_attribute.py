"""An attribute that nothing reads.

What it finds: an attribute of a kind that no rule, script or example reads.

Why it matters: it stands on cards and changes nothing; often it is the misspelt half of a pair.

Bad:

    kinds:
      card: {attributes: {rank: int, rnak: int = 0}}      # and nothing reads `rnak`

Good:

    kinds:
      card: {attributes: {rank: int}}

Exceptions: none; for words to people, use the card's `text:`.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.lint.facts import Facts
from dsl.lint.unused import unused


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each attribute that nothing reads."""
    declared = {
        f"{kind.name}.{attribute.name}": attribute.span
        for kind in facts.game.kinds.values()
        for attribute in kind.attributes
    }
    yield from unused("attribute", declared, facts)
