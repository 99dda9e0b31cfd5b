"""Look at a match from all sides, to see whether anything about it breaks."""

from __future__ import annotations

from dsl.languages import OWN
from interpreter.observe.events import event_records
from interpreter.observe.observation import observe
from interpreter.walk.match import Match


def look(match: Match) -> None:
    """Call everything that shows a match.

    Raises:
        Exception: Something in the match is not what it must be.
    """
    for seat in range(match.machine.program.seats):
        observe(match, seat)
    languages = match.machine.program.game.manifest.languages or OWN
    for record in event_records(match, None):
        for language in languages:
            record.text(language)
    decision = match.decision
    if decision is not None:
        for language in languages:
            decision.question(language)
            decision.texts(language)
        _ = decision.labels, decision.place, match.refusals
    _ = match.outcome, match.digest()
