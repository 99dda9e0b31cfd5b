"""Walk the choice of a bag that pays an amount: unit by unit, in the order of the keys.

What every such bag has is not asked for. The frame keeps plain data: in the pool slot the amount,
the bag it must lie within (or None) and, where more must hold of it, all bags that fit (else None);
in the other slot the bag taken so far and its last key.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model.amounts import Amount, Pairs
from interpreter.lower import ops
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.amounts import Paying, as_bag, one_more, paying
from interpreter.program.closures import Closure
from interpreter.program.steps import Step
from interpreter.state.record import LOGGED, State
from interpreter.state.values import Locals, Value
from interpreter.walk.asking import ask_for, nothing
from interpreter.walk.walker import Walker

Bags = tuple[tuple[tuple[int, int], ...], ...]


def choose_amount(w: Walker, op: ops.Choose, number: int) -> Step:
    """Return the step function of a choice over an amount."""
    source, by, within = w.closure(op.source), w.optional(op.by), w.optional(op.number)
    condition = w.optional(op.condition)
    place, pool, taken = (s + FIRST_SLOT for s in (op.slot, op.pool, op.taken))
    type_ = getattr(op.source.type, "of", None)
    settle = w.settle if op.span in w.machine.program.settlings else None

    def begin(st: State, L: Locals) -> bool:
        amount, bound = source(st, L), within(st, L) if within else None
        ways = paying(amount, bound)
        start, fitting = ways.start, None
        if condition is not None:
            fitting = tuple(_fitting(ways, condition, st, L, place))
            forced = common(fitting)
            start = None if forced is None else as_bag(forced)
        if start is None:
            L[place] = () if within is None and condition is None else None
            return False
        L[pool], L[taken] = (amount, bound, fitting), (start, None)
        return True

    def step(st: State, L: Locals) -> int:
        if L[pool] is None and not begin(st, L):
            return nothing(st, number)
        decider = by(st, L) if by else L[0]
        while True:
            options = () if st.answer is not None else next_units(L[pool], L[taken])
            if st.answer is None and not options:
                break
            answer = ask_for(w, st, number, L, decider, "unit", options, type_)
            if answer is None:
                return -1
            key = answer[0]
            L[taken] = (one_more(L[taken][0], key), key)
        L[place] = L[taken][0]
        L[pool] = L[taken] = None
        if settle is not None and st.listening & LOGGED:
            settle(st, number, L[place], decider)
        return number + 1

    return step


def begin_units(amount: Amount, within: Pairs | None) -> tuple[Value, Value]:
    """Return what the two slots of a choice without a condition begin with; none where no bag
    pays."""
    start = paying(amount, within).start
    return (None, None) if start is None else ((amount, within, None), (start, None))


def next_units(pool: Value, taken: Value) -> tuple[int, ...]:
    """Return the keys of which one more can be taken; none when the bag is full."""
    amount, within, fitting = pool
    if fitting is None:
        return paying(amount, within).next_units(*taken)
    bag, last = dict(taken[0]), taken[1]
    keys: set[int] = set()
    for other in fitting:
        keys.update(_first_more(bag, dict(other), last))
    return tuple(sorted(keys))


def _first_more(bag: dict[int, int], other: dict[int, int], last: int | None) -> Iterator[int]:
    """Yield the first key of which a bag that pays has more, if all else is as taken so far."""
    for key in sorted({*bag, *other}):
        if bag.get(key, 0) != other.get(key, 0):
            if other.get(key, 0) > bag.get(key, 0) and (last is None or key >= last):
                yield key
            return


def _fitting(
    ways: Paying, condition: Closure, st: State, L: Locals, place: int
) -> Iterator[tuple[tuple[int, int], ...]]:
    for bag in sorted(ways.bags()):
        L[place] = bag
        if condition(st, L):
            yield bag
    L[place] = None


def common(bags: Bags) -> dict[int, int] | None:
    """Return what all bags have; None where there is none."""
    if not bags:
        return None
    found = dict(bags[0])
    for bag in bags[1:]:
        other = dict(bag)
        found = {key: min(count, other.get(key, 0)) for key, count in found.items()}
    return found
