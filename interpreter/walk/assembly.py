"""Put a machine together: which handler takes which frame."""

from __future__ import annotations

from dsl.source import Span
from interpreter.program.analysis import analyse
from interpreter.program.program import Program
from interpreter.program.tracing import VisitingEvaluator
from interpreter.program.values import Evaluator
from interpreter.state import frames
from interpreter.state.frames import FIRST_OPERATION, Frame
from interpreter.state.record import State
from interpreter.walk import course as _course  # noqa: F401 (its steps are in the table then)
from interpreter.walk import walker_choices as _choices  # noqa: F401
from interpreter.walk.batches import Batches
from interpreter.walk.choosing import Choosing
from interpreter.walk.decision import halt
from interpreter.walk.events import Events
from interpreter.walk.machine import Handler, Machine
from interpreter.walk.matching import Matcher
from interpreter.walk.triggers import Triggers
from interpreter.walk.walker import Walker
from interpreter.walk.why_not_offered import WhyNotChosen, WhyNotOffered


def assemble_machine(program: Program, *, visited: set[int | Span] | None = None) -> Machine:
    """Return a machine for a program.

    Args:
        visited: Takes all that a match comes to: numbers of operations, else spans.
    """
    analysis = analyse(program)
    if visited is not None:
        evaluator: Evaluator = VisitingEvaluator(program, analysis, visited)
    else:
        evaluator = Evaluator(program, analysis)
    machine = Machine(program, analysis, evaluator)
    machine.visited = visited
    triggers = Triggers(machine)
    events = Events(machine, Matcher(machine), triggers)
    batches = Batches(machine, events)
    walker = Walker(machine, events, batches, Choosing(machine))
    reasons = WhyNotOffered(machine, walker.offers)
    evaluator.is_possible = events.is_possible
    machine.walk = walker.on_body
    machine.refusals, machine.barred = reasons.refusals, WhyNotChosen(reasons).barred
    handlers: dict[int, Handler] = {
        frames.EVENT: events.on_event,
        frames.SCOPE: triggers.on_scope,
        frames.BATCH: batches.on_batch,
        frames.GATHER: batches.on_gather,
        frames.CHECK: triggers.on_check,
        frames.HALT: halt,
    }
    machine.table = [handlers.get(number, _no_handler) for number in range(FIRST_OPERATION)]
    machine.extend_table()
    return machine


def _no_handler(st: State, frame: Frame) -> None:
    raise AssertionError(f"no handler for frame {frame.kind}")
