"""Change state: the one place that says what set, add and subtract do."""

from __future__ import annotations

from collections.abc import Callable

from dsl.model.types import BagOf, ListOf, SetOf, Type, plain_type
from dsl.words import arithmetic
from interpreter.lower import ops
from interpreter.program.closures import Closure, Evaluator
from interpreter.program.limits import ELEMENTS
from interpreter.program.noun_closures import freeze
from interpreter.program.tries import CostFailed
from interpreter.program.work import FEW_KEYS
from interpreter.state.record import State
from interpreter.state.values import Locals, Value


def change_closure(ev: Evaluator, op: ops.Change, *, is_thrown: bool = False) -> Closure:
    """Return a closure that carries out a change; of none, or by none, nothing changes.

    Args:
        is_thrown: Whether only who sees the entity where it lies can tell it from now on.
    """
    find, value = place_finder(ev, op), ev.closure(op.value)
    change = changer(op, ev)
    thrown = ev.closure(op.of) if is_thrown and op.of is not None else None

    def carry_out(st: State, L: Locals) -> None:
        place = find(st, L)
        if place is None:
            return
        new = freeze(value(st, L))
        if new is not None or op.operator == "set":
            st.values[place] = change(st, st.values[place], new)
        if thrown is not None:
            st.knows[thrown(st, L)] = 0

    return carry_out


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
    """Return how a change makes the new value of the old one and the operand."""
    if op.operator == "set":
        return lambda st, old, new: new
    change = CHANGES[op.operator, _form(op.value.type)]
    field = ev.program.game.state.get(op.state)
    most = ELEMENTS if field is None else ev.work.most(field.type)
    if isinstance(plain_type(op.value.type), BagOf):
        if most <= FEW_KEYS:
            return change
        compared = ev.meter.compared
        return lambda st, old, new: compared(change(st, compared(old), new))
    made = ev.meter.made

    def changed(st: State, old: Value, new: Value) -> Value:
        found = change(st, old, new)
        return made(found, most) if type(found) is tuple else found

    return changed


def _form(type_: Type) -> type | None:
    """Return of which collection a value is, None for an element."""
    plain = plain_type(type_)
    return type(plain) if isinstance(plain, BagOf | ListOf | SetOf) else None


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
