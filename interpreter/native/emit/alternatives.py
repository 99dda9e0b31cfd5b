"""Write the questions that lead to one of several bodies, or past one."""

from __future__ import annotations

from interpreter.lower import ops
from interpreter.native.emit.costs import pays_at
from interpreter.native.emit.dispatch import (
    asks,
    atom,
    condition,
    guarded,
    operation,
    pool,
    value,
)
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.events import arguments_of
from interpreter.native.emit.possible import is_always_possible, possible
from interpreter.native.emit.sets import options_of, stream_of
from interpreter.native.emit.writer import Unsupported, Writer
from interpreter.program.simple import is_of_entities
from interpreter.walk.decision import Site

# --- what can happen ----------------------------------------------------------------------------


def begins(em: Emitter, w: Writer, first: int) -> str:
    """Return a condition that the step at an operation can happen."""
    op = em.operation(first)
    if isinstance(op, ops.Choose | ops.Order):
        return f"(M[{pool(em, w, op.source)}] > 0)"
    if isinstance(op, ops.LoopStart):
        if op.is_count:
            return f"({value(em, w, op.source)} > 0)"
        return f"(M[{pool(em, w, op.source)}] > 0)"
    return _can_be_called(em, w, op) if isinstance(op, ops.Call) else "1"


def _can_be_called(em: Emitter, w: Writer, op: ops.Call) -> str:
    """Return a condition that a call can happen."""
    plan = em.program.events[op.event]
    if is_always_possible(em, plan) and not op.skip:
        return "1"
    me = w.me if op.by is None else atom(em, w, op.by)
    given = arguments_of(em, w, op, me)
    found = w.bind("0")
    is_there = " and ".join(f"{given[n]} != NONE" for n in op.skip) or "1"
    with w.inner(f"if {is_there}:"):
        w.line(f"{found} = {possible(em, w, plan, me, given)}")
    return found


def _is_open(em: Emitter, w: Writer, cost: int | None, first: int | None) -> str:
    """Return a condition that something can be chosen: its cost can be paid, or it can begin."""
    if cost is not None:
        return pays_at(em, w, w.body, cost)
    return "1" if first is None else begins(em, w, first)


# --- choose one ---------------------------------------------------------------------------------


@operation(ops.ChooseOne)
def choose_one(em: Emitter, w: Writer, op: ops.ChooseOne, number: int) -> None:
    """Ask for one of several bodies and jump there."""
    found = guarded(w, lambda: _ask_which(em, w, op, number))
    for n, alternative in enumerate(op.alternatives):
        w.line(f"if {found} == {n}:")
        w.line(f"    goto(L{alternative.start})")
    w.line(f"goto(L{op.exit})")


def _ask_which(em: Emitter, w: Writer, op: ops.ChooseOne, number: int) -> str:
    """Return a variable with the number of the body chosen; -1 where none can be."""
    decider = w.me if op.by is None else atom(em, w, op.by)
    w.allocates = True
    options, found = w.bind("g_top", "o"), w.bind("-1")
    w.line(f"g_top = {options} + {len(op.alternatives) + 1}")
    w.line(f"M[{options}] = 0")
    for n, alternative in enumerate(op.alternatives):
        depth = w.depth
        if alternative.condition is not None:
            w.line(f"if {condition(em, w, alternative.condition)}:")
            w.depth += 1
        test = _is_open(em, w, alternative.cost, alternative.first)
        if test != "1":
            w.line(f"if {test}:")
            w.depth += 1
        w.line(f"M[{options}] += 1")
        w.line(f"M[{options} + M[{options}]] = {n}")
        w.depth = depth
    asks(em, w, "alternative", number)
    w.line(f"if M[{options}] > 0:")
    w.line(f"    {found} = ask({decider}, {options})")
    return found


# --- may ----------------------------------------------------------------------------------------


@operation(ops.Ask)
def ask(em: Emitter, w: Writer, op: ops.Ask, number: int) -> None:
    """Ask for yes or no, or for an element or none; on no jump."""
    if op.choice is not None:
        _ask_choice(em, w, op, op.choice, number)
        return
    found = guarded(w, lambda: _ask_whether(em, w, op, number))
    w.line(f"if {found} == 0:")
    w.line(f"    goto(L{op.otherwise})")


def _ask_whether(em: Emitter, w: Writer, op: ops.Ask, number: int) -> str:
    """Return a variable with the answer: yes is 1. Nobody is asked about what cannot happen."""
    decider = w.me if op.by is None else atom(em, w, op.by)
    found = w.bind("0")
    test = _is_open(em, w, op.cost, op.first)
    site: Site = number if op.rule is None else ("rule", op.rule)
    with w.inner(f"if {test}:"):
        asks(em, w, "yes-no", site)
        w.line(f"{found} = ask({decider}, {em.static((2, 1, 0))})")
    return found


def _ask_choice(em: Emitter, w: Writer, op: ops.Ask, choice: ops.Choose, number: int) -> None:
    """Ask whether, and which: none is among the options."""
    type_ = choice.source.type
    if not is_of_entities(type_):
        raise Unsupported("`may choose` among what is no card", op.span)

    def write() -> str:
        by = op.by or choice.by
        decider, around = w.me if by is None else atom(em, w, by), w.me
        w.me = around if op.by is None else decider
        elements = pool(em, w, choice.source)
        w.me = around
        options = options_of(em, w, decider, elements, type_)
        found, stream = w.bind("NONE"), stream_of(em, number)
        with w.inner(f"if M[{options}] > 0:"):
            w.line(f"{options} = append({options}, NONE)")
            asks(em, w, "choose", number, type_)
            w.line(f"{found} = ask({decider}, {options})")
            w.line(f"{found} = chosen({decider}, {elements}, {found}, {stream})")
        return found

    w.line(f"s{choice.slot} = {guarded(w, write)}")
    w.line(f"if s{choice.slot} == NONE:")
    w.line(f"    goto(L{op.otherwise})")
    w.line(f"goto(L{op.body})")
