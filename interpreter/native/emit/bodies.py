"""Write bodies: one function a body, basic blocks by the operations to which something jumps.

Here are the operations on locals, the jumps and the loops, the steps that an attribute of a card
names, and the checks between bodies. Each other family of operations has its own file.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model import types as t
from interpreter.lower import ops
from interpreter.native.emit.dispatch import (
    atom,
    condition,
    frozen,
    guard,
    guarded,
    operation,
    operation_of,
    value,
)
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.limits import count, counted_depth, ticks
from interpreter.native.emit.writer import Writer, is_block, name_of


def body_function(em: Emitter, code: ops.Code) -> str:
    """Return the function (me, self, actor, given locals…) of a body; its result is that of it."""
    params = ["me", "self", "actor", *(f"s{n}" for n in range(code.given))]

    def write(w: Writer) -> None:
        w.me, w.self_, w.actor = "me", "self", "actor"
        if code.first not in em.workings:  # a value has counted that
            count(w, em.evaluator.work.head_of(code))
        w.line("kept = g_top")
        for n in range(code.given, code.size):
            if code.names[n]:
                w.line(f"s{n} = NONE")
        blocks(em, w, code)

    name = em.define(f"body_{code.first}_{name_of(code.name)}", params, write)
    return name if code.first in em.workings else counted_depth(em, name, params)


def call_body(
    em: Emitter, code: ops.Code, me: str, self_: str, actor: str, given: list[str]
) -> str:
    """Return a call of the function of a body."""
    return f"{body_function(em, code)}({', '.join([me, self_, actor, *given])})"


def blocks(em: Emitter, w: Writer, code: ops.Code) -> None:
    """Write the operations of a body, with labels where jumps lead."""
    blocks_between(em, w, code, code.first, code.last)


def blocks_between(em: Emitter, w: Writer, code: ops.Code, first: int, last: int) -> None:
    """Write some operations of a body, from one on up to another."""
    w.code = code
    labels = {x for number in range(first, last) for x in targets(em.operation(number))}
    for number in range(first, last):
        if number in labels:
            w.line(f"label(L{number})")
        w.slots, w.allocates = {}, False
        operation_of(em, w, em.operation(number), number)
    if last in labels:
        w.line(f"label(L{last})")


def targets(op: ops.Operation) -> Iterator[int]:
    """Yield the operations to which one jumps as it is written."""
    if isinstance(op, ops.Ask) and op.choice is None:
        yield op.otherwise
    else:
        yield from ops.targets(op)


# --- what a body can come to --------------------------------------------------------------------


def ends(em: Emitter, code: ops.Code) -> bool:
    """Return whether a body, or what happens in it, can end the match; or fail, in a cost."""
    return _ends(em, code, set())


def _ends(em: Emitter, code: ops.Code, seen: set[int]) -> bool:
    """Return the same, with the bodies that have been looked at on the way.

    What is found within a body that comes back to itself is not final before the first one ends.
    """
    if code.first in em.paying:
        return True
    if code.first in em.ending:
        return em.ending[code.first]
    if code.first in seen:
        return False
    seen.add(code.first)
    found = any(_can_end(em, op, seen) for _, op in em.operations_of(code))
    if len(seen) == 1 or found:
        em.ending[code.first] = found
    return found


def _can_end(em: Emitter, op: ops.Operation, seen: set[int]) -> bool:
    if isinstance(op, ops.EndGame | ops.Settle):
        return True
    if isinstance(op, ops.Do | ops.Perform):
        return any(_ends(em, code, seen) for code in em.called(op))
    if isinstance(op, ops.Call | ops.Happen):
        if em.program.game.policy.watch == "event":
            return True
        return any(_ends(em, inner, seen) for inner in em.bodies_within(op.event))
    return False


def event_ends(em: Emitter, event: str) -> bool:
    """Return whether an event, or what happens in it, can end the match; or fail, in a cost."""
    return any(ends(em, code) for code in em.bodies_within(event))


def stop_event(em: Emitter, w: Writer, event: str) -> None:
    """Write that a body is left where the match is over after an event."""
    if event_ends(em, event):
        w.line("if g_over:")
        w.line("    return 0")


def stop(em: Emitter, w: Writer, code: ops.Code | None) -> None:
    """Write that a body is left where the match is over after a call of another."""
    if code is not None and ends(em, code):
        w.line("if g_over:")
        w.line("    return 0")


def is_paying(em: Emitter, w: Writer) -> bool:
    """Return whether a cost may be paid where a body stands."""
    return w.body.first in em.paying


def current(em: Emitter, w: Writer, op: ops.Operation) -> int:
    """Return the number of an operation of the body that is written."""
    return next(n for n in range(w.body.first, w.body.last) if em.program.operations[n] is op)


# --- operations on locals -----------------------------------------------------------------------


@operation(ops.Let)
def let(em: Emitter, w: Writer, op: ops.Let, number: int) -> None:
    """Bind a local."""
    found = guarded(w, lambda: frozen(em, w, op.value), keeps=is_block(op.value.type))
    w.line(f"s{op.slot} = {found}")


@operation(ops.Branch)
def branch(em: Emitter, w: Writer, op: ops.Branch, number: int) -> None:
    """Go on if a condition holds, else jump."""
    holds = guarded(w, lambda: condition(em, w, op.condition))
    w.line(f"if not {holds}:")
    w.line(f"    goto(L{op.otherwise})")


@operation(ops.Jump)
def jump(em: Emitter, w: Writer, op: ops.Jump, number: int) -> None:
    """Go on elsewhere."""
    w.line(f"goto(L{op.target})")


@operation(ops.LoopStart)
def loop_start(em: Emitter, w: Writer, op: ops.LoopStart, number: int) -> None:
    """Take a snapshot of a list, or a count."""
    if op.is_count:
        many = guarded(w, lambda: value(em, w, op.source))
        w.line(f"s{op.items} = otherwise({many}, 0)")
    else:
        text = frozen(em, w, op.source)
        if isinstance(op.source.type, t.Maybe):
            text = f"or_empty({text})"
        w.line(f"s{op.items} = " + (f"reverse({text})" if op.backwards else text))
        if op.at_once and em.analysis.holders.has_piles:
            w.line(f"take_up(s{op.items})")
    w.line(f"s{op.index} = 0")


@operation(ops.LoopNext)
def loop_next(em: Emitter, w: Writer, op: ops.LoopNext, number: int) -> None:
    """Bind the next element, or jump behind the loop."""
    starts = (own for _, own in em.operations_of(w.body) if isinstance(own, ops.LoopStart))
    is_count = any(own.items == op.items and own.is_count for own in starts)
    many = f"s{op.items}" if is_count else f"M[s{op.items}]"
    with w.inner(f"if s{op.index} >= {many}:"):
        if op.at_once and em.analysis.holders.has_piles:
            w.line(f"put_down(s{op.items})")
        w.line(f"goto(L{op.exit})")
    if op.slot is not None:
        element = f"s{op.index} + 1" if is_count else f"M[s{op.items} + s{op.index} + 1]"
        w.line(f"s{op.slot} = {element}")
    w.line(f"s{op.index} += 1")
    in_value = w.body.first in em.workings
    if not in_value:
        w.line("head()" if op.may_be_endless else "turn()")
    count(w, ticks(em.evaluator.work.counted_turn(number - 1, in_value=in_value)))


@operation(ops.Return)
def return_(em: Emitter, w: Writer, op: ops.Return, number: int) -> None:
    """End the body with its result; lists made on the way are given up, that of the result not."""
    if op.batch is not None:
        w.line(f"return s{op.batch}")
    elif op.keeps_locals:
        for n in range(w.body.given, w.body.size):
            if w.body.names[n]:
                w.line(f"M[BOUND + {n}] = s{n}")
        w.line("return NONE")
    elif op.value is None:
        w.line("g_top = kept")
        w.line("return NONE")
    elif is_block(op.value.type):
        w.line(f"return {frozen(em, w, op.value)}")
    else:
        found = w.bind(frozen(em, w, op.value))
        w.line("g_top = kept")
        w.line(f"return {found}")


@operation(ops.EndGame)
def end_game(em: Emitter, w: Writer, op: ops.EndGame, number: int) -> None:
    """End the match at once."""
    w.line("finish(1)")
    w.line("return 0")


@operation(ops.Perform)
def perform(em: Emitter, w: Writer, op: ops.Perform, number: int) -> None:
    """Do what a card says, if it says anything: who acts here does it, and `self` is the card."""
    guard(w, lambda: _perform(em, w, op))


def _perform(em: Emitter, w: Writer, op: ops.Perform) -> None:
    card = atom(em, w, op.said.of)
    with w.inner(f"if {card} != NONE:"):
        said = w.bind(value(em, w, op.said))
        for id_ in op.effects:
            plan = em.program.events.get(id_)
            if plan is None or plan.code is None:
                continue
            with w.inner(f"if {said} == {em.effects[id_.partition(':')[2]]}:"):
                given = [frozen(em, w, argument) for argument in op.arguments]
                w.line("step()")
                w.line(call_body(em, plan.code, w.me, card, w.me, given))
                stop(em, w, plan.code)


def check_all(em: Emitter) -> str:
    """Return the function () that checks until nothing is to be done; its result is whether the
    match is over."""

    def write(w: Writer) -> None:
        w.block("""
c = 2
while c == 2:
    c = check()
return c
""")

    return em.define("check_all", [], write)


def takes_stages(em: Emitter) -> bool:
    """Return whether the walker takes all stages of an event that no rule hears."""
    return em.program.game.policy.watch == "event"


def watches(em: Emitter) -> bool:
    """Return whether the checks stand behind every event too."""
    return em.program.game.policy.watch == "event" and em.analysis.checks.are_any


def check_within(em: Emitter, w: Writer) -> None:
    """Write the checks behind an event, where there are any: a cost is paid before, and all of a
    batch is done."""
    if not watches(em):
        return
    with w.inner("if g_payer == NONE and g_batches == 0:"):
        found = w.bind(f"{check_all(em)}()")
        w.line(f"if {found}:")
        w.line("    return 0")
