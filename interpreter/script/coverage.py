"""Report which nodes of the event graph the matches of a machine have come to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dsl.source import Span
from interpreter.graph.nodes import key_of
from interpreter.lower import ops
from interpreter.program.program import Program
from interpreter.walk.machine import Machine

Keys = frozenset[tuple[str, int, int]]
"""Places: path, start, end."""


def places_reached(machine: Machine) -> Keys:
    """Return where a machine that watches has been since it was last asked, and forget it."""
    visited = machine.visited
    assert visited is not None
    program = machine.program
    owners = dict(_owners(program))
    found: set[Span | None] = {each for each in visited if isinstance(each, Span)}
    for number in visited:
        if not isinstance(number, Span):
            operation = program.operations[number]
            found |= {owners.get(number), operation.span if operation else None}
    visited.clear()
    return frozenset(key_of(span) for span in found if span is not None)


def _owners(program: Program) -> Iterator[tuple[int, Span]]:
    """Yield the operation at which each body does something itself and the place of what has it."""
    events = program.events
    pairs: list[tuple[ops.Code | None, Any]] = [(e.code, e.event) for e in events.values()]
    pairs += [(events[plan.event].code, plan.action) for plan in program.actions]
    pairs += [(plan.code, plan.rule) for plan in program.rules if plan.acting is None]
    yield from ((p.acting.acts, p.rule.span) for p in program.rules if p.acting is not None)
    for code, entry in pairs:
        if code is not None and entry is not None:
            yield code.first, entry.span
