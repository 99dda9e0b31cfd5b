"""An action that menus show by its id.

What it finds: an action without text, of a game that has words for at least half of its actions.

Why it matters: people read an id among sentences, and in one language only.

Bad:

    actions:
      draw-two: {in: act, do: draw 2}
      pass-on: {in: act, do: pass, text: {en: pass the lamp on, ja: 灯を渡す}}

Good:

    actions:
      draw-two: {in: act, do: draw 2, text: {en: draw two cards, ja: 2枚引く}}
      pass-on: {in: act, do: pass, text: {en: pass the lamp on, ja: 灯を渡す}}

Exceptions: actions of a card, which its name stands for; games without any words for actions.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, untold


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each action without words among others that have some."""
    for read in untold(facts, "action"):
        yield finding("unnamed-action", read.span, name=read.name)
