"""Walk the operations that touch nothing but locals: those of values, and the same in other bodies.

A step takes the state and the locals of its body, and returns the number of the next operation, or
-1 when it has left the body.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias

from interpreter.lower import ops
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.closures import Evaluator
from interpreter.program.limits import STEPS as MOST_STEPS
from interpreter.program.noun_closures import freeze
from interpreter.state.record import State
from interpreter.state.values import Locals, Value

Step: TypeAlias = Callable[[State, Locals], int]
MakeStep: TypeAlias = Callable[[Evaluator, Any, int], Step]
"""Return the step of an operation, from what evaluates and the operation's number."""


def let(ev: Evaluator, op: ops.Let, number: int) -> Step:
    """Return the step that binds a local."""
    place, value = op.slot + FIRST_SLOT, ev.closure(op.value)

    def step(st: State, L: Locals) -> int:
        L[place] = freeze(value(st, L))
        return number + 1

    return step


def branch(ev: Evaluator, op: ops.Branch, number: int) -> Step:
    """Return the step that goes on where a condition holds, and elsewhere where not."""
    condition = ev.closure(op.condition)
    return lambda st, L: number + 1 if condition(st, L) else op.otherwise


def jump(ev: Evaluator, op: ops.Jump, number: int) -> Step:
    """Return the step that goes on elsewhere."""
    return lambda st, L: op.target


def loop_start(ev: Evaluator, op: ops.LoopStart, number: int) -> Step:
    """Return the step that begins a loop."""
    source = ev.closure(op.source)
    items, index = op.items + FIRST_SLOT, op.index + FIRST_SLOT

    def step(st: State, L: Locals) -> int:
        found = source(st, L)
        if op.is_count:
            found = range(1, min(found or 0, MOST_STEPS + 1) + 1)
        kept = tuple(found or ())
        L[items] = kept[::-1] if op.backwards else kept
        L[index] = 0
        return number + 1

    return step


def _count(ev: Evaluator, op: ops.LoopStart, number: int) -> Step:
    """Return the step that begins a loop in a value, the turns of which are work alone."""
    if not op.is_count:
        return loop_start(ev, op, number)
    times = ev.closure(op.source)
    items, index = op.items + FIRST_SLOT, op.index + FIRST_SLOT

    def step(st: State, L: Locals) -> int:
        L[items], L[index] = range(times(st, L) or 0), 0
        return number + 1

    return step


def loop_next(ev: Evaluator, op: ops.LoopNext, number: int, *, in_value: bool = False) -> Step:
    """Return the step that takes the next turn of a loop, or leaves it."""
    items, index = op.items + FIRST_SLOT, op.index + FIRST_SLOT
    slot = None if op.slot is None else op.slot + FIRST_SLOT
    work = ev.work.counted_turn(number - 1, in_value=in_value)
    fuel = ev.meter.fuel(work) if work else None

    def step(st: State, L: Locals) -> int:
        turn = L[index]
        if turn >= len(L[items]):
            L[items], L[index] = None, None
            return op.exit
        if fuel is not None:
            next(fuel)
        if slot is not None:
            L[slot] = L[items][turn]
        L[index] = turn + 1
        if op.may_be_endless:  # each turn begins anew: nothing of it is there between them
            L[items], L[index] = None, None
        return number + 1

    return step


def _give(ev: Evaluator, op: ops.Return, number: int) -> Step:
    """Return the step that leaves a value: what it comes to is put behind its locals."""
    value = ev.optional(op.value)

    def step(st: State, L: Locals) -> int:
        L.append(value(st, L) if value else None)
        return -1

    return step


STEPS: Final[dict[type, MakeStep]] = {
    ops.Let: let,
    ops.Branch: branch,
    ops.Jump: jump,
    ops.LoopStart: _count,
    ops.LoopNext: partial(loop_next, in_value=True),
    ops.Return: _give,
}
"""Those of values, by the sort of their operation."""


def run(steps: dict[int, Step], first: int, st: State, L: Locals) -> Value:
    """Return what a value comes to, from its first operation on."""
    place = first
    while place >= 0:
        place = steps[place](st, L)
    return L[-1]
