"""List the whole actions that a decision begins."""

from __future__ import annotations

from interpreter.run.match import Match

MOST_ACTIONS = 10_000
"""Whole actions that are listed; where there are more nobody gets a list."""


class TooManyActions(ValueError):
    """A decision begins more whole actions than can be listed."""


def whole_actions(match: Match, most: int = MOST_ACTIONS) -> list[tuple[str, ...]]:
    """Return every way to answer the open decision and those that belong to it, as labels.

    What belongs to it is what the same player is asked next, up to the next choice of an action,
    and only as long as nothing hidden becomes known: what cannot be foreseen is not listed.

    Raises:
        TooManyActions: There are more than `most`.
    """
    found: list[tuple[str, ...]] = []
    waiting: list[tuple[Match, tuple[str, ...]]] = [(match, ())]
    while waiting:
        asked, labels = waiting.pop()
        decision = asked.decision
        assert decision is not None
        for option in reversed(decision.options):
            after = asked.clone()
            after.keeps_history = False
            after.apply(option.index)
            waiting_or_found = (*labels, option.label)
            if _goes_on(match, after):
                waiting.append((after, waiting_or_found))
            else:
                found.append(waiting_or_found)
            if len(found) + len(waiting) > most:
                raise TooManyActions(f"over {most} whole actions; answer one question at a time")
    return sorted(found)


def _goes_on(match: Match, after: Match) -> bool:
    """Return whether what is asked now belongs to the action that a decision began."""
    before, ask = match.state, after.state.ask
    if ask is None or ask.kind == "action" or after.state.learned != before.learned:
        return False
    return bool(ask.decider == before.ask.decider)
