"""Write what is checked between bodies: permanent rules, rules that wait for a condition, the end.

What all permanent rules ask for is looked up first and then done together, as one batch. At the
end, `OUTCOME` takes the mask of the winners, then the ranks seat by seat.
"""

from __future__ import annotations

from contextlib import ExitStack

from dsl.model import types as t
from dsl.model.rules import Always
from interpreter.lower import ops
from interpreter.native.emit.batches import run_batch
from interpreter.native.emit.bodies import call_body
from interpreter.native.emit.dispatch import each_of, formula, formula_condition, guarded, pool
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.limits import count
from interpreter.native.emit.rules import each_bearer
from interpreter.native.emit.sight import controller
from interpreter.native.emit.triggers import look_at_all
from interpreter.native.emit.writer import Writer, is_block
from interpreter.program.limits import EACH, LONG
from interpreter.program.program import RulePlan

Plan = RulePlan[Always]
NEXT, RULE, ME, CARD, ELEMENT, CELLS = range(6)
"""The cells of a place where something has to be done: the next one, the rule, its locals. A list
of places is the first one and the last one, 0 for none."""


def keep_always(em: Emitter) -> str:
    """Return the function () that does what the rules ask for that always hold; its result is
    whether there was anything to do."""

    def write(w: Writer) -> None:
        w.block("""
q = g_top
g_top = q + 2
M[q] = 0
M[q + 1] = 0
""")
        for plan in em.program.always:
            w.line(f"{_find(em, plan)}(q)")
        w.block("""
if M[q] == 0:
    return 0
head()
at = M[q]
""")
        if any(_is_batch(em, plan) for plan in em.program.always):
            w.line("b = new_batch()")
        with w.inner("while at:"):
            for plan in em.program.always:
                with w.inner(f"if M[at + {RULE}] == {plan.number}:"):
                    # what the rule asks for in one place joins the batch
                    code = plan.code
                    assert code is not None
                    given = [f"M[at + {ELEMENT}]"][: code.given]
                    asked = w.bind(
                        call_body(em, code, f"M[at + {ME}]", f"M[at + {CARD}]", "NONE", given)
                    )
                    w.line("if g_over:")
                    w.line("    return 1")
                    if _is_batch(em, plan):
                        w.line(f"join_batch(b, {asked})")
            w.line(f"at = M[at + {NEXT}]")
        if any(_is_batch(em, plan) for plan in em.program.always):
            w.line(f"{run_batch(em)}(b)")
        w.line("return 1")

    return em.define("keep_always", [], write)


def _is_batch(em: Emitter, plan: Plan) -> bool:
    """Return whether what a rule asks for is collected; else it is done in its place."""
    assert plan.code is not None
    ends = (op for _, op in em.operations_of(plan.code) if isinstance(op, ops.Return))
    return any(op.batch is not None for op in ends)


def _find(em: Emitter, plan: Plan) -> str:
    """Return the function (places) that adds the places where a rule asks for something."""

    def write(w: Writer) -> None:
        each_bearer(em, w, plan, lambda card: _find_on(em, w, plan, card))

    return em.define(f"always_{plan.number}", ["q"], write)


def _find_on(em: Emitter, w: Writer, plan: Plan, card: str) -> None:
    """Write the same for one card."""
    rule = plan.rule
    me = "NONE" if card == "NONE" else w.bind(f"{controller(em)}({card})", "p")

    count(w, EACH + em.evaluator.work.of(rule.condition))

    def at(element: str, given: list[str]) -> None:
        def holds() -> str:
            assert rule.condition is not None
            found = formula_condition(em, w, rule.condition, me, card, given=given)
            return w.bind(f"1 if {found} else 0")

        with ExitStack() as tests:
            if rule.condition is not None:
                tests.enter_context(w.inner(f"if {guarded(w, holds)}:"))
            w.line(f"{_add_place(em)}(q, {plan.number}, {me}, {card}, {element})")

    if rule.source is None:
        at("NONE", [])
        return
    with w.as_role(me, card):
        elements = pool(em, w, rule.source.expression)

    def one(element: str) -> None:
        count(w, EACH)
        at(element, [element])

    each_of(w, elements, one)


