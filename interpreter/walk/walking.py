"""Look at a machine while it runs, and leave it as it was.

The walker takes every body where each question counts or the end of a body does: blocks take the
only answer by themselves and tell nobody where a body ends. Values stay compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from interpreter.state.frames import FIRST_OPERATION, Frame
from interpreter.state.record import State
from interpreter.walk.decision import Ask, ask_all
from interpreter.walk.machine import Handler, Machine


def walked(machine: Machine) -> list[Handler]:
    """Return a table in which the walker takes every body."""
    table = machine.table
    return [*table[:FIRST_OPERATION], *[machine.walk] * (len(table) - FIRST_OPERATION)]


def ask_everything(machine: Machine) -> None:
    """Ask questions with one answer from now on."""
    machine.table, machine.on_forced = walked(machine), ask_all


def asks_everything(machine: Machine) -> bool:
    """Return whether questions with one answer are asked too."""
    return machine.on_forced is ask_all


@contextmanager
def forced_heard(machine: Machine, hear: Callable[[State, Ask], object] | None) -> Iterator[None]:
    """Let a function hear of decisions with one option for a while; None for nobody."""
    before, machine.on_forced = machine.on_forced, hear
    try:
        yield
    finally:
        machine.on_forced = before


@contextmanager
def course_watched(machine: Machine, goes_on: Callable[[], None]) -> Iterator[None]:
    """Tell for a while when the course goes on: what it began, an action say, has ended then."""

    def look(st: State, frame: Frame) -> None:
        if st.answer is None and not st.is_trial:
            goes_on()
        machine.walk(st, frame)

    kept, table, program = machine.table, walked(machine), machine.program
    for number in range(FIRST_OPERATION, len(table)):
        if program.code_of[number] is program.course.code:
            table[number] = look
    machine.table = table
    try:
        yield
    finally:
        machine.table = kept
