"""Give the answers that a script names, or those that the seed draws; report which there are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, takewhile
from typing import Any, Final

from dsl.model.scripts import Random
from dsl.records import Record
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.program import ROUND
from interpreter.script.session import Forced, Session
from interpreter.state.record import State
from interpreter.state.values import BodyFrame, Value
from interpreter.walk.decision import KINDS
from interpreter.walk.match import Match
from interpreter.walk.picking import PartialChoice
from interpreter.walk.questions import listed

MOST: Final = 10_000
"""Answers of one step; under rules that end nothing a test would run for ever."""


def go_on_at_random(session: Session, step: Random) -> int | None:
    """Answer as the dice say, for a number of decisions or until something ends.

    Returns:
        After how many answers it did not end.
    """
    mark = _mark(session, step.until)
    taken = 0
    while (decision := session.match.decision) is not None:
        if step.decisions is not None and taken >= step.decisions:
            return None
        if step.until is not None and _mark(session, step.until) != mark:
            return None
        if taken >= MOST:
            return taken
        index = session.dice.below(len(decision.options))
        session.chosen.append((session.name(decision.player), decision.labels[index]))
        session.answer(index)
        taken += 1
    return None


def _mark(session: Session, until: str | None) -> Any:
    """Return what changes when a round or turn ends."""
    if until == "round":
        return session.st.values[ROUND]
    return _turn(session, session.st) if until == "turn" else None


def _turn(session: Session, st: State) -> Value:
    """Return the pass of the innermost phase with `turns`."""
    course = session.machine.program.course
    for frame in st.frames:
        if isinstance(frame, BodyFrame) and course.holds(frame.kind):
            for stretch, me in course.standing(frame.kind, frame.locals):
                if stretch.is_turns and not stretch.asks and stretch.index is not None:
                    at = frame.locals[stretch.index + FIRST_SLOT]
                    return (st.values[ROUND], stretch.phase, at, me)
    return (st.values[ROUND],)


class Refused(Record):
    """An answer that cannot be given: what was asked of the match, and what there is."""

    expected: str
    found: str


def situation(session: Session, match: Match | None = None) -> str:
    """Return who is asked what now, in words; or in another match of the sitting's."""
    match = session.match if match is None else match
    if match.over:
        outcome = match.outcome
        assert outcome is not None
        winners = ", ".join(session.name(seat) for seat in outcome.winners) or "nobody"
        reason = f" ({outcome.reason})" if outcome.reason else ""
        return f"the match is over: {outcome.kind}, won by {winners}{reason}"
    decision = match.decision
    if decision is None:
        return "nobody is asked anything"
    who = session.name(decision.player)
    return f"{who} is asked to {decision.question('en')}: [{listed(decision.labels)}]"


def take(session: Session, who: str | None, answers: tuple[str, ...]) -> Refused | None:
    """Give answers one after the other; return None, or the first that cannot be given. The parts
    of one choice may stand in any order."""
    while answers:
        given = _pick(session, who, answers)
        if isinstance(given, Refused):
            return given
        given = given or _take_one(session, who, answers[0])
        if not given:
            found = situation(session) + _apart(session, answers[0])
            return Refused(_said(who, answers[0]), found)
        answers = answers[given:]
    return None


def _apart(session: Session, answer: str) -> str:
    """Return how to write several answers that stand in one."""
    labels = session.match.decision.labels if session.match.decision else ()
    first, _, rest = answer.partition(" ")
    if not rest or first not in labels:
        return ""
    return f"; answers stand apart: [{listed((first, *rest.split()))}]"


def _said(who: str | None, answer: str) -> str:
    return f"{who}: {answer}" if who else answer


def _take_one(session: Session, who: str | None, answer: str) -> int:
    """Give an answer; return how many that were."""
    return int(_give(session, who, answer) or _was_forced(session, who, answer))


def _pick(session: Session, who: str | None, answers: tuple[str, ...]) -> int | Refused:
    """Give the answers that pick the parts of a choice in another order than the match asks for
    them in; return how many that are, or the first that is no part."""
    decision = session.match.decision
    if decision is None or decision.kind not in KINDS or len(answers) == 1:
        return 0
    picking = PartialChoice.at(session.match)
    if picking is None or who not in (None, session.name(decision.player)):
        return 0
    copy = session.copy()
    plain = sum(1 for _ in takewhile(lambda answer: _take_one(copy, who, answer), answers))
    if plain == len(answers):
        return 0
    given = _picked(picking, answers)
    if not given:
        place = len(picking.picked)
        if place < plain or place == len(answers) or picking.gave_up:
            return 0
        return Refused(_said(who, answers[place]), situation(session, picking.shown()))
    for index in picking.answers():
        session.answer(index)
    return given


def _picked(picking: PartialChoice[Match], answers: tuple[str, ...]) -> int:
    """Pick the parts that the first answers name; return how many those are, 0 where one is no
    part. What was picked for want of another may be named as well."""
    names: dict[int, str] = {}
    for given, answer in enumerate(answers, start=1):
        menu = picking.shown().decision
        labels = menu.labels if menu else ()
        names |= dict(zip(map(picking.part_of, picking.options), labels, strict=True))
        if answer not in labels:
            return 0
        if picking.pick(labels.index(answer)):
            left = [names.get(part) for part in picking.picked[given:]]
            return given + sum(1 for _ in takewhile(left.__contains__, answers[given:]))
    return 0


def by_itself(session: Session) -> str:
    """Return what has been taken by itself for want of another, since the last answer and before
    it, as far as the script has not named it; and whether a round has begun since."""
    parts = []
    if session.forced:
        parts.append(f"not asked before that, with one answer: {_named(session, session.forced)}")
    if session.earlier:
        word = "nor" if parts else "not asked"
        rest = "" if parts else ", with one answer"
        parts.append(f"{word} before the last answer{rest}: {_named(session, session.earlier)}")
    now = session.st.values[ROUND]
    if now > session.round > 0:
        parts.append(f"round {now} has begun since")
    return "".join(f"; {part}" for part in parts)


def _named(session: Session, taken: Sequence[Forced]) -> str:
    """Return who took what, the same in a row once."""
    said = [f"{session.name(forced.player)}: {forced.label}" for forced in taken]
    runs = ((each, len([*run])) for each, run in groupby(said))
    return listed([each if times == 1 else f"{each} ×{times}" for each, times in runs])


def _give(session: Session, who: str | None, answer: str) -> bool:
    """Give an answer, if it is one of the options of that player now."""
    decision = session.match.decision
    if decision is None or (who is not None and session.name(decision.player) != who):
        return False
    labels = decision.labels
    if answer not in labels:
        return False
    session.answer(labels.index(answer))
    return True


def _was_forced(session: Session, who: str | None, answer: str) -> bool:
    """Strike out an answer that was taken by itself just before, being the only one."""
    for forced in session.forced:
        if forced.label == answer and who in (None, session.name(forced.player)):
            session.forced.remove(forced)
            return True
    return False
