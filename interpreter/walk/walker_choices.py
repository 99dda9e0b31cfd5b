"""Walk the operations that ask: choose, order, choose one, may."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from dsl.model.types import Type
from dsl.words.arithmetic import bounded
from interpreter.lower import ops
from interpreter.lower.ops import FIRST_SLOT
from interpreter.program.closures import freeze
from interpreter.program.steps import CostFailed, Step
from interpreter.program.subscriptions import is_always_possible
from interpreter.state import chance
from interpreter.state.record import State
from interpreter.state.values import Locals, Value, Values
from interpreter.walk.decision import ENOUGH, Site
from interpreter.walk.subset_search import SetConditions
from interpreter.walk.walker import STEPS, Walker
from interpreter.walk.walker_rare import (
    ask_for,
    become,
    choose_amount,
    learn,
    nothing,
    secret_end,
    secret_keep,
    secret_recall,
    secret_start,
)

Check: TypeAlias = Callable[[State, Locals], bool]


def _choose(w: Walker, op: ops.Choose, number: int) -> Step:
    if op.by_chance:
        source, place, stream = w.closure(op.source), op.slot + FIRST_SLOT, _stream(w, number)
        count = w.optional(op.number)
        if op.weights is not None:
            return _weighed(w, op, number)

        def step(st: State, L: Locals) -> int:
            wanted = count(st, L) if count else None
            L[place] = draw(w, st, stream, source(st, L) or (), wanted, op.source.type)
            return number + 1

        return step
    if op.mode == "amount":
        return choose_amount(w, op, number)
    return _choose_element(w, op, number) if op.mode == "one" else _choose_set(w, op, number)


def _weighed(w: Walker, op: ops.Choose, number: int) -> Step:
    """Return the step in which chance takes one element, more likely what weighs more."""
    assert op.weights is not None
    source, weights, type_ = w.closure(op.source), w.closure(op.weights), op.source.type
    place, stream = op.slot + FIRST_SLOT, _stream(w, number)

    def step(st: State, L: Locals) -> int:
        elements = source(st, L) or ()
        pairs = list(zip(elements, weights(st, L), strict=True))
        pool = [pair for pair in pairs if pair[1] > 0] or [(each, 1) for each in elements]
        bounded(sum(weight for _, weight in pool))
        st.learned += 1
        L[place] = None
        if pool:
            elements, parts = [list(part) for part in zip(*pool, strict=True)]
            L[place] = elements[_place(w, st, stream, elements, type_, parts)]
        return number + 1

    return step


def _stream(w: Walker, number: int) -> str:
    return w.machine.program.code_of[number].name


def _site(op: ops.Choose, number: int) -> Site:
    """Return what asks: the operation, or the parameter of an action."""
    return number if op.action is None else ("action", *op.action)


def draw(w: Walker, st: State, stream: str, items: Value, wanted: int | None, type_: Type) -> Value:
    """Return the draw of chance from a list: an element (or none), or a number of them."""
    pool = list(items)
    drawn = []
    for _ in range(min(1 if wanted is None else wanted, len(pool))):
        drawn.append(pool.pop(_place(w, st, stream, pool, type_)))
    st.learned += 1
    if wanted is None:
        return drawn[0] if drawn else None
    return tuple(drawn)


def _place(
    w: Walker, st: State, stream: str, pool: list[Value], type_: Type, weights: chance.Weights = ()
) -> int:
    """Return the place that chance takes, or the one a script has named."""
    if st.forced:
        for place, element in enumerate(pool):
            if st.forced[0] in w.names_of(st, element, type_):
                st.forced = st.forced[1:]
                return place
    return chance.among(st, stream, pool, type_, weights)


def _choose_element(w: Walker, op: ops.Choose, number: int) -> Step:
    source, by, place = w.closure(op.source), w.optional(op.by), op.slot + FIRST_SLOT
    type_, stream = op.source.type, _stream(w, number)
    action, parameter = op.action or (-1, -1)
    kind = "choose" if op.action is None else "parameter"
    site = _site(op, number)

    def step(st: State, L: Locals) -> int:
        decider = by(st, L) if by else L[0]
        options: Values = ()
        if st.answer is None:
            if op.action is None:
                options = w.choosing.options(st, decider, source(st, L) or (), type_)
            else:
                options = w.offers.elements(st, action, parameter, L)
            if not options:
                L[place] = None
                return nothing(st, number)
        answer = ask_for(w, st, number, L, decider, kind, options, type_, site)
        if answer is None:
            return -1
        L[place] = freeze(
            w.choosing.taken(st, decider, lambda: source(st, L) or (), answer[0], type_, stream)
        )
        return number + 1

    return step


def _choose_set(w: Walker, op: ops.Choose, number: int) -> Step:
    source, by, count = w.closure(op.source), w.optional(op.by), w.optional(op.number)
    fitting = SetConditions(w.machine.evaluator, op)
    place, pool_place, taken_place = (s + FIRST_SLOT for s in (op.slot, op.pool, op.taken))
    type_, stream = op.source.type, _stream(w, number)
    action, parameter = op.action or (-1, -1)
    site = _site(op, number)

    def begin(st: State, L: Locals, decider: int) -> None:
        pool = w.choosing.arranged(st, decider, source(st, L) or (), type_)
        wanted = count(st, L) if count else 0
        if op.mode == "exactly" and wanted > len(pool):
            if st.payer is not None:
                raise CostFailed
            wanted = len(pool)
        L[pool_place], L[taken_place] = (pool, max(wanted, 0)), ()

    def step(st: State, L: Locals) -> int:
        decider = by(st, L) if by else L[0]
        if L[pool_place] is None:
            begin(st, L, decider)
        pool, wanted = L[pool_place]

        fit = fitting.at(st, L)

        while True:
            taken = L[taken_place]
            if w.choosing.is_complete(taken, op.mode, wanted):
                break
            options: Values = ()
            if st.answer is None:
                if op.action is None:
                    pieces = w.choosing.pieces(pool, taken, op.mode, wanted, fit)
                else:
                    pieces = w.offers.pieces(st, action, parameter, L, (pool, wanted, taken))
                L[place] = None
                if not pieces:
                    break
                options = tuple([p if p == ENOUGH else (p, pool[p][0]) for p in pieces])
            answer = ask_for(w, st, number, L, decider, "piece", options, type_, site)
            if answer is None:
                return -1
            if answer[0] == ENOUGH:
                break
            L[taken_place] = (*taken, answer[0][0])
        elements = w.choosing.elements(pool, L[taken_place])
        L[pool_place] = L[taken_place] = None
        if st.payer is not None and not fit.is_whole(elements):
            raise CostFailed
        if op.action is None:
            elements = _told_apart(w, st, decider, pool, elements, type_, stream)
        L[place] = elements
        return number + 1

    return step


def _told_apart(
    w: Walker, st: State, decider: int, pool: Value, elements: Values, type_: Type,
    stream: str,
) -> Values:  # fmt: skip
    """Return the elements, each that the decider cannot tell replaced by one that chance takes."""
    left = [element for element, _ in pool]
    found = []
    for element in elements:
        real = w.choosing.taken(st, decider, lambda: left, element, type_, stream)
        left.remove(real)
        found.append(real)
    return tuple(found)


def _order(w: Walker, op: ops.Order, number: int) -> Step:
    source, by = w.closure(op.source), w.optional(op.by)
    place, pool_place = op.slot + FIRST_SLOT, op.pool + FIRST_SLOT
    type_ = op.source.type

    def step(st: State, L: Locals) -> int:
        decider = by(st, L) if by else L[0]
        if L[pool_place] is None:
            L[pool_place], L[place] = tuple(source(st, L) or ()), ()
        while L[pool_place]:
            options: Values = ()
            if st.answer is None:
                options = w.choosing.options(st, decider, L[pool_place], type_)
            answer = ask_for(w, st, number, L, decider, "order", options, type_)
            if answer is None:
                return -1
            left = list(L[pool_place])
            left.remove(answer[0])
            L[pool_place], L[place] = tuple(left), (*L[place], answer[0])
        L[pool_place] = None
        return number + 1

    return step


def _choose_one(w: Walker, op: ops.ChooseOne, number: int) -> Step:
    by = w.optional(op.by)
    conditions = [w.optional(a.condition) for a in op.alternatives]
    beginnings = [beginning(w, a.first) for a in op.alternatives]

    every = tuple(range(len(op.alternatives)))
    plain = zip(op.alternatives, conditions, beginnings, strict=True)
    is_always_open = all(b is always and not c and a.cost is None for a, c, b in plain)

    def is_open(st: State, L: Locals, place: int) -> bool:
        alternative, condition = op.alternatives[place], conditions[place]
        if condition and not condition(st, L):
            return False
        if alternative.cost is not None and not can_pay(w, st, L, alternative.cost):
            return False
        return alternative.cost is not None or beginnings[place](st, L)

    def step(st: State, L: Locals) -> int:
        decider = by(st, L) if by else L[0]
        options: tuple[int, ...] = ()
        if st.answer is None:
            options = every if is_always_open else tuple([p for p in every if is_open(st, L, p)])
            if not options:
                return op.exit
        answer = ask_for(w, st, number, L, decider, "alternative", options, None)
        if answer is None:
            return -1
        return op.alternatives[answer[0]].start

    return step


def can_pay(w: Walker, st: State, L: Locals, cost: int) -> bool:
    """Return whether the cost that begins at an operation of this body can be completed."""
    if st.is_trial:
        return True
    copy = w.machine.trial_copy(st)
    w.save(copy, cost, list(L))
    return w.machine.search(copy)


def beginning(w: Walker, first: int) -> Check:
    """Return what says whether the step at an operation can happen: an event that may, a choice
    among something, a loop over something; anything else can."""
    operation = w.machine.program.operations[first]
    if isinstance(operation, ops.Call):
        return _calling(w, operation)
    if isinstance(operation, ops.Choose | ops.Order | ops.LoopStart):
        source = w.closure(operation.source)
        return lambda st, L: bool(source(st, list(L)))
    return always


def always(st: State, L: Locals) -> bool:
    """Return true: the step can happen in every position."""
    return True


def _calling(w: Walker, op: ops.Call) -> Check:
    """Return what says whether a call can happen."""
    given, by = w.evaluator.given_by(op.arguments, op.defaulted), w.optional(op.by)
    plan, skip = w.machine.program.events[op.event], op.skip
    if is_always_possible(w.machine.program, plan) and not skip:
        return always

    def can_happen(st: State, L: Locals) -> bool:
        L = list(L)
        me = by(st, L) if by else L[0]
        arguments = given(st, L, me)
        if any(arguments[i] is None for i in skip):
            return False
        return w.events.is_possible(st, plan, me, arguments)

    return can_happen


def _ask(w: Walker, op: ops.Ask, number: int) -> Step:
    return _ask_choice(w, op, op.choice, number) if op.choice else _ask_yes_no(w, op, number)


def _ask_yes_no(w: Walker, op: ops.Ask, number: int) -> Step:
    by, can_begin = w.optional(op.by), always if op.first is None else beginning(w, op.first)
    site: Site = number if op.rule is None else ("rule", op.rule)

    def is_open(st: State, L: Locals) -> bool:
        return can_begin(st, L) if op.cost is None else can_pay(w, st, L, op.cost)

    def step(st: State, L: Locals) -> int:
        decider = by(st, L) if by else L[0]
        if st.answer is None and not is_open(st, L):
            return op.otherwise
        answer = ask_for(w, st, number, L, decider, "yes-no", (True, False), None, site)
        if answer is None:
            return -1
        return number + 1 if answer[0] else op.otherwise

    return step


def _ask_choice(w: Walker, op: ops.Ask, choice: ops.Choose, number: int) -> Step:
    by, of_payer = w.optional(op.by or choice.by), w.closure(choice.source)
    place, type_, stream = choice.slot + FIRST_SLOT, choice.source.type, _stream(w, number)
    pays = op.by is not None

    def source(st: State, L: Locals, payer: int) -> Value:
        return of_payer(st, [payer, *L[1:]] if pays else L) or ()

    def step(st: State, L: Locals) -> int:
        decider = by(st, L) if by else L[0]
        options: Values = ()
        if st.answer is None:
            options = w.choosing.options(st, decider, source(st, L, decider), type_)
            if not options:
                return op.otherwise
        answer = ask_for(w, st, number, L, decider, "choose", (*options, None), type_)
        if answer is None:
            return -1
        if answer[0] is None:
            return op.otherwise
        L[place] = w.choosing.taken(
            st, decider, lambda: source(st, L, decider), answer[0], type_, stream
        )
        return op.body

    return step


STEPS.update(
    {
        ops.Choose: _choose,
        ops.Order: _order,
        ops.ChooseOne: _choose_one,
        ops.Ask: _ask,
        ops.Become: become,
        ops.Learn: learn,
        ops.SecretStart: secret_start,
        ops.SecretKeep: secret_keep,
        ops.SecretEnd: secret_end,
        ops.SecretRecall: secret_recall,
    }
)
