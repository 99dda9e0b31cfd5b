"""Notice a fault that a script does not name: whatever else it says, it has not come out."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.model import scripts as s
from interpreter.script.result import Failure
from interpreter.script.session import Sitting


def unnamed_fault(sitting: Sitting, failures: Sequence[Failure]) -> list[Failure]:
    """Return the failure of a match that ended in a fault which no step names."""
    outcome = sitting.match.outcome
    if outcome is None or outcome.kind != "fault" or _is_named(sitting.script):
        return []
    if any(outcome.reason in failure.found for failure in failures):
        return []
    span = sitting.fault_span or sitting.script.span
    return [Failure(span, "no fault", outcome.reason)]


def unsaid(sitting: Sitting, position: s.Position | None) -> Failure | None:
    """Return that a whole position leaves out state without a default, which a rule then read."""
    if position is None or not position.is_whole:
        return None
    st, layout = sitting.st, sitting.machine.program.layout
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


def _is_named(script: s.Script) -> bool:
    """Return whether a script says that its match ends in a fault."""
    return any(
        isinstance(step, s.FaultIs) or (isinstance(step, s.Ended) and step.outcome == "fault")
        for step in script.steps
    )