def _add_place(em: Emitter) -> str:
    """Return the function (places, rule, me, card, element) that adds a place."""

    def write(w: Writer) -> None:
        count(w, LONG)
        w.block(f"""
p = g_top
g_top = p + {CELLS}
M[p + {NEXT}] = 0
M[p + {RULE}] = rule
M[p + {ME}] = me
M[p + {CARD}] = c
M[p + {ELEMENT}] = x
if M[q] == 0:
    M[q] = p
else:
    M[M[q + 1] + {NEXT}] = p
M[q + 1] = p
""")

    return em.define("add_place", ["q", "rule", "me", "c", "x"], write)


BY_RULE = 1
"""The kind of an end by the rules of the game: only that has winners."""


def ending(em: Emitter) -> None:
    """Define `finish` (kind), which ends a match."""
    em.define("finish", ["kind"], lambda w: _finish(em, w))


def _finish(em: Emitter, w: Writer) -> None:
    end = em.game.end
    width = len(end.rank)
    w.line("g_over = kind")
    for seat in range(em.program.seats):
        for n, rank in enumerate(end.rank):
            found = formula(em, w, rank, given=[str(seat)])
            w.line(f"M[OUTCOME + {1 + seat * width + n}] = {found}")
    w.line("mask = 0")
    with w.inner(f"if kind == {BY_RULE}:"):
        if end.winners is not None:
            text = formula(em, w, end.winners)
            if is_block(t.plain_type(end.winners.expression.type)):
                said = w.bind(f"or_empty({text})")
                with w.inner(f"for i in range(M[{said}]):"):
                    w.line(f"mask = mask | (1 << M[{said} + 1 + i])")
            else:
                winner = w.bind(text)
                w.line(f"if {winner} != NONE:")
                w.line(f"    mask = 1 << {winner}")
        elif width:
            _best(em, w, width)
    w.line("M[OUTCOME] = mask")


def _best(em: Emitter, w: Writer, width: int) -> None:
    """Write that those win whose ranks are the best: the first number counts first.

    None is less than all numbers: so it is as a cell.
    """
    seats = em.program.seats

    def cell(seat: str, n: str) -> str:
        return f"M[OUTCOME + 1 + {seat} * {width} + {n}]"

    w.block(f"""
best = 0
for s in range(1, {seats}):
    n = 0
    while n < {width - 1} and {cell("s", "n")} == {cell("best", "n")}:
        n += 1
    if {cell("s", "n")} > {cell("best", "n")}:
        best = s
for s in range({seats}):
    same = 1
    for n in range({width}):
        if {cell("s", "n")} != {cell("best", "n")}:
            same = 0
    if same:
        mask = mask | (1 << s)
""")


def checks(em: Emitter) -> None:
    """Define `check`, and what else looks at the position between bodies.

    `check` returns 0 where nothing is to be done, 1 where the match is over, 2 where it has changed
    something itself.
    """
    em.define("check", [], lambda w: _check(em, w))


def _check(em: Emitter, w: Writer) -> None:
    """Write all checks; nothing is looked at before set-up is over."""
    when = em.game.end.when
    if not (em.program.always or em.program.becomes) and when is None:
        w.line("return 0")
        return
    w.line("if g_setup:")
    w.line("    return 0")
    w.line("kept = g_top")
    if em.program.always:
        acted = w.bind(f"{keep_always(em)}()")
        w.line(f"if {acted}:")
        w.line("    return 1 if g_over else 2")
        w.line("g_top = kept")
    look_at_all(em, w)
    if when is not None:
        is_over = w.bind(f"1 if {formula_condition(em, w, when)} else 0")
        w.line("g_top = kept")
        w.line(f"if {is_over}:")
        w.line(f"    finish({BY_RULE})")
        w.line(f"return {is_over}")
    else:
        w.line("return 0")
