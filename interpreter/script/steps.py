"""Carry out the steps of a script, one function a sort of step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from dsl.model import scripts as s
from dsl.words.arithmetic import Fault
from interpreter.script.explaining import events_since, explain, holds, shown, times_happened
from interpreter.script.placing import PositionProblem
from interpreter.script.positions import arrange
from interpreter.script.result import Failure, NotAvailable
from interpreter.script.session import Sitting
from interpreter.script.taking import by_itself, go_on_at_random, situation, take
from interpreter.state.frames import HALT, SCOPE, HaltFrame, ScopeFrame
from interpreter.walk.match import Match, UndoRefused, listed

Run = Callable[[Sitting, Any, int], Failure | None]
ENDING = (s.Take, s.DoSteps, s.Rearrange, s.SaveAndLoad, s.Undo, s.Random)
"""Steps after whose failure the rest of a script has no meaning."""


def run_step(sitting: Sitting, step: s.ScriptStep, number: int) -> Failure | None:
    """Carry out a step; return what failed."""
    try:
        return RUNS[type(step)](sitting, step, number)
    except Fault as fault:
        return Failure(step.span, "no fault", f"{fault.name}: {fault.detail}")
    except PositionProblem as problem:
        return Failure(problem.span, problem.expected, problem.found)
    except NotAvailable as missing:
        return Failure(step.span, str(missing), "nobody does that here")


def _take(sitting: Sitting, step: s.Take, number: int) -> Failure | None:
    refused = take(sitting, step.who, step.answers)
    return None if refused is None else _failed(sitting, step, refused.expected, refused.found)


def _expect(sitting: Sitting, step: s.Expect, number: int) -> Failure | None:
    if holds(sitting, step):
        return None
    expected, found = explain(sitting, step)
    return _failed(sitting, step, expected, found)


def _failed(sitting: Sitting, step: s.ScriptStep, expected: str, found: str) -> Failure:
    """Return what failed, with what was taken by itself before: answers nobody gave explain most
    of what is not as it was expected."""
    return Failure(step.span, expected, found + by_itself(sitting))


def _options(sitting: Sitting, step: s.OptionsAre, number: int) -> Failure | None:
    copy = sitting.copy() if step.after else sitting
    refused = take(copy, step.who, step.after)
    if refused:
        return _failed(copy, step, refused.expected, refused.found)
    decision = copy.match.decision
    expected = f"{step.who} is asked: [{', '.join(step.labels)}]"
    if decision is None and not step.labels:
        return None
    if decision is None or copy.name(decision.player) != step.who:
        return _failed(copy, step, expected, situation(copy))
    differs = _difference(step.labels, decision.labels)
    return _failed(copy, step, expected, situation(copy) + differs) if differs else None


def _difference(expected: Sequence[str], found: Sequence[str]) -> str:
    """Return which of the expected options are not there, and which others are."""
    missing, more = Counter(expected), Counter(found)
    parts = {"missing": missing - more, "more": more - missing}
    said = [f"{word}: {listed([*each.elements()])}" for word, each in parts.items() if each]
    return f" ({'; '.join(said)})" if said else ""


def _illegal(sitting: Sitting, step: s.Illegal, number: int) -> Failure | None:
    copy = sitting.copy()
    if take(copy, step.who, step.answers):
        return None
    answers = ", ".join(step.answers)
    expected = f"{step.who} cannot answer [{answers}]"
    return _failed(sitting, step, expected, "these answers are legal")


def _happened(sitting: Sitting, step: s.Happened, number: int) -> Failure | None:
    times = times_happened(sitting, step)
    wanted = 0 if step.never else step.times
    if times == wanted or (wanted is None and times > 0):
        return None
    how_often = "never" if step.never else "" if step.times is None else f"{step.times} times"
    found = f"{times} times; what happened: {events_since(sitting)}"
    return _failed(sitting, step, f"{step.text} {how_often}".strip(), found)


def _chance(sitting: Sitting, step: s.Chance, number: int) -> Failure | None:
    sitting.leave_course()
    sitting.st.forced = (*sitting.st.forced, *step.answers)
    return None


def _random(sitting: Sitting, step: s.Random, number: int) -> Failure | None:
    taken = go_on_at_random(sitting, step)
    sitting.earlier.clear()  # what lies behind answers at random explains nothing
    if taken is None:
        return None
    what = f"the {step.until} ends" if step.until else f"{step.decisions} answers"
    return Failure(step.span, what, f"{taken:,} answers at random, and it goes on")


def _ended(sitting: Sitting, step: s.Ended, number: int) -> Failure | None:
    outcome = sitting.match.outcome
    expected = "the match is over"
    if step.outcome:
        expected += f": {step.outcome}"
    if step.winners is not None:
        expected += f", won by {', '.join(sorted(step.winners)) or 'nobody'}"
    if outcome is not None:
        winners = {sitting.name(seat) for seat in outcome.winners}
        fits = step.winners is None or winners == set(step.winners)
        if fits and step.outcome in (None, outcome.kind):
            return _kept(sitting, step)
    return _failed(sitting, step, expected, situation(sitting))


def _kept(sitting: Sitting, step: s.Ended) -> Failure | None:
    if not (step.keeps or step.is_last):
        return None
    kept = sitting.machine.ending.kept(sitting.st)
    if step.is_last or kept is None:
        said = "a match follows", "no match follows"
        return (
            None
            if step.is_last == (kept is None)
            else Failure(step.span, said[step.is_last], said[kept is None])
        )
    for id_, value in step.keeps.items():
        if kept.get(id_) != value:
            type_ = sitting.machine.program.game.options[id_].type
            expected, found = (shown(sitting, each, type_) for each in (value, kept.get(id_)))
            return Failure(step.span, f"{id_} is {expected} in the next match", found)
    return None


def _do(sitting: Sitting, step: s.DoSteps, number: int) -> Failure | None:
    """Run statements on top of whatever is going on; a fault puts back the position before."""
    if sitting.match.over:
        return _failed(sitting, step, "a match that goes on", situation(sitting))
    sitting.leave_course()
    before = sitting.st.clone()
    st, code = sitting.st, sitting.prepared.code_of(step.body, step.span)
    me = 0 if step.by is None else sitting.seat(step.by)
    if len(st.frames) != 1 or not isinstance(st.frames[-1], HaltFrame):
        st.frames.append(HaltFrame(HALT))
    st.frames.append(ScopeFrame(SCOPE))
    sitting.machine.push_body(st, code, me, sitting.own, me, ())
    sitting.run()
    outcome = sitting.st.outcome
    if outcome is not None and outcome[0] == "fault":
        before.ask, before.outcome = None, outcome
        sitting.match.state = before
    return None


def _rearrange(sitting: Sitting, step: s.Rearrange, number: int) -> Failure | None:
    sitting.leave_course()
    own = arrange(sitting.machine, sitting.st, sitting.script, step.position, sitting.dice)
    sitting.own = sitting.own if own is None else own
    if sitting.st.ask is not None or step.position.phase is not None:
        sitting.run()
    return None


def _asked(sitting: Sitting, step: s.Asked, number: int) -> Failure | None:
    decision = sitting.match.decision
    found = None if decision is None else sitting.name(decision.player)
    if found == step.who:
        return None
    expected = f"{step.who or 'nobody'} is asked"
    return _failed(sitting, step, expected, situation(sitting))


def _undo(sitting: Sitting, step: s.Undo, number: int) -> Failure | None:
    steps = f"{step.decisions} decisions are taken back"
    try:
        sitting.take_back(step.decisions)
    except UndoRefused as refusal:
        return None if step.refused else Failure(step.span, steps, f"refused: {refusal}")
    return Failure(step.span, "the undo is refused", steps) if step.refused else None


def _save(sitting: Sitting, step: s.SaveAndLoad, number: int) -> Failure | None:
    save, restore = sitting.services.save, sitting.services.restore
    if save is None or restore is None:
        raise NotAvailable("a match is saved and loaded")
    before = sitting.match.digest()
    match: Match = restore(sitting.machine, save(sitting.match))
    if match.digest() != before:
        return Failure(step.span, f"the same position: {before}", match.digest())
    match.state.given_values = sitting.st.given_values
    match.state.forced = sitting.st.forced
    sitting.match = match
    return None


def _fault(sitting: Sitting, step: s.FaultIs, number: int) -> Failure | None:
    outcome = sitting.match.outcome
    if outcome is None or outcome.kind != "fault":
        return Failure(step.span, f"the fault {step.fault}", situation(sitting))
    if outcome.reason.partition(":")[0] == step.fault:
        return None
    return Failure(step.span, f"the fault {step.fault}", situation(sitting))


def _same_view(sitting: Sitting, step: s.SameView, number: int) -> Failure | None:
    if sitting.services.view is None:
        raise NotAvailable("what a player gets is compared")
    sitting.views[number] = sitting.services.view(sitting.match, sitting.seat(step.who))
    return None


RUNS: dict[type, Run] = {
    s.Take: _take,
    s.Expect: _expect,
    s.OptionsAre: _options,
    s.Illegal: _illegal,
    s.Happened: _happened,
    s.Chance: _chance,
    s.Random: _random,
    s.Ended: _ended,
    s.DoSteps: _do,
    s.Rearrange: _rearrange,
    s.Asked: _asked,
    s.Undo: _undo,
    s.SaveAndLoad: _save,
    s.FaultIs: _fault,
    s.SameView: _same_view,
}
