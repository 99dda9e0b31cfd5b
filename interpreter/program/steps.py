"""Walk the operations that touch nothing but locals, and define what changes of state do.

A step takes the state and the locals of its body, and returns the number of the next operation, or
-1 when it has left the body. Two exceptions end the trial of a cost.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias

from dsl.model.types import BagOf, ListOf, SetOf, plain_type
from dsl.words import arithmetic
from interpreter.lower import ops
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.closures import Closure, Evaluator
from interpreter.program.limits import ELEMENTS
from interpreter.program.limits import STEPS as MOST_STEPS
from interpreter.program.work import FEW_KEYS
from interpreter.state.record import State
from interpreter.state.values import Locals, Value


class CostFailed(Exception):
    """A cost that is being tried cannot be paid this way.

    Attributes:
        site: Number of the operation at which it failed, where the walker took it; else None.
        refused: The event that could not happen, who would do it and its arguments; else None.
    """

    site: int | None = None

    def __init__(self, refused: tuple[str, int | None, tuple[object, ...]] | None = None) -> None:
        super().__init__()
        self.refused = refused


class Paid(Exception):
    """A cost that is being tried has been paid."""


Step: TypeAlias = Callable[[State, Locals], int]
MakeStep: TypeAlias = Callable[[Evaluator, Any, int], Step]
"""Return the step of an operation, from what evaluates and the operation's number."""


def let(ev: Evaluator, op: ops.Let, number: int) -> Step:
    """Return the step that binds a local."""
    place, value, after = op.slot + FIRST_SLOT, ev.frozen(op.value), ev.behind(number)

    def step(st: State, L: Locals) -> int:
        L[place] = value(st, L)
        return after

    return step


def branch(ev: Evaluator, op: ops.Branch, number: int) -> Step:
    """Return the step that goes on where a condition holds, and elsewhere where not."""
    condition, after, otherwise = ev.closure(op.condition), ev.behind(number), op.otherwise
    return lambda st, L: after if condition(st, L) else otherwise


def jump(ev: Evaluator, op: ops.Jump, number: int) -> Step:
    """Return the step that goes on elsewhere."""
    target = op.target
    return lambda st, L: target


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


def loop_next(
    ev: Evaluator, op: ops.LoopNext, number: int,
    count: Callable[[State], None] | None = None, *, in_value: bool = False,
) -> Step:  # fmt: skip
    """Return the step that takes the next turn of a loop, or leaves it.

    Args:
        count: Counts a turn.
    """
    items, index, after, over = op.items + FIRST_SLOT, op.index + FIRST_SLOT, number + 1, op.exit
    slot = None if op.slot is None else op.slot + FIRST_SLOT
    work, may_be_endless = ev.work.counted_turn(number - 1, in_value=in_value), op.may_be_endless
    fuel = ev.meter.fuel(work) if work else None

    def step(st: State, L: Locals) -> int:
        turn, elements = L[index], L[items]
        if turn >= len(elements):
            L[items] = L[index] = None
            return over
        if fuel is not None:
            next(fuel)
        if slot is not None:
            L[slot] = elements[turn]
        L[index] = turn + 1
        if may_be_endless:  # each turn begins anew: nothing of it is there between them
            L[items] = L[index] = None
        if count is not None:
            count(st)
        return after

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


def change(ev: Evaluator, op: ops.Change, number: int, *, is_thrown: bool = False) -> Step:
    """Return the step that carries out a change; of none, or by none, nothing changes.

    Args:
        is_thrown: Whether only who sees the entity where it lies can tell it from now on.
    """
    find, value, after = place_finder(ev, op), ev.frozen(op.value), ev.behind(number)
    changed = None if op.operator == "set" else changer(op, ev)
    thrown = ev.closure(op.of) if is_thrown and op.of is not None else None

    def step(st: State, L: Locals) -> int:
        place = find(st, L)
        if place is not None:
            new = value(st, L)
            if changed is None:
                st.values[place] = new
            elif new is not None:
                st.values[place] = changed(st, st.values[place], new)
            if thrown is not None:
                st.knows[thrown(st, L)] = 0
        return after

    return step


def place_finder(ev: Evaluator, op: ops.Change) -> Closure:
    """Return a closure that gives the place of the field, or None where its owner is none."""
    layout, key = ev.layout, op.state
    if key.owner is None:
        place = 0 if key.name == "start-player" else layout.table[key]
        return lambda st, L: place
    assert op.of is not None
    of = ev.closure(op.of)
    if key.owner == "player":
        base, size = layout.seat_base + layout.seat[key], layout.seat_size
        return lambda st, L: None if (p := of(st, L)) is None else base + p * size
    offset = layout.entity[key]
    return lambda st, L: None if (e := of(st, L)) is None else st.entity_bases[e] + offset


def changer(op: ops.Change, ev: Evaluator) -> Callable[[State, Value, Value], Value]:
    """Return how a change but `set` makes the new value of the old one and the operand."""
    plain = plain_type(op.value.type)
    form = type(plain) if isinstance(plain, BagOf | ListOf | SetOf) else None
    change = CHANGES[op.operator, form]
    field = ev.program.game.state.get(op.state)
    most = ELEMENTS if field is None else ev.work.most(field.type)
    if isinstance(plain, BagOf):
        if most <= FEW_KEYS:
            return change
        compared = ev.meter.compared
        return lambda st, old, new: compared(change(st, compared(old), new))
    made = ev.meter.made

    def changed(st: State, old: Value, new: Value) -> Value:
        found = change(st, old, new)
        return made(found, most) if type(found) is tuple else found

    return changed


def _add_int(st: State, old: Value, new: Value) -> Value:
    if isinstance(old, tuple):
        return (*old, new)
    return None if old is None else arithmetic.bounded(old + new)


def _subtract_int(st: State, old: Value, new: Value) -> Value:
    if isinstance(old, tuple):
        return arithmetic.remove_each_once(old, (new,))
    if st.payer is not None and old - new < 0:
        raise CostFailed
    return arithmetic.bounded(old - new)


def _subtract_bag(st: State, old: Value, new: Value) -> Value:
    if st.payer is not None and not arithmetic.bag_within(new, old):
        raise CostFailed
    return arithmetic.subtract_bags(old, new)


CHANGES: dict[tuple[str, type | None], Callable[[State, Value, Value], Value]] = {
    ("add", None): _add_int,
    ("subtract", None): _subtract_int,
    ("add", BagOf): lambda st, old, new: arithmetic.add_bags(old, new),
    ("subtract", BagOf): _subtract_bag,
    ("add", ListOf): lambda st, old, new: (*old, *new),
    ("subtract", ListOf): lambda st, old, new: arithmetic.remove_each_once(old, new),
    ("add", SetOf): lambda st, old, new: tuple(sorted({*old, *new})),
    ("subtract", SetOf): lambda st, old, new: tuple(x for x in old if x not in new),
}
