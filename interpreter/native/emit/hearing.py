"""Write which rules an event concerns: those that act before or after it, or forbid it.

A rule is *heard* where its card works and the event fits its pattern. That makes a row of it, with
what its `let`s read at that moment. In a batch, an event is forbidden if it was so before the batch
or is so now.
"""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from typing import TypeAlias

from dsl.model import types as t
from dsl.model.expressions import Expression
from dsl.model.rules import Forbid, Pattern, Reaction, Replacement, Rule, Trigger
from dsl.records import Span
from interpreter.native.emit.dispatch import condition, frozen, guarded, value
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.equality import same
from interpreter.native.emit.limits import count
from interpreter.native.emit.rules import (
    ACTOR,
    CARD,
    LOCALS,
    ME,
    OUT,
    RULE,
    each_bearer,
    has_batches,
)
from interpreter.native.emit.sight import controller
from interpreter.native.emit.writer import Unsupported, Writer, is_block, name_of
from interpreter.program.limits import HEARD
from interpreter.program.program import RulePlan
from interpreter.program.reads import is_untouched, writes

TriggerPlan: TypeAlias = RulePlan[Trigger | Replacement]
"""A rule that acts where it hears an event."""


def slots_of(em: Emitter, plan: TriggerPlan) -> list[str]:
    """Return the variables of what the event of a rule tells it."""
    return [f"s{n}" for n in range(em.program.events[plan.rule.pattern.event].slots)]


def hear(em: Emitter, plan: TriggerPlan) -> str:
    """Return the function (rows, known, me, slots…) that adds a row for each card on which a rule
    is heard and that is not among the known rows. Its condition is not asked."""

    def write(w: Writer) -> None:
        def on(card: str) -> None:
            _count_hearing(em, w, plan)
            with ExitStack() as tests:
                _bind(em, w, plan, card, tests)

        each_bearer(em, w, plan, on)

    params = ["q", "known", "me", *slots_of(em, plan)]
    return em.define(f"hear_{plan.number}", params, write)


def _bind(em: Emitter, w: Writer, plan: TriggerPlan, card: str, tests: ExitStack) -> None:
    """Write a row of a rule where the event fits, within the tests."""
    tests.enter_context(w.inner(f"if known == 0 or has_row(known, {plan.number}, {card}) == 0:"))
    given = slots_of(em, plan)
    me = test_pattern(em, w, plan.rule.pattern, (card, given), tests)
    row = w.bind("new_row(q)", "row")
    for cell, text in ((RULE, plan.number), (CARD, card), (OUT, 0), (ME, me), (ACTOR, "me")):
        w.line(f"M[{row} + {cell}] = {text}")
    w.line(f"M[{row}] = 0 - 1")
    w.line(f"M[{row} + 1] = {me}")
    for n, text in enumerate(given):
        w.line(f"M[{row} + {LOCALS + n}] = {text}")
    for slot, let in plan.rule.lets:
        w.slots[slot] = w.bind(frozen(em, w, let), "l")
        w.line(f"M[{row} + {LOCALS + slot}] = {w.slots[slot]}")


def test_pattern(
    em: Emitter, w: Writer, pattern: Pattern, bearer: tuple[str, list[str]], tests: ExitStack
) -> str:
    """Enter the tests whether an event fits the pattern of a rule on a card, without its condition;
    return who is `me` in the rule. Roles and slots are the rule's within the tests.

    Args:
        bearer: The card, and the variables of what the event tells.
    """
    card, given = bearer
    me = "me" if card == "NONE" else w.bind(f"{controller(em)}({card})", "p")
    tests.enter_context(w.as_role(me, card, "me", given))
    if pattern.works is not None:
        works = guarded(w, partial(condition, em, w, pattern.works))
        tests.enter_context(w.inner(f"if {works}:"))
    for slot, wanted in pattern.equals:
        is_it = guarded(w, partial(_is_slot, em, w, wanted, slot))
        tests.enter_context(w.inner(f"if {is_it}:"))
    if pattern.actor is not None:
        actor = guarded(w, partial(value, em, w, pattern.actor))
        tests.enter_context(w.inner(f"if {actor} == me:"))
    return me


def _is_slot(em: Emitter, w: Writer, wanted: Expression, slot: int) -> str:
    """Return the text that is true where a slot of an event is what a pattern says."""
    text = value(em, w, wanted)
    return (
        f"{same(em, wanted.type)}({text}, s{slot})"
        if is_block(wanted.type)
        else f"{text} == s{slot}"
    )


def holds(em: Emitter, plan: TriggerPlan) -> str | None:
    """Return the function (row) that says whether the condition of a rule holds now; None where it
    has none."""
    asked = plan.rule.pattern.condition
    if asked is None:
        return None

    def write(w: Writer) -> None:
        w.line("kept = g_top")
        with as_row(em, w, plan):
            found = w.bind(f"1 if {condition(em, w, asked)} else 0")
        w.line("g_top = kept")
        w.line(f"return {found}")

    return em.define(f"holds_{plan.number}", ["row"], write)


def told(em: Emitter, plan: TriggerPlan) -> str:
    """Return what a rule is told of its event, as arguments: who acts, and the slots."""
    return ", ".join(["me", *slots_of(em, plan)])


