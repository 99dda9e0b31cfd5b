"""Walk the operations of a body one by one: the reference for the native engine.

A step function takes the state and the body's locals. It returns the number of the next operation,
or -1 when it has left the body to others (and saved the locals in its frame).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from dsl.model.expressions import Expression
from dsl.words.arithmetic import Fault
from interpreter.lower import ops
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program import steps
from interpreter.program.closures import Closure
from interpreter.program.domains import is_thrown
from interpreter.program.limits import LONG, LOOP_WATCH
from interpreter.program.noun_closures import attribute_reader
from interpreter.program.steps import CostFailed, MakeStep, Paid, Step
from interpreter.state.record import LOGGED, State
from interpreter.state.values import BodyFrame, Locals, Value, Values, body_frame
from interpreter.walk.batches import Batches
from interpreter.walk.choosing import Choosing
from interpreter.walk.events import Events
from interpreter.walk.labels import Labels
from interpreter.walk.machine import Machine
from interpreter.walk.offers import Offers
from interpreter.walk.recording import PaymentLog


class Steps(dict[int, Step]):
    """The step functions by the numbers of operations, each made when it is first asked for."""

    def __init__(self, make: Callable[[int], Step]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, number: int) -> Step:
        step = self[number] = self.make(number)
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
        self.steps, self.visits = Steps(self.make), Steps(self._visiting)
        self.code_of = machine.program.code_of
        self.offers = Offers(machine, choosing, self.steps)
        self.names_of = Labels(machine.program).names_of
        self.checks_entry = machine.analysis.checks.changes_by_itself
        self.settle = PaymentLog(machine.program, machine.knowledge)

    def on_body(self, st: State, frame: BodyFrame) -> None:
        """Go on with a body until it ends or waits."""
        place, L, steps = frame.kind, list(frame.locals), self.steps
        if self.machine.visited is not None and not st.is_trial:
            steps = self.visits
        try:
            while place >= 0:
                place = steps[place](st, L)
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

    def _visiting(self, number: int) -> Step:
        """Return the step of an operation that notes that a match has come to it."""
        take, visited = self.steps[number], self.machine.visited
        assert visited is not None

        def step(st: State, L: Locals) -> int:
            visited.add(number)
            return take(st, L)

        return step

    def save(self, st: State, number: int, L: Locals) -> None:
        """Write the locals back into the frame on top, to go on at an operation; those are
        forgotten that mean nothing between operations."""
        for slot in self.code_of[number].passing:
            L[slot + FIRST_SLOT] = None
        st.frames[-1] = body_frame((number, tuple(L)))

    def closure(self, expression: Expression) -> Closure:
        """Return the closure of an expression."""
        return self.evaluator.closure(expression)

    def optional(self, expression: Expression | None) -> Closure | None:
        """Return the closure of an expression, None for None."""
        return self.evaluator.optional(expression)


Begin: TypeAlias = Callable[[State, Locals, Value, Values], int]
"""Goes on with a call: state, locals, who does it, its arguments."""
_MakeStep: TypeAlias = Callable[[Walker, Any, int], Step]


def _counted(machine: Machine, step: Step, work: int) -> Step:
    """Return the first step of a heavy body, which counts the work of all."""

    def counted(st: State, L: Locals) -> int:
        machine.meter.charge(work)
        return step(st, L)

    return counted


def _take(w: Walker, op: ops.Take, number: int) -> Step:
    place, after = op.slot + FIRST_SLOT, w.evaluator.behind(number)

    def step(st: State, L: Locals) -> int:
        L[place] = st.result
        return after

    return step


def _change(w: Walker, op: ops.Change, number: int) -> Step:
    thrown = is_thrown(w.machine.program, w.machine.program.code_at(number), op)
    return steps.change(w.evaluator, op, number, is_thrown=thrown)


def _call(w: Walker, op: ops.Call, number: int) -> Step:
    given, by, skip = w.evaluator.given_by(op.arguments, op.defaulted), w.optional(op.by), op.skip
    no_result, after = w.machine.program.events[op.event].no_result, number + 1
    begin = _beginning(w, op, number)

    def step(st: State, L: Locals) -> int:
        me = by(st, L) if by else L[0]
        arguments = given(st, L, me)
        if (by and me is None) or (skip and None in arguments and _lacks(arguments, skip)):
            skip_event(st, no_result)
            return after
        return begin(st, L, me, arguments)

    return step


def _lacks(arguments: Values, needed: tuple[int, ...]) -> bool:
    return any(arguments[number] is None for number in needed)


def _beginning(w: Walker, op: ops.Call, number: int) -> Begin:
    """Return what goes on with a call whose arguments are known."""
    id_, machine, after = op.event, w.machine, number + 1
    begin, continues = w.events.begin, op.continues
    if op.collect is not None:
        made, batch = machine.meter.made, op.collect + FIRST_SLOT

        def collected(st: State, L: Locals, me: Value, arguments: Values) -> int:
            L[batch] = made((*L[batch], (id_, me, arguments)))
            return after

        return collected

    def begun(st: State, L: Locals, me: Value, arguments: Values) -> int:
        w.save(st, after, L)
        begin(st, id_, me, arguments, continues)
        return -1

    plan, mask = machine.program.events[id_], machine.masks[id_]
    if not plan.native or id_ in machine.waking or continues:
        return begun
    native, recorder = machine.natives.operations[id_], w.events.recorder
    can_happen = w.events.can_happen

    def at_once(st: State, L: Locals, me: Value, arguments: Values) -> int:
        listening = st.listening
        if listening & mask:
            return begun(st, L, me, arguments)
        if mask:  # it could be heard: it counts as if it were
            machine.count_step(st)
            if not listening & LOGGED:
                machine.meter.charge(LONG)
        else:
            machine.count_turn(st)
        if not can_happen(st, plan, me, arguments):
            skip_event(st, plan.no_result)
            return after
        cause = st.cause
        recorder.note(st, id_, me, arguments)
        st.result = native(st, me, *arguments)
        st.cause = cause
        return after

    return at_once


def _perform(w: Walker, op: ops.Perform, number: int) -> Step:
    of, given = w.closure(op.said.of), w.evaluator.given(op.arguments)
    said = attribute_reader(w.evaluator, op.said.kind, op.said.name)
    codes = w.machine.program.bodies_of(op.effects)

    def step(st: State, L: Locals) -> int:
        card = of(st, L)
        code = None if card is None else codes.get(said(st, card))
        if code is None:
            return number + 1
        arguments = given(st, L)
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
    machine, knowledge, at_once = w.machine, w.machine.knowledge, op.at_once
    if not op.may_be_endless:
        turn = steps.loop_next(w.evaluator, op, number, machine.count_turn)
        if not (at_once and knowledge.has_piles):
            return turn

        def put_down(st: State, L: Locals) -> int:
            kept = L[op.items + FIRST_SLOT]
            after = turn(st, L)
            if after == op.exit:
                knowledge.put_down(st, kept)
            return after

        return put_down
    turn = steps.loop_next(w.evaluator, op, number)

    def step(st: State, L: Locals) -> int:
        after = turn(st, L)
        if after != op.exit:
            is_watched = st.steps >= LOOP_WATCH
            if is_watched:
                w.save(st, after, [*L])
            machine.count_step(st)
            if is_watched:
                machine.look_for_loop(st)
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
    batch = None if op.batch is None else op.batch + FIRST_SLOT
    value = None if op.value is None else w.evaluator.frozen(op.value)
    passing, after_last = w.code_of[number].passing, FIRST_SLOT + w.code_of[number].size

    def step(st: State, L: Locals) -> int:
        if op.keeps_locals:
            for slot in passing:
                L[slot + FIRST_SLOT] = None
            st.result = tuple(L[FIRST_SLOT:after_last])
        elif batch is not None:
            st.result = L[batch]
        else:
            st.result = value(st, L) if value else None
        st.frames.pop()
        return -1

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
