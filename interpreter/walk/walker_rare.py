"""Walk the operations that few bodies have: amounts, secret choices, facts, copies of cards.

A bag that pays an amount is chosen unit by unit, in the order of the keys. Units that every such
bag has are not asked for. The frame keeps plain data. In the pool slot: the amount, the bag it must
lie within (or None) and, where more must hold of it, all bags that fit (else None). In the other
slot: the bag taken so far and its last key.

In secret choices of `at once`, the chooser sees what they have not spent yet. For all others
nothing changes before all have chosen. So the changes of one are put away with their choices, and
done when it is their turn behind `then`.
"""

from __future__ import annotations

from dsl.model.types import INT, BagOf, Type
from dsl.words.arithmetic import add_bags, bounded, subtract_bags
from interpreter.lower import ops
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.amounts import as_bag, one_more, paying
from interpreter.program.steps import CostFailed, Step
from interpreter.state.record import LOGGED, State
from interpreter.state.values import Locals, Value, Values
from interpreter.walk.decision import Site
from interpreter.walk.ending import nobody_acts
from interpreter.walk.walker import Walker


def ask_for(
    w: Walker,
    st: State,
    number: int,
    L: Locals,
    decider: int | None,
    kind: str,
    options: Values,
    type_: Type | None,
    site: Site | None = None,
) -> Value:
    """Return a 1-tuple of the answer, or None after asking; the frame then waits at `number`.

    In a cost the frame is written first: what can be completed is tried on copies of it.

    Raises:
        Fault: There is nobody to answer. One option alone needs nobody.
    """
    if decider is None and len(options) > 1:
        raise nobody_acts()
    if st.payer is not None:
        w.save(st, number, L)
    answer = w.machine.decide(st, decider, kind, options, type_, number if site is None else site)
    if answer is None:
        w.save(st, number, L)
    return answer


def nothing(st: State, number: int) -> int:
    """There is nothing to choose: fatal in a cost only."""
    if st.payer is not None:
        raise CostFailed
    return number + 1


Bags = tuple[tuple[tuple[int, int], ...], ...]


def choose_amount(w: Walker, op: ops.Choose, number: int) -> Step:
    """Return the step function of a choice over an amount."""
    source, by, within = w.closure(op.source), w.optional(op.by), w.optional(op.number)
    condition = w.optional(op.condition)
    place, pool, taken = (s + FIRST_SLOT for s in (op.slot, op.pool, op.taken))
    type_ = getattr(op.source.type, "of", None)
    settle = w.settle if op.span in w.machine.program.payments else None

    def begin(st: State, L: Locals) -> bool:
        amount, bound = source(st, L), within(st, L) if within else None
        ways = paying(amount, bound)
        start, fitting = ways.start, None
        if condition is not None:
            found = []
            for bag in sorted(ways.bags()):
                L[place] = bag
                if condition(st, L):
                    found.append(bag)
            L[place], fitting = None, tuple(found)
            forced = common(fitting)
            start = None if forced is None else as_bag(forced)
        if start is None:
            L[place] = () if within is None and condition is None else None
            return False
        L[pool], L[taken] = (amount, bound, fitting), (start, None)
        return True

    def step(st: State, L: Locals) -> int:
        decider = by(st, L) if by else L[0]
        if L[pool] is None and not begin(st, L):
            return nothing(st, number)
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


def next_units(pool: Value, taken: Value) -> tuple[int, ...]:
    """Return the keys of which one more can be taken; none when the bag is full."""
    amount, within, fitting = pool
    if fitting is None:
        return paying(amount, within).next_units(*taken)
    bag, last = dict(taken[0]), taken[1]
    keys: set[int] = set()
    for other in map(dict, fitting):
        # the first key of which it has more, if all else is as taken so far
        for key in sorted({*bag, *other}):
            lacks = other.get(key, 0) - bag.get(key, 0)
            if lacks > 0 and (last is None or key >= last):
                keys.add(key)
            if lacks:
                break
    return tuple(sorted(keys))


def common(bags: Bags) -> dict[int, int] | None:
    """Return what all bags have; None where there is none."""
    if not bags:
        return None
    found = dict(bags[0])
    for bag in bags[1:]:
        other = dict(bag)
        found = {key: min(count, other.get(key, 0)) for key, count in found.items()}
    return found


Paid = tuple[int, Value, Value]
"""A place in `State.values`, what it was and what it is after the choices of one."""


def secret_start(w: Walker, op: ops.SecretStart, number: int) -> Step:
    """Return the step that begins secret choices."""

    size = w.machine.program.layout.fixed_size

    def step(st: State, L: Locals) -> int:
        L[op.answers + FIRST_SLOT] = ()
        st.is_secret = True
        st.before_secret = tuple(st.values[:size]) if op.pays else None
        return number + 1

    return step


def secret_keep(w: Walker, op: ops.SecretKeep, number: int) -> Step:
    """Return the step that puts away what one has chosen and paid."""

    def step(st: State, L: Locals) -> int:
        chosen = tuple(L[slot + FIRST_SLOT] for slot in op.slots)
        if st.before_secret is not None:
            paid: list[Paid] = []
            for place, old in enumerate(st.before_secret):
                if st.values[place] != old:
                    paid.append((place, old, st.values[place]))
                    st.values[place] = old
            chosen = (*chosen, tuple(paid))
        L[op.answers + FIRST_SLOT] += (chosen,)
        for slot in op.slots:
            L[slot + FIRST_SLOT] = None
        return number + 1

    return step


def secret_end(w: Walker, op: ops.SecretEnd, number: int) -> Step:
    """Return the step after which all is open."""

    def step(st: State, L: Locals) -> int:
        st.open_secrets()
        return number + 1

    return step


def secret_recall(w: Walker, op: ops.SecretRecall, number: int) -> Step:
    """Return the step that brings back what one has chosen, and does what they have paid."""
    types = {place: field.type for place, field in w.machine.program.layout.fixed_places()}

    def step(st: State, L: Locals) -> int:
        chosen = L[op.answers + FIRST_SLOT][L[op.index + FIRST_SLOT] - 1]
        for slot, answer in zip(op.slots, chosen, strict=False):
            L[slot + FIRST_SLOT] = answer
        for place, old, new in (each for paid in chosen[len(op.slots) :] for each in paid):
            now = st.values[place]
            if types[place] == INT:
                now = bounded(now + new - old)
            elif isinstance(types[place], BagOf):
                now = add_bags(subtract_bags(now, subtract_bags(old, new)), subtract_bags(new, old))
            else:
                now = new
            st.values[place] = now
        return number + 1

    return step


def learn(w: Walker, op: ops.Learn, number: int) -> Step:
    """Return the step that tells a fact."""
    players, facts = w.closure(op.players), w.machine.facts

    def step(st: State, L: Locals) -> int:
        w.machine.count_step(st)
        facts.learn(st, number, L, players(st, L) or ())
        return number + 1

    return step


def become(w: Walker, op: ops.Become, number: int) -> Step:
    """Return the step that lets a card be a copy of another."""
    of, value, becoming = w.closure(op.of), w.closure(op.value), w.machine.natives.becoming

    def step(st: State, L: Locals) -> int:
        entity, definition = of(st, L), value(st, L)
        if entity is not None and definition is not None:
            becoming.become(st, entity, definition)
        return number + 1

    return step
