"""Say whether players can leave: the match, or a phase."""

from __future__ import annotations

from interpreter.compile.program import Program
from interpreter.graph import ops


def can_eliminate(program: Program) -> bool:
    """Return whether anything in a program takes a player out of the match."""
    return _calls(program, "eliminate")


def can_pass(program: Program) -> bool:
    """Return whether anything in a program lets a player leave a phase."""
    asks = any(isinstance(op, ops.Passed) for op in program.operations)
    return asks or _calls(program, "pass")


def _calls(program: Program, event: str) -> bool:
    return any(isinstance(op, ops.Call) and op.event == event for op in program.operations)
