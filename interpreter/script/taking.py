"""Give the answers a script names, and say which there are."""

from __future__ import annotations

from dsl.records import record
from interpreter.run.match import listed
from interpreter.script.sitting import Sitting


@record
class Refused:
    """An answer that cannot be given: what was asked of the match, and what there is."""

    expected: str
    found: str


def situation(sitting: Sitting) -> str:
    """Return who is asked what now, in words."""
    match = sitting.match
    if match.over:
        outcome = match.outcome
        assert outcome is not None
        winners = ", ".join(sitting.name(seat) for seat in outcome.winners) or "nobody"
        reason = f" ({outcome.reason})" if outcome.reason else ""
        return f"the match is over: {outcome.kind}, won by {winners}{reason}"
    decision = match.decision
    if decision is None:
        return "nobody is asked anything"
    who = sitting.name(decision.player)
    return f"{who} is asked to {decision.question('en')}: [{listed(decision.labels)}]"


def take(sitting: Sitting, who: str | None, answers: tuple[str, ...]) -> Refused | None:
    """Give answers one after the other; return None, or the first that cannot be given."""
    for answer in answers:
        if not _give(sitting, who, answer) and not _was_forced(sitting, who, answer):
            player = f"{who}: " if who else ""
            return Refused(f"{player}{answer}", situation(sitting) + _taken_alone(sitting))
    return None


def _taken_alone(sitting: Sitting) -> str:
    """Return what was taken by itself since the answer before, for want of another."""
    taken = [f"{sitting.name(forced.player)}: {forced.label}" for forced in sitting.forced]
    return f"; not asked before that, with one answer: {', '.join(taken)}" if taken else ""


def _give(sitting: Sitting, who: str | None, answer: str) -> bool:
    """Give an answer, if it is one of the options of that player now."""
    decision = sitting.match.decision
    if decision is None or (who is not None and sitting.name(decision.player) != who):
        return False
    labels = decision.labels
    if answer not in labels:
        return False
    sitting.answer(labels.index(answer))
    return True


def _was_forced(sitting: Sitting, who: str | None, answer: str) -> bool:
    """Strike out an answer that was taken by itself just before, being the only one."""
    for forced in sitting.forced:
        if forced.label == answer and who in (None, sitting.name(forced.player)):
            sitting.forced.remove(forced)
            return True
    return False
