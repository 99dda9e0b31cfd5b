"""An enum that no text names.

What it finds: an enum that is nobody's type.

Why it matters: it is either left over or the misspelt half of a pair.

Bad:

    enums:
      flavour: [sweet, sour]      # and no attribute, state or slot is a `flavour`

Good:

    enums:
      flavour: [sweet, sour]
    kinds:
      fruit: {attributes: {flavour: flavour}}

Exceptions: none.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.lint.facts import Facts
from dsl.lint.unused import unused


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each enum that nothing names."""
    yield from unused("enum", {n: enum.span for n, enum in facts.game.enums.items()}, facts)
