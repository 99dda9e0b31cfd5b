"""Say whether players can leave: the match, or a phase."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.graph import ops

Operations = Iterable[ops.Operation | None]


def can_eliminate(operations: Operations) -> bool:
    """Return whether anything in a program takes a player out of the match."""
    return _calls(operations, "eliminate")


def can_pass(operations: Operations) -> bool:
    """Return whether anything in a program lets a player leave a phase."""
    return any(isinstance(op, ops.Passed) for op in operations) or _calls(operations, "pass")


def _calls(operations: Operations, event: str) -> bool:
    return any(isinstance(op, ops.Call) and op.event == event for op in operations)
