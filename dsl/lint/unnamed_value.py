"""A value that players are ranked by, and that has no name.

What it finds: a value that `end: rank` reads, without text, of a game that has words for anything
else of its rules.

Why it matters: the screen at the end shows the deciding number of each player. Without a name it
spells out the formula.

Bad:

    values:
      worth(player p) -> int: sum(p.garden, size) + 3 * count(p.prizes)
    end: {when: round > 5, rank: [worth]}

Good:

    values:
      worth(player p) -> int:
        is: sum(p.garden, size) + 3 * count(p.prizes)
        text: {en: points, ja: 点}
    end: {when: round > 5, rank: [worth]}

Exceptions: games without any words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, is_shared, texts
from dsl.model.expressions import Arithmetic, ValueCall

_OF_RULES: Final = ("state", "value", "action", "phase")


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each value without words by which players are ranked."""
    end = facts.game.end
    if end is None or not any(read.text for read in texts(facts) if read.sort in _OF_RULES):
        return
    for root in (formula.expression for formula in end.rank):
        if isinstance(root, Arithmetic) and root.operator == "neg":
            root = root.left  # the fewest come first
        if not isinstance(root, ValueCall):
            continue
        for value in facts.game.values.get(root.value, ())[:1]:
            if value.text or is_shared(value.span):
                continue
            yield finding("unnamed-value", value.span, name=value.id)
