"""Walk the operations of a body one by one: the reference for the native engine.

A step function takes the state and the body's locals. It returns the number of the next operation,
or -1 when it has left the body to others (and saved the locals in its frame).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from dsl.model.amounts import Pairs
from dsl.model.expressions import Expression
from dsl.records import Record
from dsl.words.arithmetic import Fault
from interpreter.lower import ops
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program import steps
from interpreter.program.closures import Closure
from interpreter.program.domains import is_thrown
from interpreter.program.limits import LONG, LOOP_WATCH
from interpreter.program.noun_closures import attribute_reader, freeze
from interpreter.program.payments import Payment
from interpreter.program.steps import CostFailed, MakeStep, Paid, Step, change_closure
from interpreter.state.frames import BodyFrame, body_frame
from interpreter.state.record import LOGGED, State
from interpreter.state.values import Locals, Value
from interpreter.walk.batches import Batches
from interpreter.walk.choosing import Choosing
from interpreter.walk.events import Events
from interpreter.walk.labels import Labels
from interpreter.walk.machine import Machine
from interpreter.walk.offers import Offers
from interpreter.walk.recording import LogRecord, amend


class PaymentLog(Record):
    """Writes bags into the records of the events that asked for them."""

    machine: Machine

    def __call__(self, st: State, number: int, bag: Pairs, decider: int | None) -> None:
        """Write the bag that a choice has come to into the record of the event that it is part of;
        its rules, which it causes too, have choices of their own.

        Args:
            number: Of the choice's operation.
        """
        operation = self.machine.program.operations[number]
        settling = self.machine.program.payments.get(operation.span) if operation else None
        if settling is None or not st.cause:
            return

        def amended(record: LogRecord) -> LogRecord:
            if record.event != settling.event:
                return record
            told = (settling.slot, bag, self._readers(settling, record, decider))
            return record._replace(settled=(*record.settled, told))

        amend(st, st.cause, amended)

    def _readers(self, settling: Payment, record: LogRecord, decider: int | None) -> int:
        """Return a mask of the players who may read it."""
        if settling.is_open:
            return self.machine.knowledge.everyone
        mask = 0 if decider is None else 1 << decider
        for slot in settling.cards:
            seen = record.seen[slot]
            mask |= seen if isinstance(seen, int) and seen >= 0 else 0
        return mask


class Steps(dict[int, Step]):
    """The step functions by the numbers of operations, each made when it is first asked for."""

    def __init__(self, walker: Walker) -> None:
        super().__init__()
        self.walker = walker

    def __missing__(self, number: int) -> Step:
        step = self[number] = self.walker.make(number)
        return step


class Walker:
    """Makes the step function of every operation.

    Attributes:
        checks_entry: Whether something that is checked between bodies changes without one.
    """

    def __init__(
        self, machine: Machine, events: Events, batches: Batches, choosing: Choosing
    ) -> None:
        self.machine, self.events, self.batches = machine, events, batches
        self.choosing = choosing
        self.evaluator = machine.evaluator
        self.steps = Steps(self)
        self.offers = Offers(machine, choosing, self.steps)
        self.names_of = Labels(machine.program).names_of
        self.checks_entry = machine.analysis.checks.changes_by_itself
        self.settle = PaymentLog(machine)

    def on_body(self, st: State, frame: BodyFrame) -> None:
        """Go on with a body until it ends or waits."""
        place, L = frame.kind, list(frame.locals)
        visited = None if st.is_trial else self.machine.visited
        while place >= 0:
            if visited is not None:
                visited.add(place)
            try:
                place = self.steps[place](st, L)
            except (CostFailed, Fault) as failed:
                failed.site = place if failed.site is None else failed.site
                raise

    def make(self, number: int) -> Step:
        """Return the step function of an operation."""
        operation = self.machine.program.operations[number]
        step = STEPS[type(operation)](self, operation, number)
        program = self.machine.program
        code = program.code_of[number]
        is_head = number == code.first and not program.is_of_course(code)
        work = self.evaluator.work.head_of(code) if is_head else 0
        return _counted(self.machine, step, work) if work else step

    def save(self, st: State, number: int, L: Locals) -> None:
        """Write the locals back into the frame on top, to go on at an operation."""
        self.let_pass(number, L)
        st.frames[-1] = body_frame((number, tuple(L)))

    def let_pass(self, number: int, L: Locals) -> None:
        """Forget the locals that mean nothing between operations."""
        for slot in self.machine.program.code_of[number].passing:
            L[slot + FIRST_SLOT] = None

    def end(self, st: State, result: Value) -> int:
        """End the body on top with a result."""
        st.frames.pop()
        st.result = result
        return -1

    def closure(self, expression: Expression) -> Closure:
        """Return the closure of an expression."""
        return self.evaluator.closure(expression)

    def optional(self, expression: Expression | None) -> Closure | None:
        """Return the closure of an expression, None for None."""
        return self.evaluator.optional(expression)


_MakeStep: TypeAlias = Callable[[Walker, Any, int], Step]


def _counted(machine: Machine, step: Step, work: int) -> Step:
    """Return the first step of a heavy body, which counts the work of all."""

    def counted(st: State, L: Locals) -> int:
        machine.meter.charge(work)
        return step(st, L)

    return counted


def _take(w: Walker, op: ops.Take, number: int) -> Step:
    place = op.slot + FIRST_SLOT

    def step(st: State, L: Locals) -> int:
        L[place] = st.result
        return number + 1

    return step


def _change(w: Walker, op: ops.Change, number: int) -> Step:
    thrown = is_thrown(w.machine.program, w.machine.program.code_at(number), op)
    change = change_closure(w.evaluator, op, is_thrown=thrown)

    def step(st: State, L: Locals) -> int:
        change(st, L)
        return number + 1

    return step


def _call(w: Walker, op: ops.Call, number: int) -> Step:
    values = tuple(w.closure(a) for a in op.arguments)
    by, skip, defaulted = w.optional(op.by), op.skip, frozenset(op.defaulted)
    plan, made = w.machine.program.events[op.event], w.machine.meter.made
    mask = w.machine.masks[op.event]
    is_quick = plan.native and op.event not in w.machine.waking
    native = w.machine.natives.operations.get(op.event) if is_quick else None

    def step(st: State, L: Locals) -> int:
        me = by(st, L) if by else L[0]
        own = [me, *L[1:]] if defaulted else L
        arguments = tuple(
            freeze(value(st, own if i in defaulted else L)) for i, value in enumerate(values)
        )
        if any(arguments[i] is None for i in skip) or (by and me is None):
            skip_event(st, plan.no_result)
            return number + 1
        if op.collect is not None:
            members = (*L[op.collect + FIRST_SLOT], (op.event, me, arguments))
            L[op.collect + FIRST_SLOT] = made(members)
            return number + 1
        if native is not None and not st.listening & mask and not op.continues:
            if mask:  # it could be heard: it counts as if it were
                w.machine.count_step(st)
                if not st.listening & LOGGED:
                    w.machine.meter.charge(LONG)
            else:
                w.machine.count_turn(st)
            if not w.events.can_happen(st, plan, me, arguments):
                skip_event(st, plan.no_result)
                return number + 1
            cause = st.cause
            w.events.recorder.note(st, op.event, me, arguments)
            st.result = native(st, me, *arguments)
            st.cause = cause
            return number + 1
        w.save(st, number + 1, L)
        w.events.begin(st, op.event, me, arguments, op.continues)
        return -1

    return step


def _perform(w: Walker, op: ops.Perform, number: int) -> Step:
    of, values = w.closure(op.said.of), tuple(w.closure(a) for a in op.arguments)
    said = attribute_reader(w.evaluator, op.said.kind, op.said.name)
    codes = w.machine.program.bodies_of(op.effects)

    def step(st: State, L: Locals) -> int:
        card = of(st, L)
        code = None if card is None else codes.get(said(st, card))
        if code is None:
            return number + 1
        arguments = tuple(freeze(value(st, L)) for value in values)
        w.machine.count_step(st)
        w.save(st, number + 1, L)
        w.machine.push_body(st, code, L[0], card, L[0], arguments)
        return -1

    return step


def skip_event(st: State, result: Value) -> None:
    """An event does not happen: fatal in a cost."""
    if st.payer is not None:
        raise CostFailed
    st.result = result


def _loop_start(w: Walker, op: ops.LoopStart, number: int) -> Step:
    start, knowledge = steps.loop_start(w.evaluator, op, number), w.machine.knowledge
    if not (op.at_once and knowledge.has_piles):
        return start

    def step(st: State, L: Locals) -> int:
        after = start(st, L)
        kept = L[op.items + FIRST_SLOT]
        knowledge.take_up(st, kept[::-1] if op.backwards else kept)
        return after

    return step


def _loop_next(w: Walker, op: ops.LoopNext, number: int) -> Step:
    turn, knowledge = steps.loop_next(w.evaluator, op, number), w.machine.knowledge
    at_once = op.at_once and knowledge.has_piles
    machine = w.machine
    count = machine.count_step if op.may_be_endless else machine.count_turn

    def step(st: State, L: Locals) -> int:
        kept = L[op.items + FIRST_SLOT]
        after = turn(st, L)
        if after != op.exit:
            is_watched = op.may_be_endless and st.steps >= LOOP_WATCH
            if is_watched:
                w.save(st, after, [*L])
            count(st)
            if is_watched:
                machine.look_for_loop(st)
        elif at_once:
            knowledge.put_down(st, kept)
        return after

    return step


def _alone(make: MakeStep) -> _MakeStep:
    """Return what makes a step that needs no more of the machine than its evaluator."""
    return lambda w, op, number: make(w.evaluator, op, number)


def _cost_begin(w: Walker, op: ops.CostBegin, number: int) -> Step:
    by, payer = w.optional(op.by), None if op.payer is None else op.payer + FIRST_SLOT

    def step(st: State, L: Locals) -> int:
        if payer is not None:
            L[payer] = st.payer
        st.payer = by(st, L) if by else L[0]
        if op.kept is not None:
            L[op.kept + FIRST_SLOT], L[0] = L[0], st.payer
        return number + 1

    return step


def _cost_end(w: Walker, op: ops.CostEnd, number: int) -> Step:
    payer = None if op.payer is None else op.payer + FIRST_SLOT

    def step(st: State, L: Locals) -> int:
        around = None if payer is None else L[payer]
        if st.is_trial and around is None:
            raise Paid
        st.payer = around
        if op.kept is not None:
            L[0] = L[op.kept + FIRST_SLOT]
        for slot in op.bound:
            L[slot + FIRST_SLOT] = st.result[slot]
        return number + 1

    return step


def _batch_start(w: Walker, op: ops.BatchStart, number: int) -> Step:
    def step(st: State, L: Locals) -> int:
        L[op.batch + FIRST_SLOT] = ()
        return number + 1

    return step


def _batch_run(w: Walker, op: ops.BatchRun, number: int) -> Step:
    def step(st: State, L: Locals) -> int:
        members, L[op.batch + FIRST_SLOT] = L[op.batch + FIRST_SLOT], None
        w.save(st, number + 1, L)
        w.batches.begin(st, members)
        return -1

    return step


def _require(w: Walker, op: ops.Require, number: int) -> Step:
    condition = w.closure(op.condition)

    def step(st: State, L: Locals) -> int:
        if not condition(st, L):
            raise CostFailed
        return number + 1

    return step


def _return(w: Walker, op: ops.Return, number: int) -> Step:
    value = w.optional(op.value)
    size = w.machine.program.code_of[number].size

    def step(st: State, L: Locals) -> int:
        if op.keeps_locals:
            w.let_pass(number, L)
            return w.end(st, tuple(L[FIRST_SLOT : FIRST_SLOT + size]))
        if op.batch is not None:
            return w.end(st, L[op.batch + FIRST_SLOT])
        return w.end(st, freeze(value(st, L)) if value else None)

    return step


def _end_game(w: Walker, op: ops.EndGame, number: int) -> Step:
    def step(st: State, L: Locals) -> int:
        w.machine.finish(st, "end", "")
        return -1

    return step


STEPS: dict[type, _MakeStep] = {
    **{sort: _alone(steps.STEPS[sort]) for sort in (ops.Let, ops.Branch, ops.Jump)},
    ops.Take: _take,
    ops.Change: _change,
    ops.Call: _call,
    ops.Perform: _perform,
    ops.LoopStart: _loop_start,
    ops.LoopNext: _loop_next,
    ops.CostBegin: _cost_begin,
    ops.CostEnd: _cost_end,
    ops.BatchStart: _batch_start,
    ops.BatchRun: _batch_run,
    ops.Require: _require,
    ops.Return: _return,
    ops.EndGame: _end_game,
}
