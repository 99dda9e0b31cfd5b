"""Put a machine together: which handler takes which frame."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from dsl.source import Span
from interpreter.compile.analysis import Analysis, analyse
from interpreter.compile.program import Program
from interpreter.compile.values import Evaluator
from interpreter.compile.visiting import VisitingEvaluator
from interpreter.run.barred import Bars
from interpreter.run.batches import Batches
from interpreter.run.choosing import Choosing
from interpreter.run.course import course_runtime
from interpreter.run.events import Events
from interpreter.run.foresight import Foresight
from interpreter.run.labels import Labels
from interpreter.run.machine import Handler, Machine
from interpreter.run.matching import Matcher
from interpreter.run.offers import Offers
from interpreter.run.reasons import Reasons
from interpreter.run.routes import swift_routes
from interpreter.run.signals import halt
from interpreter.run.triggers import Triggers, always_checks
from interpreter.run.walker import Walker, skip_event
from interpreter.run.walker_choices import choice_runtime, draw
from interpreter.run.watching import Watching
from interpreter.state import frames
from interpreter.state.frames import FIRST_OPERATION, Frame
from interpreter.state.record import State
from interpreter.writing.module import CodeStore, FastEvaluator, Module
from interpreter.writing.writer import Namespace


def assemble_machine(
    program: Program, *, blocks: bool = True, store: CodeStore | None = None,
    visited: set[int | Span] | None = None,
) -> Machine:  # fmt: skip
    """Return a machine for a program.

    Args:
        blocks: Whether to run compiled blocks where no rule listens, rather than to walk every
            body.
        store: Where compiled code is kept between runs; None for nowhere.
        visited: Takes all that a match comes to: numbers of operations, else spans. Every body is
            then walked.
    """
    analysis = analyse(program)
    evaluator = _evaluator(program, analysis, blocks, visited)
    module = None
    if isinstance(evaluator, FastEvaluator):
        module = Module(program, analysis, evaluator)
    machine = Machine(program, analysis, evaluator)
    machine.visited = visited
    triggers = Triggers(machine)
    events = Events(machine, Matcher(machine), triggers)
    evaluator.is_possible = events.is_possible
    choosing = Choosing(machine)
    batches = Batches(machine, events)
    walker = Walker(machine, events, batches, choosing)
    machine.names_of = Labels(program).names_of
    machine.walk = walker.on_body
    compiled = {} if module is None else _loaded(module, walker, store)
    machine.prepare_end()
    machine.always_checks = always_checks(machine)
    triggers.watching = _watching(machine)
    evaluator.keeper.is_used = bool(compiled) and bool(evaluator.keeper.groups)
    walker.offers = offers = Offers(machine, choosing, walker.steps)
    walker.checks_entry = analysis.checks.changes_by_itself
    machine.is_surely_paid = offers.is_surely_paid
    reasons = Reasons(machine, offers)
    machine.refusals, machine.barred = reasons.refusals, Bars(reasons).barred
    handlers: dict[int, Handler] = {
        frames.EVENT: events.on_event,
        frames.SCOPE: triggers.on_scope,
        frames.RULE: triggers.on_rule,
        frames.BATCH: batches.on_batch,
        frames.GATHER: batches.on_gather,
        frames.CHECK: triggers.on_check,
        frames.HALT: halt,
    }
    machine.table = [handlers.get(number, _no_handler) for number in range(FIRST_OPERATION)]
    machine.table += [
        compiled.get(program.code_of[number].first, machine.walk)
        for number in range(FIRST_OPERATION, len(program.operations))
    ]
    return machine


def _evaluator(
    program: Program, analysis: Analysis, blocks: bool, visited: set[int | Span] | None
) -> Evaluator:
    if visited is not None:
        return VisitingEvaluator(program, analysis, visited)
    return FastEvaluator(program, analysis) if blocks else Evaluator(program, analysis)


def _watching(machine: Machine) -> Watching:
    """Return what follows the rules that wait, and let what moves cards tell it."""
    watching = Watching(machine)
    if watching.watches:
        machine.natives.follow = watching.follow
        machine.natives.follow_anew = watching.follow_anew
    return watching


def _loaded(module: Module, walker: Walker, store: CodeStore | None) -> Mapping[int, Handler]:
    """Hand a machine the functions of its module; return the blocks by the first operation of
    their body."""
    machine = walker.machine
    runtime: Namespace = {
        "walk": walker.on_body,
        "steps": walker.steps,
        "begin_event": walker.events.begin,
        "skip_event": skip_event,
        "count_turn": machine.count_turn,
        "count_step": machine.count_step,
        "push_body": machine.push_body,
        "end_game": machine.end_game,
        "end_quietly": machine.end_quietly,
        "move_all": machine.natives.move_all,
        "take_up": machine.knowledge.take_up,
        "put_down": machine.knowledge.put_down,
        "mover": machine.natives.mover,
        "whole_mover": machine.natives.whole_mover,
        "dealer": machine.natives.dealer,
        "swift": swift_routes(machine.natives.routes),
        "draw": partial(draw, walker),
        "can_enter": machine.natives.can_enter,
        "settle": walker.settle,
    }
    runtime |= {**choice_runtime(machine, walker.choosing), **course_runtime(walker)}
    runtime |= {f"native_{id_}": run for id_, run in machine.natives.operations.items()}
    names = module.load(runtime, store)
    machine.functions, machine.written = module.namespace, module.spans
    machine.costs = {number: module.namespace[name] for number, name in module.dry.costs.items()}
    machine.sure = module.dry.sure
    machine.foresee = _foresight(machine, module).completable
    return {first: module.namespace[name] for first, name in names.items()}


def _foresight(machine: Machine, module: Module) -> Foresight:
    """Return what tells which answers in a cost lead on."""
    after_choice, after_call = (
        {place: module.namespace[name] for place, name in found.items()}
        for found in (module.dry.after_choice, module.dry.after_call)
    )
    return Foresight(machine, after_choice, after_call)


def _no_handler(st: State, frame: Frame) -> None:
    raise AssertionError(f"no handler for frame {frame.kind}")
