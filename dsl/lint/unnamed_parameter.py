"""A parameter that is asked for without saying what for.

What it finds: a parameter of an action without text, of a game that has words for at least half of
its parameters.

Why it matters: the player sees cards to choose, and must guess the fate of the chosen one.

Bad:

    actions:
      trade:
        choose:
          mine: me.hand
          yours: {from: row, text: {en: the card to take, ja: 取るカード}}

Good:

    actions:
      trade:
        choose:
          mine: {from: me.hand, text: {en: the card to give, ja: 渡すカード}}
          yours: {from: row, text: {en: the card to take, ja: 取るカード}}

Exceptions: a parameter that the action's text shows (`give {mine}`).
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, is_shared
from dsl.model.rules import Action, Group
from dsl.source import Span


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each parameter without words among others that have some."""
    told: dict[Span, bool] = {}
    names: dict[Span, str] = {}
    entries: tuple[Action | Group, ...] = (*facts.game.actions, *facts.game.groups)
    for entry in entries:
        for parameter in entry.parameters:
            if not is_shared(parameter.span):
                shown = f"{{{parameter.name}"
                is_told = bool(parameter.text) or any(shown in t for t in entry.text.values())
                names[parameter.span] = parameter.name
                told[parameter.span] = told.get(parameter.span) or is_told
    if 2 * sum(told.values()) < len(told):
        return
    for span in (each for each in told if not told[each]):
        yield finding("unnamed-parameter", span, name=names[span])
