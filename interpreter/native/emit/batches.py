"""Write batches: events that happen together, stage by stage. First all are prepared, then all are
done, then the rules after all of them are raised.

A function that does something for any member looks at the number of its event and calls that of the
event with its arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from dsl.words.vocabulary import AS_ONE
from interpreter.lower import ops
from interpreter.native.emit.bodies import call_body
from interpreter.native.emit.copies import coming_function, create_function
from interpreter.native.emit.dispatch import operation
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.events import carry_out, may_by_rules, see_to_copies
from interpreter.native.emit.instead import begin_used, replace
from interpreter.native.emit.limits import count
from interpreter.native.emit.moves import mover
from interpreter.native.emit.noting import forget_event, has_records, looked, note_event
from interpreter.native.emit.rules import has_batches
from interpreter.native.emit.triggers import befores, keep_within, raise_now, raised, witnesses
from interpreter.native.emit.waiting import group_rows, run_rows
from interpreter.native.emit.writer import Writer, name_of
from interpreter.program.limits import LONG
from interpreter.program.program import EventPlan

# --- operations ---------------------------------------------------------------------------------


@operation(ops.BatchStart)
def batch_start(em: Emitter, w: Writer, op: ops.BatchStart, number: int) -> None:
    """Begin to collect a batch."""
    w.line(f"s{op.batch} = new_batch()")


@operation(ops.BatchRun)
def batch_run(em: Emitter, w: Writer, op: ops.BatchRun, number: int) -> None:
    """Run all collected events together."""
    w.line(f"{run_batch(em)}(s{op.batch})")
    w.line("if g_over:")
    w.line("    return 0")


# --- members ------------------------------------------------------------------------------------


def _of_member(
    em: Emitter, name: str, params: list[str], write: Callable[[Writer, EventPlan], None]
) -> str:
    """Return the function (member, …) that does something for it; `write` writes it for one event,
    whose arguments are `s0`, `s1` …"""

    def of_event(w: Writer, plan: EventPlan) -> None:
        w.me = w.actor = "me"
        write(w, plan)

    def write_all(w: Writer) -> None:
        w.line("event = M[m + 1]")
        operations = (op for op in em.program.operations if isinstance(op, ops.Call))
        ids = {op.event for op in operations if op.collect is not None}
        for plan in sorted((em.program.events[id_] for id_ in ids), key=lambda plan: plan.number):
            own = [f"s{n}" for n in range(len(plan.slot_types))]
            function = em.define(
                f"{name}_{name_of(plan.id)}",
                ["m", *params, "me", *own],
                partial(of_event, plan=plan),
            )
            given = [f"M[m + {3 + n}]" for n in range(len(own))]
            w.line(f"if event == {plan.number}:")
            w.line(f"    r = {function}({', '.join(['m', *params, 'M[m + 2]', *given])})")
            w.line("    return r")

    return em.define(f"{name}_member", ["m", *params], write_all)


def _may(em: Emitter) -> str:
    """Return the function (member) that says whether it can happen at all, others making room."""

    def write(w: Writer, plan: EventPlan) -> None:
        may_by_rules(em, w, plan, "0")
        w.line("return 1")

    return _of_member(em, "may", [], write)


def _prepare(em: Emitter) -> str:
    """Return the function (member, ready members) that lets the rules before it act; its result is
    whether it is ready for its steps."""

    def write(w: Writer, plan: EventPlan) -> None:
        w.line("step()")
        count(w, LONG)
        begin_used(em, w, plan.id)
        if plan.id == "create":
            see_to_copies(em, w, "0")
            w.line("M[m + 3] = s0")
        may_by_rules(em, w, plan, "0")
        _see_to_room(em, w, plan)
        replace(em, w, plan.id, "0")
        note_event(em, w, plan, [f"s{n}" for n in range(plan.slots)])
        before = looked(em, w)
        if before is not None:
            w.line(f"M[m - 1] = {before}")
        acted = befores(em, w, plan.id)
        if acted is not None:
            with w.inner(f"if {acted}:"):
                may_by_rules(em, w, plan, "0", before)
                _see_to_room(em, w, plan, before)
        w.line("return 1")

    return _of_member(em, "prepare", ["ready"], write)


def _see_to_room(em: Emitter, w: Writer, plan: EventPlan, noted: str | None = None) -> None:
    """Write that a move does not happen where its card does not fit once the others have moved."""
    if not plan.needs_room:
        return
    for family in em.program.families:
        definitions = em.game.definitions
        fits = [family.kind in em.program.ancestors[each.kind] for each in definitions]
        most = family.limit if family.slots is None else family.slots
        tests = []
        if not all(fits):
            tests.append(f"M[{em.static(map(int, fits))} + M[DF + s0]] == 0")
        if most is not None:
            tests.append(f"is_full_after(s0, s1, ready, {plan.number}, {most})")
        for test in tests:
            with w.inner(f"if M[ZF + s1] == {family.number} and {test}:"):
                forget_event(em, w, plan, noted)
                w.line("return no_room()")
    em.define("no_room", [], _no_room)


def _no_room(w: Writer) -> None:
    """Write that what has no room fails in a cost."""
    w.line("if g_payer != NONE:")
    w.line("    return fail()")


def _witness(em: Emitter) -> str:
    """Return the function (member) that returns the rows of the rules that hear it before."""

    def write(w: Writer, plan: EventPlan) -> None:
        rows = witnesses(em, w, plan.id)
        w.line(f"return {'EMPTY' if rows is None else rows}")

    return _of_member(em, "witness", [], write)


def _carry(em: Emitter) -> str:
    """Return the function (member) that does its steps; its result is 0 where there is no room."""

    def write(w: Writer, plan: EventPlan) -> None:
        own = [f"s{n}" for n in range(len(plan.slot_types))]
        if plan.code is not None:
            w.line(call_body(em, plan.code, "me", "NONE", "me", own))
        elif plan.id == "move":
            # the end of the zone stands in the last argument
            for number, end in ((1, "top"), (2, "bottom")):
                w.line(f"if s2 == {number}:")
                w.line(f"    r = {mover(em, None, end)}(s0, s1)")
                w.line("    return r")
            w.line(f"r = {mover(em, None, None)}(s0, s1)")
            w.line("return r")
        elif plan.id == "create":
            # those copies come that are free and have room by now
            w.block(f"""
