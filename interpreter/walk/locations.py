"""Say where in the rules a match is, for what is told of faults."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from dsl.source import Span
from dsl.words.arithmetic import Fault
from interpreter.lower.bodies import NOWHERE
from interpreter.program.program import Program
from interpreter.state.frames import (
    BodyFrame,
    EventFrame,
    Frame,
)
from interpreter.state.record import State

OF_VALUES: Final = re.compile(r"(inner_|fresh_|bare_)*value_|loop_|expression_")
"""Functions that only work something out: a statement has asked them to."""
CYCLE_SHOWN: Final = 8
"""How many events of a loop or before a fault are named."""
PRELUDE: Final = "prelude/"
"""Where the events and values lie that all games share."""


def whereabouts(
    program: Program, st: State, fault: Fault, written: Mapping[str, Sequence[Span | None]]
) -> str:
    """Return where a match is, with its file and line: what was being looked at, else the innermost
    statement that is carried out, else the innermost body, action, rule or phase; one of the game's
    own, if there is any.

    Args:
        written: By the names of the generated modules the places of their lines.
    """
    found = [] if fault.checking is None else [fault.checking]
    for span in _statements_of(fault, program, written):
        found += _said(program, span)
    found += [place for frame in reversed(st.frames) for place in _places(program, frame)]
    own = [place for place in found if not place[1].place.startswith(PRELUDE)]
    for name, span in (own or found)[:1]:
        return f" ({name}, {span.place})"
    return ""


def _statements_of(
    fault: Fault, program: Program, written: Mapping[str, Sequence[Span | None]]
) -> Iterator[Span]:
    """Yield the statements in which there was a fault, the innermost first: the operation that the
    walker took, and the lines of the generated modules."""
    operation = None if fault.site is None else program.operations[fault.site]
    if operation is not None and operation.span is not NOWHERE:
        yield operation.span
    elif fault.site is not None and program.course.holds(fault.site):
        yield from (span for _, span in _phases(program, fault.site))
    lines: list[Span] = []
    at = fault.__traceback__
    while at is not None:
        code = at.tb_frame.f_code
        if code.co_filename in written and not OF_VALUES.match(code.co_name):
            span = written[code.co_filename][at.tb_lineno - 1]
            lines += [] if span is None else [span]
        at = at.tb_next
    yield from reversed(lines)


def _said(program: Program, span: Span) -> Iterator[tuple[str, Span]]:
    """Yield the name of the body in which a statement stands, with its place."""
    for number, operation in enumerate(program.operations):
        if operation is not None and operation.span == span and number in program.code_of:
            is_course = program.course.holds(number)
            yield from (
                _phases(program, number) if is_course else [(program.code_of[number].name, span)]
            )
            return


def _places(program: Program, frame: Frame) -> Iterator[tuple[str, Span]]:
    """Yield what a frame belongs to, if it has a place in the text."""
    if isinstance(frame, BodyFrame):
        yield from _of_body(program, frame.kind)
    elif isinstance(frame, EventFrame):
        event = program.events[frame.event].event
        if event is not None:
            yield f"event {event.id}", event.span


def _of_body(program: Program, number: int) -> Iterator[tuple[str, Span]]:
    """Yield what the body belongs to that goes on at an operation."""
    code = program.code_at(number)
    if code is program.course.code:
        yield from _phases(program, number)
    elif code.first in program.takes:
        yield code.name, program.takes[code.first].action.span
    else:
        operation, rule = program.operations[min(number, code.last - 1)], program.rule_at(number)
        assert operation is not None
        if operation.span is not NOWHERE:
            yield code.name, operation.span
        elif rule is not None:
            yield rule.told


def _phases(program: Program, number: int) -> Iterator[tuple[str, Span]]:
    """Yield the innermost phase around an operation of the course, or the one before it."""
    course = program.course
    path = course.path(number) or course.path(number - 1)
    for stretch in path[-1:]:
        phase = program.phases[stretch.phase].phase
        yield f"phase {phase.id}", phase.span


def events_since(st: State, since: int) -> str:
    """Return the first events logged from an id on, in words; "" where none was."""
    names: list[str] = []
    log = st.log
    while log is not None and log[0].id >= since:
        names.append(log[0].event)
        log = log[1]
    if not names:
        return ""
    names.reverse()
    return f": {', '.join(names[:CYCLE_SHOWN])}{' …' if len(names) > CYCLE_SHOWN else ''}"
