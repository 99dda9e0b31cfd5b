"""Check the log and conditions of a script; explain failures and faults that it does not name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dsl.model import expressions as e
from dsl.model import scripts as s
from dsl.model.scripts import Expect, Happened
from dsl.model.types import Type
from dsl.words.arithmetic import Fault
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.noun_closures import freeze
from interpreter.program.tables import members_of
from interpreter.script.result import Failure
from interpreter.script.session import Session
from interpreter.state.values import Locals, Value
from interpreter.walk.labels import Labels
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
            left, right = (_shown(session, side, L) for side in (node.left, node.right))
            if isinstance(node.right, e.Constant) and node.operator == "==":
                return left
            return f"{left} {node.operator} {right}"
    except Fault as fault:
        return f"{fault.name}: {fault.detail}"
    return "false"


def _shown(session: Session, node: Any, L: Locals) -> str:
    value = session.machine.evaluator.closure(node)(session.st, L)
    return shown(session, value, node.type)


def shown(session: Session, value: Value, type_: Type) -> str:
    """Return a value as scripts write it."""
    return Labels(session.machine.program).label(session.st, value, type_)
