"""Write what the rules do that always hold: where one asks for something, it is done at once.

What all of them ask for is looked up first and then done together, as one batch.
"""

from __future__ import annotations

from contextlib import ExitStack

from dsl.model.rules import Always
from interpreter.lower import ops
from interpreter.native.emit.batches import run_batch
from interpreter.native.emit.bearers import each_bearer
from interpreter.native.emit.bodies import call_body
from interpreter.native.emit.counting import count
from interpreter.native.emit.dispatch import each_of, formula_condition, guarded, pool
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.sight import controller
from interpreter.native.emit.writer import Writer
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

    asked = tuple(each for each in (rule.source, rule.condition) if each is not None)
    count(w, EACH + em.evaluator.work.of(asked))

    def at(element: str, given: list[str]) -> None:
        count(w, EACH)

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
    each_of(w, elements, lambda element: at(element, [element]))


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