coming = {coming_function(em)}(s0, s1)
if bag_size(coming) == 0:
    return 0
if g_payer == NONE:
    M[m + 3] = coming
r = {create_function(em, None)}(M[m + 3], s1)
return 1
""")
        elif plan.native:
            calls = (op for op in em.program.operations if isinstance(op, ops.Call))
            sample = next(op for op in calls if op.event == plan.id)
            w.line(f"r = {carry_out(em, w, sample, 'me', own)}")
        w.line("return 1")

    return _of_member(em, "carry", [], write)


def _keep(em: Emitter) -> str:
    """Return the function (member, rows) that keeps it for the batch around this one."""

    def write(w: Writer, plan: EventPlan) -> None:
        if em.program.afters.get(plan.id):
            keep_within(em, w, plan.id, "rows")

    return _of_member(em, "keep", ["rows"], write)


def _raise(em: Emitter) -> str:
    """Return the function (member, rows, rows that act now) that raises the rules after it."""

    def write(w: Writer, plan: EventPlan) -> None:
        raise_now(em, w, plan.id, "rows", "now")

    return _of_member(em, "raise", ["rows", "now"], write)


# --- running ------------------------------------------------------------------------------------


def _flags(em: Emitter, holds: Callable[[EventPlan], bool]) -> int:
    """Return where a table of flags by the number of an event lies."""
    plans = {plan.number: plan for plan in em.program.events.values()}
    return em.static(int(n in plans and holds(plans[n])) for n in range(max(plans, default=0) + 1))


def _is_heard(em: Emitter, plan: EventPlan) -> bool:
    """Return whether a rule could match an event, or what happens in it."""
    suspension = em.analysis.suspension
    own = suspension.event_mask(plan.id)
    return bool(own or (plan.code is not None and suspension.mask(plan.code)))


def run_batch(em: Emitter) -> str:
    """Return the function (batch) that runs its members together."""
    heard = _flags(em, lambda plan: _is_heard(em, plan))
    as_one = _flags(em, lambda plan: plan.id in AS_ONE)
    up = _take_up(em, as_one)
    forget = "    forget_event(M[m + 1], M[m - 1])" if has_records(em) else "    pass"

    def write(w: Writer) -> None:
        w.block(_BEGIN.format(may=_may(em), heard=heard))
        w.block(_PREPARE.format(prepare=_prepare(em), witness=_witness(em), up=up))
        w.block(_STEP.format(carry=_carry(em), up=up, forget=forget))
        w.block(_AFTER.format(keep=_keep(em), later=raised(em), raised=_raise(em)))
        w.block(f"""
