"""Write the rules that wait for a condition.

What such a rule remembers stands in the state: none while its card is not active, else whether its
condition held, or of which elements, when it was last looked at.
"""

from __future__ import annotations

from contextlib import ExitStack

from dsl.model.rules import Becomes
from interpreter.native.emit.bearers import each_bearer
from interpreter.native.emit.counting import count
from interpreter.native.emit.dispatch import each_of, formula_condition, pool
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.hearing import works_on
from interpreter.native.emit.scalars import place
from interpreter.native.emit.sight import controller
from interpreter.native.emit.waiting import group_rows, note
from interpreter.native.emit.writer import Writer
from interpreter.program.limits import EACH
from interpreter.program.program import RulePlan

Plan = RulePlan[Becomes]


def look_at_all(em: Emitter, w: Writer) -> None:
    """Write that the rules whose condition has become true wait as one group, before those that
    stand in none yet."""
    if not em.program.becomes:
        return
    w.line("before = M[QUEUE]")
    for plan in em.program.becomes:
        w.line(f"{_look(em, plan)}()")
        w.line("g_top = kept")
    with w.inner("if M[QUEUE] > before:"):
        w.block(f"""
first_ = rows_lined_up()
rows_forward(QUEUE, first_, before)
waiting = before - first_
M[QUEUE] -= waiting
M[PENDING] += 1
{group_rows(em)}(QUEUE, first_, M[PENDING])
M[QUEUE] += waiting
g_top = kept
""")


def _whose(em: Emitter, w: Writer, card: str) -> str:
    """Return who is `me` in a rule."""
    return "NONE" if card == "NONE" else w.bind(f"{controller(em)}({card})", "p")


def _cell(em: Emitter, plan: Plan, card: str) -> str:
    """Return the cell in which a rule remembers."""
    return f"M[{place(em, plan.rule.state, None if card == 'NONE' else card)}]"


def _held(em: Emitter, plan: Plan) -> str:
    """Return the function (me, card) that says whether a condition holds now, or lists the elements
    of which it does."""
    rule = plan.rule

    def write(w: Writer) -> None:
        count(w, EACH)
        if rule.source is None:
            holds = formula_condition(em, w, rule.becomes, "me", "c")
            w.line(f"return 1 if {holds} else 0")
            return
        with w.as_role("me", "c"):
            elements = pool(em, w, rule.source.expression)
        found = w.bind("g_top", "q")
        w.line(f"g_top = {found} + 1 + M[{elements}]")
        w.line(f"M[{found}] = 0")

        def one(element: str) -> None:
            count(w, EACH)
            with w.inner(f"if member({element}, {found}) == 0:"):
                holds = formula_condition(em, w, rule.becomes, "me", "c", given=[element])
                with w.inner(f"if {holds}:"):
                    w.line(f"M[{found}] += 1")
                    w.line(f"M[{found} + M[{found}]] = {element}")

        each_of(w, elements, one)
        w.line(f"return {found}")

    return em.define(f"held_{plan.number}", ["me", "c"], write)


def _look(em: Emitter, plan: Plan) -> str:
    """Return the function () that raises a rule where its condition has become true."""

    def write(w: Writer) -> None:
        each_bearer(em, w, plan, lambda card: _look_on(em, w, plan, card))

    return em.define(f"look_{plan.number}", [], write)


def _look_on(em: Emitter, w: Writer, plan: Plan, card: str) -> None:
    """Write the same for one card."""
    me, cell = _whose(em, w, card), _cell(em, plan, card)
    now, before = w.bind(f"{_held(em, plan)}({me}, {card})"), w.bind(cell)
    if plan.rule.source is None:
        with w.inner(f"if {now} != {before}:"):
            w.line(f"{cell} = {now}")
            with w.inner(f"if {now}:"):
                _raise(em, w, plan, (me, card), [])
        return
    with w.inner(f"if same_list({now}, {before}) == 0:"):

        def one(element: str) -> None:
            with w.inner(f"if member({element}, {before}) == 0:"):
                _raise(em, w, plan, (me, card), [element])

        each_of(w, now, one)
        w.line(f"{cell} = keep({before}, {now}, M[{now}] + 1)")


def _raise(em: Emitter, w: Writer, plan: Plan, bearer: tuple[str, str], given: list[str]) -> None:
    """Write that a rule waits, if its `when` holds."""
    me, card = bearer
    with ExitStack() as within:
        if plan.rule.condition is not None:
            holds = formula_condition(em, w, plan.rule.condition, me, card, me, given)
            within.enter_context(w.inner(f"if {holds}:"))
        note(em, w, plan, me, card, given)


def follow(em: Emitter, w: Writer, card: str) -> None:
    """Write that the rules on a card that has moved note what holds now: those that have become
    active; the others forget."""
    for plan in em.program.becomes:
        works = works_on(em, plan)
        bearing = em.evaluator.bearing(plan)
        if works is None or bearing is None or (plan.places is None and not em.creates):
            continue
        flags = em.by_definition(bearing.__contains__)
        with w.inner(f"if M[{flags} + M[DF + {card}]]:"):
            cell = _cell(em, plan, card)
            with w.inner(f"if {works}({card}) == 0:"):
                w.line(f"{cell} = NONE")
            with w.inner("else:"), w.inner(f"if {cell} == NONE:"):
                now = w.bind(f"{_held(em, plan)}({_whose(em, w, card)}, {card})")
                is_list = plan.rule.source is not None
                w.line(f"{cell} = " + (f"keep(NONE, {now}, M[{now}] + 1)" if is_list else now))
