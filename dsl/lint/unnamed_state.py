"""A state that players are never shown.

人に見せる言葉のない状態です。

What it finds: a state without text, of a game that has words for at least half of its state.

Why it matters: what has no words is never on the screen, and what decides the game is missed there.

Bad:

    state:
      dealer: player
      promise: {is: maybe color, text: {en: promise, ja: 約束}}

Good:

    state:
      dealer: {is: player, text: {en: dealer, ja: 親}}
      promise: {is: maybe color, text: {en: promise, ja: 約束}}

Exceptions: state that says `show: false`, that nobody sees, and the counters of `limit:`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.lint.facts import Facts, is_shared

HELP: Final = "say what people call it under `text`, which rules read, or `show: false` besides"
_MADE: Final = ":"


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each state that has no words among others that have."""
    fields = [
        (key, field)
        for key, field in facts.game.state.items()
        if field.is_shown
        and field.seen_by != "nobody"
        and _MADE not in key.name
        and not key.is_definition
    ]
    if 2 * sum(bool(field.text) for _, field in fields) < len(fields):
        return
    for key, field in fields:
        if not field.text and not is_shared(field.span):
            message = f"players are never shown the state `{key.dotted}`"
            yield Diagnostic("unnamed-state", message, field.span, (HELP,))