def fits(em: Emitter, plan: TriggerPlan) -> str:
    """Return the function (rows, me, slots…) that adds a row for each card on which a rule fits an
    event that is about to happen, as seen before the batch, if there is one."""
    heard, given, test = hear(em, plan), told(em, plan), holds(em, plan)
    still = holds_still(em, plan) if has_batches(em) else None

    def keep_those(w: Writer, test: str) -> None:
        w.block(f"""
n = M[q]
M[q] = first_
for i in range(first_, n):
    row = q + 1 + i * RULE_ROW
    if {test}(row):
        add_row(q, row)
""")

    def write(w: Writer) -> None:
        w.line("first_ = M[q]")
        if has_batches(em):
            w.line("now = look_back()")
        w.line(f"{heard}(q, 0, {given})")
        if test is not None:
            keep_those(w, test)
        if not has_batches(em):
            return
        w.line("look_now(now)")
        if still is not None:
            with w.inner("if g_before:"):
                keep_those(w, still)
        w.line("for i in range(first_, M[q]):")  # what it was seen from may have put its card out
        w.line(f"    M[q + 1 + i * RULE_ROW + {OUT}] = g_before != 0")

    return em.define(f"fits_{plan.number}", ["q", *given.split(", ")], write)


def holds_still(em: Emitter, plan: TriggerPlan) -> str | None:
    """Return the function (row) that says whether the condition of a rule holds now, with what it
    reads now. None where what the rule does cannot change that."""
    asked = plan.rule.pattern.condition
    codes = [code for code in (plan.cost, plan.code) if code is not None]
    if asked is None or not codes:
        return None
    suspension = em.analysis.suspension
    written = frozenset[object]().union(*(writes(suspension, code) for code in codes))
    read = em.analysis.readings.of(asked, plan.rule.lets)
    if is_untouched(em.program, read, written):
        return None

    def write(w: Writer) -> None:
        w.line("kept = g_top")
        with as_row(em, w, plan):
            for slot, let in plan.rule.lets:
                w.slots[slot] = w.bind(frozen(em, w, let), "l")
            found = w.bind(f"1 if {condition(em, w, asked)} else 0")
        w.line("g_top = kept")
        w.line(f"return {found}")

    return em.define(f"holds_still_{plan.number}", ["row"], write)


def as_row(em: Emitter, w: Writer, plan: TriggerPlan) -> ExitStack:
    """Return the context in which roles and slots are those of the variable `row`."""
    given = [w.bind(f"M[row + {LOCALS + n}]", "l") for n in range(len(local_types(plan)))]
    me, card, actor = (w.bind(f"M[row + {cell}]", "l") for cell in (ME, CARD, ACTOR))
    stack = ExitStack()
    stack.enter_context(w.as_role(me, card, actor, given))
    return stack


def local_types(plan: RulePlan[Reaction]) -> list[t.Type]:
    """Return the types of the locals that a row of a rule has."""
    if plan.code is None:
        return []
    return [*plan.code.types[: plan.code.given]]


def works_on(em: Emitter, plan: RulePlan[Rule]) -> str | None:
    """Return the function (card) that says whether a rule works on a card now; None: always."""
    bearing = em.evaluator.bearing(plan)
    if bearing is None:
        return None

    def write(w: Writer) -> None:
        w.line(f"if M[{em.by_definition(lambda n: n in bearing)} + M[DF + c]] == 0:")
        w.line("    return 0")
        if plan.places is None:
            w.line("return 1")
            return
        w.line("z = M[PL + c]")
        w.line("if z < 0:")
        w.line("    return 0")
        families = range(len(em.program.families))
        there = em.static(int(number in plan.places) for number in families)
        w.line(f"return M[{there} + M[ZF + z]]")

    return em.define(f"works_{plan.number}", ["c"], write)


def keep_lists(em: Emitter, plan: RulePlan[Reaction], put: str = "put_by") -> str | None:
    """Return the function (row) that copies the lists of a row to where they stay while it waits;
    None where it has none.

    Args:
        put: The function of the runtime that copies a list there.
    """
    blocks = [(n, type_) for n, type_ in enumerate(local_types(plan)) if is_block(type_)]
    if not blocks:
        return None

    def write(w: Writer) -> None:
        for n, type_ in blocks:
            cell = f"M[row + {LOCALS + n}]"
            w.line(f"{cell} = {put_aside(type_, cell, put, plan.rule.span)}")

    return em.define(f"keep_{put}_{plan.number}", ["row"], write)


def put_aside(type_: t.Type, text: str, put: str, span: Span | None) -> str:
    """Return a call that copies a list or bag to where it stays."""
    plain = t.plain_type(type_)
    is_bag = t.is_bag(plain)
    if not t.is_list(plain) and not is_bag:
        raise Unsupported("amounts that wait with a rule", span)
    if not is_bag and is_block(t.element_of(plain)):
        raise Unsupported("lists of lists that wait with a rule", span)
    return f"{put}({text}, {2 if is_bag else 1})"


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
        w.line("found = 0")
        for plan in plans:
            _forbid(em, w, plan, slots)
            with w.inner("if found:"):
                w.line("g_top = kept")
                w.line("return 1")
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
    """Write that the answer is found where a rule fits the event."""

    def on(card: str) -> None:
        _count_hearing(em, w, plan)
        with w.inner("if found == 0:"), ExitStack() as tests:
            test_pattern(em, w, plan.rule.pattern, (card, slots), tests)
            if plan.rule.pattern.condition is not None:
                asked = guarded(w, partial(condition, em, w, plan.rule.pattern.condition))
                tests.enter_context(w.inner(f"if {asked}:"))
            w.line("found = 1")

    each_bearer(em, w, plan, on)


def _count_hearing(em: Emitter, w: Writer, plan: TriggerPlan | RulePlan[Forbid]) -> None:
    """Write that one card is asked whether its rule has heard an event."""
    asked = plan.rule.pattern.condition, plan.rule.pattern.works
    count(w, HEARD + sum(map(em.evaluator.work.of, asked)))
