"""Look for events in the log of a match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dsl.model.scripts import Happened
from interpreter.program.noun_closures import freeze
from interpreter.program.tables import members_of
from interpreter.script.session import Sitting
from interpreter.walk.recording import Record


def records(log: Any) -> Iterator[Record]:
    """Yield the records of a log, the newest first."""
    while log is not None:
        yield log[0]
        log = log[1]


def times_happened(sitting: Sitting, step: Happened) -> int:
    """Return how often an event happened since the last look that something came after.

    Several looks in a row look at the same stretch.
    """
    if sitting.st.next_id != sitting.seen:
        sitting.window, sitting.seen = min(sitting.seen, sitting.st.next_id), sitting.st.next_id
    wanted = {i: freeze(sitting.evaluate(formula)) for i, formula in step.arguments.items()}
    groups = (
        members_of(sitting.prepared.machine.program.game) if step.event.startswith("act:") else {}
    )
    events = groups.get(step.event, (step.event,))
    actor = None if step.actor is None else sitting.evaluate(step.actor)
    return sum(
        record.id >= sitting.window
        and record.event in events
        and (step.actor is None or record.me == actor)
        and all(freeze(record.arguments[i]) == value for i, value in wanted.items())
        for record in records(sitting.st.log)
    )


def events_since(sitting: Sitting) -> str:
    """Return the names of the events that were looked at, the first first."""
    names = [r.event for r in records(sitting.st.log) if r.id >= sitting.window]
    return ", ".join(reversed(names[:20])) or "nothing happened"
