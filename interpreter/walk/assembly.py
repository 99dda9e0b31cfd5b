"""Put a machine together: which handler takes which frame, and who runs bodies with a log.

While a log is kept, bodies run by functions of their own, which write each event into it. Their
module is written after the first decision: a program that only loads a game need not wait for it.
Bodies are walked while a rule listens that could match, and in trials that ask where a body fails.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial

from dsl.source import Span
from interpreter.program.analysis import Analysis, analyse
from interpreter.program.program import Program
from interpreter.program.tracing import VisitingEvaluator
from interpreter.program.values import Evaluator
from interpreter.state import frames
from interpreter.state.frames import FIRST_OPERATION, BodyFrame, Frame
from interpreter.state.record import LOGGED, State
from interpreter.state.values import Value, Values
from interpreter.walk.batches import Batches
from interpreter.walk.choosing import Choosing
from interpreter.walk.course import course_runtime
from interpreter.walk.decision import halt
from interpreter.walk.events import Events
from interpreter.walk.fast_moves import swift_routes
from interpreter.walk.machine import Handler, Machine
from interpreter.walk.matching import Matcher
from interpreter.walk.triggers import Triggers
from interpreter.walk.walker import Walker, skip_event
from interpreter.walk.walker_choices import choice_runtime, draw
from interpreter.walk.why_not_chosen import WhyNotChosen
from interpreter.walk.why_not_offered import WhyNotOffered
from interpreter.writing.module import CodeStore, Compiled, FastEvaluator, Module
from interpreter.writing.writer import Namespace


class LoggingExecutor:
    """Goes on with the frames of bodies.

    Args:
        write: Returns the functions that keep the log, linked to the machine.
    """

    def __init__(self, walker: Walker, write: Callable[[], Compiled]) -> None:
        self.walker, self.machine, self.write = walker, walker.machine, write
        self.codes, self.is_written = walker.machine.program.code_of, False

    @cached_property
    def logging(self) -> Compiled:
        """The functions that keep the log."""
        self.is_written = True
        compiled = self.write()
        self.machine.compiled.written.update(compiled.written)
        return compiled

    def on_body(self, st: State, frame: BodyFrame) -> None:
        """Go on with a body until it ends or waits."""
        is_wanted = self.is_written or st.actions > 0
        if not is_wanted or not st.listening & LOGGED or st.is_trial:
            self.walker.on_body(st, frame)
        else:
            self.logging.blocks[self.codes[frame.kind].first](st, frame)

    def note(
        self, st: State, event: str, me: int | None, arguments: Values, card: int | None = None
    ) -> Value:
        """Write an event down; return what causes events until then, to be put back after it."""
        self.machine.count_turn(st)
        cause = st.cause
        self.walker.events.recorder.note(st, event, me, arguments, card)
        return cause


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
    if visited is not None:
        evaluator: Evaluator = VisitingEvaluator(program, analysis, visited)
    else:
        evaluator = FastEvaluator(program, analysis) if blocks else Evaluator(program, analysis)
    compiled = _compiled(program, analysis, evaluator, store)
    machine = Machine(program, analysis, evaluator, compiled)
    machine.visited = visited
    triggers = Triggers(machine)
    events = Events(machine, Matcher(machine), triggers)
    batches = Batches(machine, events)
    walker = Walker(machine, events, batches, Choosing(machine))
    reasons = WhyNotOffered(machine, walker.offers)

    def write() -> Compiled:
        logging = _compiled(program, analysis, evaluator, store, logs=True)
        logging.link(runtime | {"walk": walker.on_body})
        return logging

    heard = LoggingExecutor(walker, write)
    runtime = _runtime(walker) | {"note": heard.note, "walk": heard.on_body}
    compiled.link(runtime)
    evaluator.is_possible = events.is_possible
    evaluator.memo.is_used = bool(compiled.blocks) and bool(evaluator.memo.groups)
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
    machine.table += [
        compiled.blocks.get(program.code_of[number].first, machine.walk)
        for number in range(FIRST_OPERATION, len(program.operations))
    ]
    return machine


def _compiled(
    program: Program, analysis: Analysis, evaluator: Evaluator, store: CodeStore | None, *,
    logs: bool = False,
) -> Compiled:  # fmt: skip
    """Return the functions of a program: none where every body is walked."""
    if not isinstance(evaluator, FastEvaluator):
        return Compiled()
    return Module(program, analysis, evaluator, logs=logs).load(store)


def _runtime(walker: Walker) -> Namespace:
    """Return what the functions of a module call of the machine."""
    machine = walker.machine
    return {
        "steps": walker.steps,
        "begin_event": walker.events.begin,
        "skip_event": skip_event,
        "count_turn": machine.count_turn,
        "count_step": machine.count_step,
        "push_body": machine.push_body,
        "end_game": machine.end_game,
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
        "watch_loop": machine.watch_loop,
        "tell_result": walker.events.recorder.tell_result,
        **{f"native_{id_}": run for id_, run in machine.natives.operations.items()},
        **choice_runtime(machine, walker.choosing),
        **course_runtime(walker),
    }


def _no_handler(st: State, frame: Frame) -> None:
    raise AssertionError(f"no handler for frame {frame.kind}")
