"""Put a machine together: which handler takes which frame."""

from __future__ import annotations

from interpreter.compile.program import FIRST_OPERATION, Program
from interpreter.run import frames, walker_choices
from interpreter.run.actions import Actions
from interpreter.run.batches import Batches
from interpreter.run.choosing import Choosing
from interpreter.run.events import Events
from interpreter.run.labels import Labels
from interpreter.run.machine import Handler, Machine
from interpreter.run.matching import Matcher
from interpreter.run.phases import Phases
from interpreter.run.triggers import Triggers, always_checks
from interpreter.run.walker import Walker
from interpreter.state.record import Frame, State

ASKING = walker_choices
"""The module that adds the asking operations to the walker's table."""


def assemble_machine(program: Program) -> Machine:
    """Return a machine that walks every body."""
    machine = Machine(program)
    matcher = Matcher(machine)
    triggers = Triggers(machine)
    events = Events(machine, matcher, triggers)
    choosing = Choosing(machine)
    batches = Batches(machine, events)
    actions = Actions(machine, events, choosing)
    phases = Phases(machine, events, triggers, actions)
    walker = Walker(machine, events, batches, choosing)
    handlers: dict[int, Handler] = {
        frames.ROUNDS: phases.on_rounds,
        frames.PHASE: phases.on_phase,
        frames.ACTION: actions.on_action,
        frames.EVENT: events.on_event,
        frames.SCOPE: triggers.on_scope,
        frames.RULE: triggers.on_rule,
        frames.BATCH: batches.on_batch,
        frames.GATHER: batches.on_gather,
        frames.CHECK: triggers.on_check,
    }
    machine.table = [handlers.get(number, _no_handler) for number in range(FIRST_OPERATION)]
    machine.walk = walker.on_body
    machine.extend_table()
    machine.always_checks = always_checks(machine)
    machine.names_of = Labels(program).names_of
    return machine


def _no_handler(st: State, frame: Frame) -> None:
    raise AssertionError(f"no handler for frame {frame[0]}")
