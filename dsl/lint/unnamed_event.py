"""An event that people read by its id.

What it finds: an event without text that steps of the game's rules cause. The game has another
language than English, and words for at least half of these events.

Why it matters: generated rules texts describe the effects of a phase, an action or a card. They
show an event without words by its id, in every language, and the log leaves it out.

Bad:

    events:
      harvest: {do: draw 2, text: {en: "{me} harvests", ja: "{me}が収穫する"}}
      eat: {do: draw 1}
    phases:
    - {id: evening, for: p in players, do: harvest by p; eat by p}

Good:

    events:
      harvest: {do: draw 2, text: {en: "{me} harvests", ja: "{me}が収穫する"}}
      eat: {do: draw 1, text: {en: "{me} eats", ja: "{me}が食べる"}}
    phases:
    - {id: evening, for: p in players, do: harvest by p; eat by p}

Exceptions: events without any steps, and games in English alone: an id is a word there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, is_shared
from dsl.model.steps import DoEvent

_ENGLISH: Final = "en"


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each event without words that rules cause, among others that have some."""
    if {*facts.game.manifest.languages} <= {_ENGLISH}:
        return
    caused = dict.fromkeys(step.event for step in facts.rule_nodes(DoEvent))
    events = [each for id_ in caused for each in facts.game.events.get(id_, ())]
    found = [e for e in events if not e.native and not is_shared(e.span) and e.body.steps]
    untold = [each for each in found if not each.text]
    if 2 * len(untold) > len(found):
        return
    for each in untold:
        yield finding("unnamed-event", each.span, name=each.id)
