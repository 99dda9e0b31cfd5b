"""Carry out the steps of a script, one function a sort of step.

Here are also the checks of the log and of conditions: which part of one fails, and which fault no
step names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from dsl.model import expressions as e
from dsl.model import scripts as s
from dsl.model.scripts import Expect, Happened
from dsl.model.types import Type
from dsl.words.arithmetic import Fault
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.active import members_of
from interpreter.program.closures import freeze
from interpreter.script.placing import PositionProblem
from interpreter.script.positions import arrange
from interpreter.script.session import Failure, NotAvailable, Session
from interpreter.script.taking import by_itself, go_on_at_random, situation, take
from interpreter.state.values import HALT, SCOPE, HaltFrame, Locals, ScopeFrame, Value
from interpreter.walk.labels import Labels
from interpreter.walk.match import Match, UndoRefused
from interpreter.walk.questions import listed
from interpreter.walk.recording import LogRecord


def records(log: Any) -> Iterator[LogRecord]:
    """Yield the records of a log, the newest first."""
    while log is not None:
        yield log[0]
        log = log[1]


def times_happened(session: Session, step: Happened) -> int:
    """Return how often an event happened since the last look that something came after.

    Several looks in a row look at the same stretch.
    """
    if session.st.next_id != session.seen:
        session.window, session.seen = min(session.seen, session.st.next_id), session.st.next_id
    wanted = {i: freeze(session.evaluate(formula)) for i, formula in step.arguments.items()}
    groups = (
        members_of(session.prepared.machine.program.game) if step.event.startswith("act:") else {}
    )
    events = groups.get(step.event, (step.event,))
    actor = None if step.actor is None else session.evaluate(step.actor)
    return sum(
        record.id >= session.window
        and record.event in events
        and (step.actor is None or record.me == actor)
        and all(freeze(record.arguments[i]) == value for i, value in wanted.items())
        for record in records(session.st.log)
    )


def events_since(session: Session) -> str:
    """Return the names of the events that were looked at, the first first."""
    names = [r.event for r in records(session.st.log) if r.id >= session.window]
    return ", ".join(reversed(names[:20])) or "nothing happened"


def unnamed_fault(session: Session, failures: Sequence[Failure]) -> list[Failure]:
    """Return the failure of a match that ended in a fault which no step names."""
    outcome = session.match.outcome
    if outcome is None or outcome.kind != "fault":
        return []
    for step in session.script.steps:
        if isinstance(step, s.FaultIs) or (isinstance(step, s.Ended) and step.outcome == "fault"):
            return []
    if any(outcome.reason in failure.found for failure in failures):
        return []
    span = session.fault_span or session.script.span
    return [Failure(span, "no fault", outcome.reason)]


def unsaid(session: Session, position: s.Position | None) -> Failure | None:
    """Return that a whole position leaves out state without a default, which a rule then read."""
    if position is None or not position.is_whole:
        return None
    st, layout = session.st, session.machine.program.layout
    names = [
        f"`{field.key.name}`"
        for field in layout.table_fields
        if field.is_set_up and st.values[layout.table[field.key]] is None
    ]
    for seat, name in enumerate(st.names):
        base = layout.seat_base + seat * layout.seat_size
        for field in layout.seat_fields:
            if field.is_set_up and st.values[base + layout.seat[field.key]] is None:
                names.append(f"`{name}.{field.key.name}`")
    if not names:
        return None
    expected = f"a position that says {' and '.join(names)}"
    what = "it" if len(names) == 1 else "one of them"
    found = f"nothing said of {'it' if len(names) == 1 else 'them'}, and a rule reads {what}"
    return Failure(position.span, expected, found)


def holds(session: Session, step: Expect) -> bool:
    """Return whether a condition holds; none reads as false."""
    return bool(session.evaluate(step.condition))


def explain(session: Session, step: Expect) -> tuple[str, str]:
    """Return what was expected and what was found, of the first part that fails."""
    formula = step.condition
    room: list[Value] = [None] * len(formula.slots)
    parts = _conjuncts(formula.expression)
    texts = [text.strip() for text in step.text.split(" and ")]
    if len(texts) != len(parts):
        texts = [step.text] * len(parts)
    for part, text in zip(parts, texts, strict=True):
        L = [*session.locals, *room]
        if not session.machine.evaluator.closure(part)(session.st, L):
            return text, _found(session, part, L)
    return step.text, "false"


def _conjuncts(node: Any) -> list[Value]:
    if isinstance(node, e.Logic) and node.operator == "and":
        return [*_conjuncts(node.left), *_conjuncts(node.right)]
    return [node]


def _found(session: Session, node: Any, L: Locals) -> str:
    """Return what a part that fails has on its sides."""
    close = session.machine.evaluator.closure
    try:
        while lifted := e.bindings(node):
            for slot, value in lifted:
                L[slot + FIRST_SLOT] = close(value)(session.st, L)
                if L[slot + FIRST_SLOT] is None:
                    return "none"
            (node,) = e.results(node)
        if isinstance(node, e.Compare):
            left, right = (
                shown(session, close(side)(session.st, L), side.type)
                for side in (node.left, node.right)
            )
            if isinstance(node.right, e.Constant) and node.operator == "==":
                return left
            return f"{left} {node.operator} {right}"
    except Fault as fault:
        return f"{fault.name}: {fault.detail}"
    return "false"


def shown(session: Session, value: Value, type_: Type) -> str:
    """Return a value as scripts write it."""
    return Labels(session.machine.program).label(session.st, value, type_)


Run = Callable[[Session, Any, int], Failure | None]
ENDING = (s.Take, s.DoSteps, s.Rearrange, s.SaveAndLoad, s.Undo, s.Random)
"""Steps after whose failure the rest of a script has no meaning."""


def run_step(session: Session, step: s.ScriptStep, number: int) -> Failure | None:
    """Carry out a step; return what failed."""
    try:
        return RUNS[type(step)](session, step, number)
    except Fault as fault:
        return Failure(step.span, "no fault", f"{fault.name}: {fault.detail}")
    except PositionProblem as problem:
        return Failure(problem.span, problem.expected, problem.found)
    except NotAvailable as missing:
        return Failure(step.span, str(missing), "nobody does that here")


def _take(session: Session, step: s.Take, number: int) -> Failure | None:
    refused = take(session, step.who, step.answers)
    return None if refused is None else _failed(session, step, refused.expected, refused.found)


def _expect(session: Session, step: s.Expect, number: int) -> Failure | None:
    if holds(session, step):
        return None
    expected, found = explain(session, step)
    return _failed(session, step, expected, found)


def _failed(session: Session, step: s.ScriptStep, expected: str, found: str) -> Failure:
    """Return what failed, with what was taken by itself before: answers nobody gave explain most
    of what is not as it was expected."""
    return Failure(step.span, expected, found + by_itself(session))


def _options(session: Session, step: s.OptionsAre, number: int) -> Failure | None:
    copy = session.copy() if step.after else session
    refused = take(copy, step.who, step.after)
    if refused:
        return _failed(copy, step, refused.expected, refused.found)
    decision = copy.match.decision
    expected = f"{step.who} is asked: [{', '.join(step.labels)}]"
    if decision is None and not step.labels:
        return None
    if decision is None or copy.name(decision.player) != step.who:
        return _failed(copy, step, expected, situation(copy))
    missing, more = Counter(step.labels), Counter(decision.labels)
    parts = {"missing": missing - more, "more": more - missing}
    said = [f"{word}: {listed([*each.elements()])}" for word, each in parts.items() if each]
    differs = f" ({'; '.join(said)})" if said else ""
    return _failed(copy, step, expected, situation(copy) + differs) if differs else None


def _illegal(session: Session, step: s.Illegal, number: int) -> Failure | None:
    copy = session.copy()
    if take(copy, step.who, step.answers):
        return None
    answers = ", ".join(step.answers)
    expected = f"{step.who} cannot answer [{answers}]"
    return _failed(session, step, expected, "these answers are legal")


def _happened(session: Session, step: s.Happened, number: int) -> Failure | None:
    times = times_happened(session, step)
    wanted = 0 if step.never else step.times
    if times == wanted or (wanted is None and times > 0):
        return None
    how_often = "never" if step.never else "" if step.times is None else f"{step.times} times"
    found = f"{times} times; what happened: {events_since(session)}"
    return _failed(session, step, f"{step.text} {how_often}".strip(), found)


def _chance(session: Session, step: s.Chance, number: int) -> Failure | None:
    session.leave_course()
    session.st.forced = (*session.st.forced, *step.answers)
    return None


def _random(session: Session, step: s.Random, number: int) -> Failure | None:
    taken = go_on_at_random(session, step)
    session.earlier.clear()  # what lies behind answers at random explains nothing
    if taken is None:
        return None
    what = f"the {step.until} ends" if step.until else f"{step.decisions} answers"
    return Failure(step.span, what, f"{taken:,} answers at random, and it goes on")


def _ended(session: Session, step: s.Ended, number: int) -> Failure | None:
    outcome = session.match.outcome
    expected = "the match is over"
    if step.outcome:
        expected += f": {step.outcome}"
    if step.winners is not None:
        expected += f", won by {', '.join(sorted(step.winners)) or 'nobody'}"
    if outcome is not None:
        winners = {session.name(seat) for seat in outcome.winners}
        fits = step.winners is None or winners == set(step.winners)
        if fits and step.outcome in (None, outcome.kind):
            return _kept(session, step)
    return _failed(session, step, expected, situation(session))


def _kept(session: Session, step: s.Ended) -> Failure | None:
    if not (step.keeps or step.is_last):
        return None
    kept = session.machine.ending.kept(session.st)
    if step.is_last or kept is None:
        said = "a match follows", "no match follows"
        return (
            None
            if step.is_last == (kept is None)
            else Failure(step.span, said[step.is_last], said[kept is None])
        )
    for id_, value in step.keeps.items():
        if kept.get(id_) != value:
            type_ = session.machine.program.game.options[id_].type
            expected, found = (shown(session, each, type_) for each in (value, kept.get(id_)))
            return Failure(step.span, f"{id_} is {expected} in the next match", found)
    return None


def _do(session: Session, step: s.DoSteps, number: int) -> Failure | None:
    """Run statements on top of the running frames; a fault restores the position before."""
    if session.match.over:
        return _failed(session, step, "a match that goes on", situation(session))
    session.leave_course()
    before = session.st.clone()
    st, code = session.st, session.prepared.code_of(step.body, step.span)
    me = 0 if step.by is None else session.seat(step.by)
    if len(st.frames) != 1 or not isinstance(st.frames[-1], HaltFrame):
        st.frames.append(HaltFrame(HALT))
    st.frames.append(ScopeFrame(SCOPE))
    session.machine.push_body(st, code, me, session.own, me, ())
    session.run()
    outcome = session.st.outcome
    if outcome is not None and outcome[0] == "fault":
        before.ask, before.outcome = None, outcome
        session.match.state = before
    return None


def _rearrange(session: Session, step: s.Rearrange, number: int) -> Failure | None:
    session.leave_course()
    own = arrange(session.machine, session.st, session.script, step.position, session.dice)
    session.own = session.own if own is None else own
    if session.st.ask is not None or step.position.phase is not None:
        session.run()
    return None


def _asked(session: Session, step: s.Asked, number: int) -> Failure | None:
    decision = session.match.decision
    found = None if decision is None else session.name(decision.player)
    if found == step.who:
        return None
    expected = f"{step.who or 'nobody'} is asked"
    return _failed(session, step, expected, situation(session))


def _undo(session: Session, step: s.Undo, number: int) -> Failure | None:
    steps = f"{step.decisions} decisions are taken back"
    try:
        session.take_back(step.decisions)
    except UndoRefused as refusal:
        return None if step.refused else Failure(step.span, steps, f"refused: {refusal}")
    return Failure(step.span, "the undo is refused", steps) if step.refused else None


def _save(session: Session, step: s.SaveAndLoad, number: int) -> Failure | None:
    save, restore = session.services.save, session.services.restore
    if save is None or restore is None:
        raise NotAvailable("a match is saved and loaded")
    before = session.match.digest()
    match: Match = restore(session.machine, save(session.match))
    if match.digest() != before:
        return Failure(step.span, f"the same position: {before}", match.digest())
    match.state.given_values = session.st.given_values
    match.state.forced = session.st.forced
    session.match = match
    return None


def _fault(session: Session, step: s.FaultIs, number: int) -> Failure | None:
    outcome = session.match.outcome
    if outcome is None or outcome.kind != "fault":
        return Failure(step.span, f"the fault {step.fault}", situation(session))
    if outcome.reason.partition(":")[0] == step.fault:
        return None
    return Failure(step.span, f"the fault {step.fault}", situation(session))


def _same_view(session: Session, step: s.SameView, number: int) -> Failure | None:
    if session.services.view is None:
        raise NotAvailable("what a player gets is compared")
    session.views[number] = session.services.view(session.match, session.seat(step.who))
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
