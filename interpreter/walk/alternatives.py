"""Name the options of `choose one` after the first event they do."""

from __future__ import annotations

from interpreter.lower import ops
from interpreter.program.program import Program


def alternative_event(program: Program, site: int, place: int) -> str:
    """Return the id of the first event an alternative does, or `option-N` where it does none.

    Args:
        site: Number of the `ChooseOne`.
        place: Which alternative, from 0.
    """
    ask = program.operations[site]
    assert isinstance(ask, ops.ChooseOne)
    number = ask.alternatives[place].start
    end = min((a.start for a in ask.alternatives if a.start > number), default=ask.exit)
    for operation in program.operations[number:end]:
        if isinstance(operation, ops.Call):
            return operation.event
        if isinstance(operation, ops.Return):
            return "stop"
    return f"option-{place + 1}"
