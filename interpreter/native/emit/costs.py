"""Write costs: whether one can be paid, and the paying of it.

A cost that cannot be judged without doing it is tried on the position itself, which is kept before
and put back behind (see `costs.flat`). While one is really paid whose choices may make it fail, the
position in which it began is kept too: of each choice only those answers are offered with which it
can be completed.
"""

from __future__ import annotations

from typing import cast

from dsl.records import Record
from interpreter.lower import ops
from interpreter.native.emit.bodies import blocks_between
from interpreter.native.emit.dispatch import actor_of, atom, condition, guarded, operation
from interpreter.native.emit.dry import Untold, dry_function, said_in, trial_work
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.limits import count
from interpreter.native.emit.writer import Writer
from interpreter.program.limits import WAYS_TO_PAY
from interpreter.program.program import ActionPlan

PAID = 4
"""What `g_over` is while a trial is left within which another cost has been paid."""
HEADER = 14
"""Cells of a block before the slots of its body (see `costs.flat`)."""
ASKS = ops.Choose | ops.Order | ops.ChooseOne | ops.Ask


class Cost(Record):
    """A cost in a body.

    Attributes:
        number, end: The operations at which it begins and has been paid.
        action: Of an action's cost the action.
    """

    code: ops.Code
    number: int
    end: int
    begin: ops.CostBegin
    action: ActionPlan | None

    @property
    def slots(self) -> list[int]:
        """The slots that mean something where it begins."""
        code = self.code
        return [n for n in range(code.size) if n < code.given or code.names[n]]

    @property
    def params(self) -> list[str]:
        """The parameters of its functions."""
        return ["me", "self", "actor", *(f"s{slot}" for slot in self.slots)]


def cost_at(em: Emitter, code: ops.Code, number: int) -> Cost:
    """Return the cost that begins at an operation."""
    depth = 0
    for end in range(number, code.last):
        op = em.operation(end)
        depth += isinstance(op, ops.CostBegin) - isinstance(op, ops.CostEnd)
        if depth == 0:
            break
    begin = em.operation(number)
    assert isinstance(begin, ops.CostBegin)
    return Cost(code, number, end, begin, em.program.takes.get(code.first))


# --- paying -------------------------------------------------------------------------------------


@operation(ops.CostBegin)
def cost_begin(em: Emitter, w: Writer, op: ops.CostBegin, number: int) -> None:
    """Begin to pay a cost: from here on what fails, fails all."""
    cost = cost_at(em, w.body, number)
    if op.payer is not None:
        w.line(f"s{op.payer} = g_payer")
    by = op.by
    payer = w.me if by is None else guarded(w, lambda: w.bind(atom(em, w, by)))
    if op.kept is not None:
        w.line(f"s{op.kept} = {w.me}")
        w.line(f"{w.me} = {payer}")
    if _may_fail(em, cost):
        with w.inner("if g_trial == 0 and g_payer == NONE:"):
            slots = (w.slots.get(slot, f"s{slot}") for slot in cost.slots)
            given = ", ".join([w.me, w.self_, w.actor, *slots, payer])
            w.line(f"g_paying = {_keep(em, cost)}({given})")
    w.line(f"g_payer = {payer}")


@operation(ops.CostEnd)
def cost_end(em: Emitter, w: Writer, op: ops.CostEnd, number: int) -> None:
    """The cost has been paid; a trial ends here, unless it is of a cost around this one."""
    around = "NONE" if op.payer is None else f"s{op.payer}"
    with w.inner(f"if {around} == NONE:"):
        w.line("if g_trial:")
        w.line(f"    g_over = {PAID}")
        w.line("    return 0")
        w.line("g_paying = 0")
    w.line(f"g_payer = {around}")
    if op.kept is not None:
        w.line(f"{w.me} = s{op.kept}")
    for slot in op.bound:
        w.line(f"s{slot} = M[BOUND + {slot}]")


@operation(ops.Require)
def require(em: Emitter, w: Writer, op: ops.Require, number: int) -> None:
    """Fail the cost unless a condition holds."""
    holds = guarded(w, lambda: w.bind(f"1 if {condition(em, w, op.condition)} else 0"))
    with w.inner(f"if {holds} == 0:"):
        w.line("return fail()")


def _keep(em: Emitter, cost: Cost) -> str:
    """Return the function (its parameters, payer) that keeps the position a cost begins in."""
    _kept(em).setdefault(cost.number, cost)

    def write(w: Writer) -> None:
        w.line("p = keep_position()")
        cells = [str(cost.number), "me", "self", "actor", "payer"]
        for n, text in enumerate(cells):
            w.line(f"M[p + {n}] = {text}")
        for n, slot in enumerate(cost.slots):
            w.line(f"M[p + {HEADER + n}] = s{slot}")
        w.line("return p")

    return em.define(f"keep_{cost.number}", [*cost.params, "payer"], write)


# --- whether one can be paid --------------------------------------------------------------------


