"""Write which events are forbidden: the rules that say so, on cards that work now.

In a batch what is forbidden was so before it, or is so now.
"""

from __future__ import annotations

from contextlib import ExitStack

from dsl.model.rules import Forbid
from interpreter.native.emit.bearers import each_bearer
from interpreter.native.emit.dispatch import condition
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.hearing import test_pattern
from interpreter.native.emit.rows import has_batches
from interpreter.native.emit.writer import Writer, name_of
from interpreter.program.program import RulePlan


def forbidden(em: Emitter, id_: str, me: str, given: list[str]) -> str | None:
    """Return a call that says whether an event is forbidden; None where none ever is.

    Args:
        given: What the event tells rules.
    """
    plans = em.program.forbids.get(id_, ())
    if not plans:
        return None
    slots = [f"s{n}" for n in range(em.program.events[id_].slots)]
    params = ["me", *slots]

    def write_now(w: Writer) -> None:
        w.line("kept = g_top")
        for plan in plans:
            _forbid(em, w, plan, slots)
        w.line("g_top = kept")

    now = em.define(f"forbidden_now_{name_of(id_)}", params, write_now)
    if not has_batches(em):
        return f"{now}({', '.join([me, *given])})"

    def write(w: Writer) -> None:
        w.block(f"""
if {now}({", ".join(params)}):
    return 1
kept = g_top
now = look_back()
r = 0
if now:
    r = {now}({", ".join(params)})
look_now(now)
g_top = kept
return r
""")

    either = em.define(f"forbidden_{name_of(id_)}", params, write)
    return f"{either}({', '.join([me, *given])})"


def _forbid(em: Emitter, w: Writer, plan: RulePlan[Forbid], slots: list[str]) -> None:
    """Write that the answer is yes where a rule fits the event."""

    def on(card: str) -> None:
        with ExitStack() as tests:
            test_pattern(em, w, plan.rule.pattern, (card, slots), tests)
            if plan.rule.pattern.condition is not None:
                tests.enter_context(w.inner(f"if {condition(em, w, plan.rule.pattern.condition)}:"))
            w.line("g_top = kept")
            w.line("return 1")

    each_bearer(em, w, plan, on)
