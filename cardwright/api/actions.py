"""List the whole actions that a decision begins."""

from __future__ import annotations

from interpreter.walk.match import Match
from interpreter.walk.walking import course_watched

MOST_ACTIONS = 10_000
"""Whole actions that are listed; where there are more nobody gets a list."""


class TooManyActions(ValueError):
    """A decision begins more whole actions than can be listed."""


def whole_actions(match: Match, most: int = MOST_ACTIONS) -> list[tuple[str, ...]]:
    """Return every way to answer the open decision and those that belong to it, as labels.

    What belongs to it is what the same player is asked next, up to the end of the action or of what
    a phase does, and only as long as nothing hidden becomes known: what cannot be foreseen is not
    listed.

    Raises:
        TooManyActions: There are more than `most`.
    """
    ended: list[bool] = []
    found: list[tuple[str, ...]] = []
    waiting: list[tuple[Match, tuple[str, ...]]] = [(match, ())]
    with course_watched(match.machine, lambda: ended.append(True)):
        while waiting:
            asked, labels = waiting.pop()
            decision = asked.decision
            assert decision is not None
            for option in reversed(decision.options):
                after = asked.clone()
                after.keeps_history = False
                ended.clear()
                after.apply(option.index)
                whole = (*labels, option.label)
                if not ended and _goes_on(match, after):
                    waiting.append((after, whole))
                else:
                    found.append(whole)
                if len(found) + len(waiting) > most:
                    words = f"over {most} whole actions; answer one question at a time"
                    raise TooManyActions(words)
    return sorted(found)


def _goes_on(match: Match, after: Match) -> bool:
    """Return whether what is asked now can belong to what a decision began."""
    before, ask = match.state, after.state.ask
    if ask is None or after.state.learned != before.learned:
        return False
    return bool(ask.decider == before.ask.decider)