def pays(em: Emitter, w: Writer, plan: ActionPlan) -> str:
    """Return a call that says whether the cost of an action can be paid."""
    assert plan.cost is not None
    first = next(n for n, op in em.operations_of(plan.take) if isinstance(op, ops.CostBegin))
    judge = _judge(em, plan)
    if judge is None:
        return pays_at(em, w, plan.take, first)
    given = [f"s{slot}" for slot in range(plan.cost.given)]
    call = f"{judge}({', '.join(['me', w.self_, 'me', *given])})"
    count(w, trial_work(em, plan.cost))
    if not any(isinstance(op, ASKS) for op in said_in(em, plan.cost)):
        return call
    # the walker goes through the answers before it says no
    w.line("M[CHOSEN] = 0")
    found = w.bind(call)
    with w.inner(f"if {found} == 0 and M[CHOSEN] and g_trial == 0:"):
        w.line(f"{found} = {pays_at(em, w, plan.take, first)}")
    return found


def pays_at(em: Emitter, w: Writer, code: ops.Code, number: int) -> str:
    """Return a call that says whether the cost at an operation of a body can be paid."""
    cost = cost_at(em, code, number)
    payer = actor_of(em, w, cost.begin.by)
    slots = (_known(w, cost, slot) for slot in cost.slots)
    return f"{_trial(em, cost)}({', '.join([w.me, w.self_, w.actor, *slots, payer])})"


def _known(w: Writer, cost: Cost, slot: int) -> str:
    """Return the variable of a slot; none where the function that asks does not have it yet."""
    is_chosen = cost.action is None or slot < len(cost.action.action.parameters)
    return w.slots.get(slot, f"s{slot}") if is_chosen else "NONE"


def _trial(em: Emitter, cost: Cost) -> str:
    """Return the function (its parameters, payer) that tries a cost. Within a trial nothing is
    tried again: a cost that cannot be paid fails there. But what was found before the question on
    trial holds again, so that the same questions come before it."""

    def write(w: Writer) -> None:
        w.block(f"""
if g_trial:
    return found_before()
kept = g_top
p = {_keep(em, cost)}({", ".join([*cost.params, "payer"])})
found = pays_search(p, 0)
g_top = kept
if g_paying:
    note_answer(found, 1)
return found
""")

    return em.define(f"pays_{cost.number}", [*cost.params, "payer"], write)


def _replayed(em: Emitter, cost: Cost) -> str:
    """Return the function that pays a cost once, up to its end."""

    def write(w: Writer) -> None:
        w.me, w.self_, w.actor = "me", "self", "actor"
        w.line("kept = g_top")
        blocks_between(em, w, cost.code, cost.number + 1, cost.end)

    return em.define(f"cost_{cost.number}", cost.params, write)


def _kept(em: Emitter) -> dict[int, Cost]:
    """Return the costs for which blocks are made, by their operations."""
    return cast("dict[int, Cost]", em.tables.setdefault("kept costs", {}))


def define_replay(em: Emitter) -> None:
    """Define `replay` (block), which pays the cost of a block once. Everything else is written
    before: what is paid within a cost may be a cost that is tried too."""
    costs, written = _kept(em), 0
    while written < len(costs):
        written = len(costs)
        for cost in [*costs.values()]:
            _replayed(em, cost)

    def write(w: Writer) -> None:
        for cost in costs.values():
            slots = (f"M[p + {HEADER + n}]" for n in range(len(cost.slots)))
            me = "M[p + 4]" if cost.begin.kept is not None else "M[p + 1]"
            given = ", ".join([me, "M[p + 2]", "M[p + 3]", *slots])
            with w.inner(f"if M[p] == {cost.number}:"):
                w.line(f"{_replayed(em, cost)}({given})")

    em.define("replay", ["p"], write)


def costs_names(em: Emitter) -> dict[str, int]:
    """Return the names under which the runtime knows what it needs of costs."""
    most = max((len(cost.slots) for cost in _kept(em).values()), default=0)
    judged = (plan for plan in em.program.actions if em.tables.get(("judge", plan.number)))
    works = (trial_work(em, plan.cost) for plan in judged if plan.cost is not None)
    return {
        "JUDGED_WORK": max(works, default=0),
        "COST_SLOTS": most,
        "MOST_WAYS": WAYS_TO_PAY,
        "STREAM_CELLS": len(em.streams),
    }


# --- what is known beforehand -------------------------------------------------------------------


def _judge(em: Emitter, plan: ActionPlan) -> str | None:
    """Return the function that judges the cost of an action without doing anything, if one can.

    No test in it rests on an answer: what can be judged so never fails on the way.
    """
    key = "judge", plan.number
    if key not in em.tables:
        assert plan.cost is not None
        try:
            em.tables[key] = dry_function(em, plan.cost)
        except Untold:
            em.tables[key] = None
    found = em.tables[key]
    return found if isinstance(found, str) else None


def _may_fail(em: Emitter, cost: Cost) -> bool:
    """Return whether something that is chosen while a cost is paid could make it fail."""
    if cost.action is not None and _judge(em, cost.action) is not None:
        return False
    own = (em.operation(number) for number in range(cost.number + 1, cost.end))
    return any(_asks(em, op, set()) for op in own)


def _asks(em: Emitter, op: ops.Operation, seen: set[int]) -> bool:
    """Return whether an operation, or what happens in it, can ask anybody."""
    if isinstance(op, ASKS):
        return not (isinstance(op, ops.Choose) and op.by_chance)
    if isinstance(op, ops.Call | ops.Happen) and em.program.insteads.get(op.event):
        return True
    for code in em.called(op):
        if code.first not in seen:
            seen.add(code.first)
            if any(_asks(em, inner, seen) for _, inner in em.operations_of(code)):
                return True
    return False