if M[now] > 0:
    {group_rows(em)}(now, 0, 0)
    {run_rows(em)}(now)
return 0
""")

    if not has_batches(em):  # nothing ever joins one
        return em.define("run_batch", ["b"], lambda w: None)
    members = em.define("run_members", ["b"], write)

    def count(w: Writer) -> None:
        w.line("g_batches += 1")
        w.line(f"{members}(b)")
        w.line("g_batches -= 1")

    return em.define("run_batch", ["b"], count)


def _take_up(em: Emitter, as_one: int) -> str:
    """Return the function (members, 1 or 0) that lets none of their cards be a top for a while, or
    no longer: where the batch only moves cards."""

    def write(w: Writer) -> None:
        if not em.analysis.holders.has_piles:
            return
        w.block(f"""
for i in range(M[members]):
    if M[{as_one} + M[M[members + 1 + i] + 1]] == 0:
        return 0
one = g_top
M[one] = 1
for i in range(M[members]):
    M[one + 1] = M[M[members + 1 + i] + 3]
    if up:
        take_up(one)
    else:
        put_down(one)
""")

    return em.define("take_up_members", ["members", "up"], write)


_BEGIN = """
all = members_of(b)
n = 0
own = 0
i = 0
while i < M[all]:
    m = M[all + 1 + i]
    if {may}(m):
        n += 1
        M[all + n] = m
        own = own | M[{heard} + M[m + 1]]
    if g_over:
        return 0
    i += 1
M[all] = n
work(M[b] + ((n * n) >> 3))
if n == 0:
    return 0
start = g_later
if start < LATER:
    start = LATER
if g_before:
    own = 0
if own:
    look_from_here()
"""
_PREPARE = """
ready = g_top
g_top = ready + 1 + n
M[ready] = 0
i = 0
while i < n:
    m = M[all + 1 + i]
    r = {prepare}(m, ready)
    if g_over:
        return 0
    if r:
        M[ready] += 1
        M[ready + M[ready]] = m
    i += 1
if own and g_before == 0:
    look_from_here()
n = M[ready]
rows = g_top
g_top = rows + n
for i in range(n):
    M[rows + i] = {witness}(M[ready + 1 + i])
{up}(ready, 1)
"""
_STEP = """
k = 0
i = 0
while i < n:
    m = M[ready + 1 + i]
    r = {carry}(m)
    if g_over:
        return 0
    if r:
        M[rows + k] = M[rows + i]
        k += 1
        M[ready + k] = m
    else:
        if g_payer != NONE:
            return fail()
    {forget}
        one = g_top
        M[one] = 1
        M[one + 1] = m
        g_top = one + 2
        {up}(one, 0)
    i += 1
M[ready] = k
n = k
{up}(ready, 0)
"""
_AFTER = """
if own == 0 and g_before != 0:
    for i in range(n):
        {keep}(M[ready + 1 + i], M[rows + i])
    return 0
if own:
    g_before = 0
    g_floor = HEAP
now = row_block(WAITING)
if own:
    e = start
    while e < g_later:
        {later}(e, now)
        e += M[e]
    g_later = start
for i in range(n):
    {raised}(M[ready + 1 + i], M[rows + i], now)
"""
