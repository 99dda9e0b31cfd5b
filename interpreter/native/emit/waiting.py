"""Write what is done with rules that wait: whose they are, which comes first, what it does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain, combinations_with_replacement
from typing import TypeAlias, TypeVar

from dsl.model.rules import Reaction
from dsl.model.walk import read_slots
from interpreter.effects.transitive import Conflicts
from interpreter.lower.owners import is_left
from interpreter.native.emit.bodies import body_function
from interpreter.native.emit.dispatch import asks, formula, value
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.equality import same
from interpreter.native.emit.hearing import keep_lists, local_types, works_on
from interpreter.native.emit.limits import count
from interpreter.native.emit.rules import ACTOR, CARD, GROUP, LOCALS, ME, OUT, PLAYER, RULE
from interpreter.native.emit.writer import Writer, is_block
from interpreter.program.limits import LONG
from interpreter.program.program import RulePlan
from interpreter.walk.triggers import counting, telling_events

Plan: TypeAlias = RulePlan[Reaction]
R = TypeVar("R", bound=Reaction)


def reactions(em: Emitter) -> list[Plan]:
    """Return the rules that can wait: triggers, and those that wait for a condition."""
    program = em.program
    triggers = chain(*program.befores.values(), *program.afters.values())
    numbers = {plan.number for plan in triggers} | {plan.number for plan in program.becomes}
    return [program.reactions[number] for number in sorted(numbers)]


def by_rule(
    w: Writer, row: str, plans: Sequence[RulePlan[R]], write: Callable[[RulePlan[R]], None]
) -> None:
    """Write a branch for each of some rules; `write` says what it does."""
    rule = w.bind(f"M[{row} + {RULE}]", "rule")
    for plan in plans:
        lines, _ = w.captured(partial(write, plan))
        if lines:
            w.line(f"if {rule} == {plan.number}:")
            w.lines += lines


# --- groups -------------------------------------------------------------------------------------


def group_rows(em: Emitter) -> str:
    """Return the function (rows, first, group) that sorts rows by whom they concern."""
    whose = _concerned(em)

    def write(w: Writer) -> None:
        if whose is not None:
            w.block(f"""
for i in range(first_, M[q]):
    row = q + 1 + i * RULE_ROW
    M[row + {PLAYER}] = {whose}(row)
""")
        w.line("sort_rows(q, first_, group)")

    return em.define("group_rows", ["q", "first_", "group"], write)


def _concerned(em: Emitter) -> str | None:
    """Return the function (row) that says who decides about a row; None where it is always `me`."""
    telling = telling_events(em.program)
    if not telling:
        return None

    def write(w: Writer) -> None:
        def one(plan: Plan) -> None:
            event = telling.get(plan.number)
            if event is None or event.event is None or event.event.affects is None:
                return
            given = [f"M[row + {LOCALS + n}]" for n in range(event.slots)]
            me = f"M[row + {ME}]"
            said = w.bind(formula(em, w, event.event.affects, me, "NONE", me, given))
            w.line(f"return otherwise({said}, {me})")

        w.line("kept = g_top")
        by_rule(w, "row", reactions(em), one)
        w.line(f"return M[row + {ME}]")

    return em.define("concerned", ["row"], write)


# --- which is next ------------------------------------------------------------------------------


def may_act(em: Emitter) -> str:
    """Return the function (row) that says whether a rule acts though its card may have left, and
    whether its limit leaves room."""
    leavers_act = em.program.game.policy.leavers == "act"

    def write(w: Writer) -> None:
        def one(plan: Plan) -> None:
            works = works_on(em, plan)
            if works is not None and not leavers_act:
                w.line(f"if M[row + {OUT}] == 0:")
                w.line(f"    if {works}(M[row + {CARD}]) == 0:")
                w.line("        return 0")
            see_to_limit(em, w, plan)

        by_rule(w, "row", reactions(em), one)
        w.line("return 1")

    return em.define("may_act", ["row"], write)


def see_to_limit(em: Emitter, w: Writer, plan: Plan) -> None:
    """Write that the rule of a row does not act where its limit is used up; never for nobody."""
    limit = plan.rule.limit
    if limit is None:
        return
    me = w.bind(f"M[row + {ME}]", "p")
    has_bearer = "1" if limit.state.owner != "player" else f"{me} != NONE"
    with w.inner(f"if {has_bearer}:"), w.as_role(me, w.bind(f"M[row + {CARD}]", "c")):
        w.line(f"if not {value(em, w, is_left(limit))}:")
        w.line("    return 0")


def next_row(em: Emitter) -> str:
    """Return the function (rows) that takes the row out that is next, and returns a copy of it: who
    has several that may act says which, where their order can matter."""
    may, matter = may_act(em), _order_matters(em)
    counts = counting(em.program)

    def write(w: Writer) -> None:
        asks(em, w, "trigger", ("queue",))
        if counts:
            table = em.static(int(number in counts) for number in range(len(em.program.rules)))
            w.block(f"""
for k in range(in_turn(q)):
    if M[{table} + M[q + 1 + k * RULE_ROW + {RULE}]]:
        return take_row(q, k)
""")
        w.block(f"""
n = in_turn(q)
i = 0
decider = M[q + 1 + {PLAYER}]
if n > 1 and decider != NONE:
    p = g_top
    g_top = p + n + 2
    M[p] = 0
    for k in range(n):
        if {may}(q + 1 + k * RULE_ROW):
            M[p] += 1
            M[p + M[p]] = k
    r = 0
    if M[p] > 1:
        r = {matter}(q, p)
    if r:
        i = ask_rows(decider, q, p, 0)
    g_top = p
return take_row(q, i)
""")

    return em.define("next_row", ["q"], write)


def _order_matters(em: Emitter) -> str:
    """Return the function (rows, numbers) that says whether two of some rows differ in more than
    the copy they stand on, and touch what the other reads or writes."""

    def write(w: Writer) -> None:
        plans = reactions(em)
        places = {plan.number: place for place, plan in enumerate(plans)}
        numbers = range(len(em.program.rules))
        place_of = em.static((*(places.get(number, 0) for number in numbers), 0))
        conflicts, many = Conflicts(em.game), len(plans)
        cells = [0] * (many * many)
        for a, b in combinations_with_replacement(range(many), 2):
            matters = int(conflicts.matter(plans[a].rule.id, plans[b].rule.id))
            cells[a * many + b] = cells[b * many + a] = matters
        table, alike = em.static((*cells, 0)), _alike(em)
        w.block(f"""
n = M[p]
for i in range(n):
    a = q + 1 + M[p + 1 + i] * RULE_ROW
    for j in range(i + 1, n):
        b = q + 1 + M[p + 1 + j] * RULE_ROW
        x = M[{place_of} + M[a + {RULE}]] * {len(plans)} + M[{place_of} + M[b + {RULE}]]
        if M[{table} + x]:
            if {alike}(a, b) == 0:
                return 1
return 0
""")

    return em.define("order_matters", ["q", "p"], write)


def _alike(em: Emitter) -> str:
    """Return the function (row, row) that says whether two rows differ at most in the copy they
    stand on, and in what their rule does not read."""

    def write(w: Writer) -> None:
        w.block(f"""
if M[a + {RULE}] != M[b + {RULE}] or M[a + {ME}] != M[b + {ME}]:
    return 0
if M[a + {ACTOR}] != M[b + {ACTOR}]:
    return 0
if M[a + {CARD}] != NONE:
    if M[DF + M[a + {CARD}]] != M[DF + M[b + {CARD}]]:
        return 0
""")

        def one(plan: Plan) -> None:
            read = read_slots((plan.rule.body, plan.rule.cost))
            for n, type_ in enumerate(local_types(plan)):
                if n in read:
                    x, y = f"M[a + {LOCALS + n}]", f"M[b + {LOCALS + n}]"
                    test = f"{same(em, type_)}({x}, {y})" if is_block(type_) else f"{x} == {y}"
                    w.line(f"if not {test}:")
                    w.line("    return 0")

        by_rule(w, "a", reactions(em), one)
        w.line("return 1")

    return em.define("alike_rows", ["a", "b"], write)


# --- acting -------------------------------------------------------------------------------------


def act(em: Emitter) -> str:
    """Return the function (row) that runs the body of a rule."""

    def write(w: Writer) -> None:
        def one(plan: Plan) -> None:
            assert plan.code is not None
            cells = (ME, CARD, ACTOR, *range(LOCALS, LOCALS + plan.code.given))
            given = ", ".join(f"M[row + {cell}]" for cell in cells)
            count(w, LONG)
            w.line(f"r = {body_function(em, plan.code)}({given})")
            w.line("return r")

        by_rule(w, "row", reactions(em), one)

    return em.define("act", ["row"], write)


def run_rows(em: Emitter) -> str:
    """Return the function (rows) that lets rules act one after the other until none is left."""
    following, may = next_row(em), may_act(em)

    def write(w: Writer) -> None:
        w.block(f"""
while M[q] > 0:
    kept = g_top
    row = {following}(q)
    if {may}(row):
        r = {act(em)}(row)
        if g_over:
            return 0
    g_top = kept
""")

    return em.define("run_rows", ["q"], write)


# --- between bodies -----------------------------------------------------------------------------


def note(em: Emitter, w: Writer, plan: Plan, me: str, card: str, given: Sequence[str]) -> None:
    """Write that a rule waits from now on: it stands behind all others, in no group yet."""
    row, keep = w.bind("new_row(QUEUE)", "row"), keep_lists(em, plan)
    cells = {GROUP: "0 - 1", RULE: plan.number, CARD: card, OUT: 0, ME: me, ACTOR: me, PLAYER: me}
    cells |= {LOCALS + n: text for n, text in enumerate(given)}
    for cell, text in cells.items():
        w.line(f"M[{row} + {cell}] = {text}")
    if keep is not None:
        w.line(f"{keep}({row})")


def line_up(em: Emitter) -> str:
    """Return the function () that makes a group of the rows that stand in none."""

    def write(w: Writer) -> None:
        w.block(f"""
first_ = 0
while first_ < M[QUEUE] and M[QUEUE + 1 + first_ * RULE_ROW] >= 0:
    first_ += 1
if first_ < M[QUEUE]:
    M[PENDING] += 1
    {group_rows(em)}(QUEUE, first_, M[PENDING])
""")

    return em.define("line_up", [], write)


def settle(em: Emitter, w: Writer) -> None:
    """Write that all that waits acts, and that what always holds is checked in between."""
    over = w.bind(f"{_settle(em)}()")
    w.line(f"if {over}:")
    w.line("    return 0")


def _settle(em: Emitter) -> str:
    """Return the function () that lets all that waits act; its result is whether the match is
    over. `check` returns 1 where it is, 2 where it has changed something."""

    def write(w: Writer) -> None:
        w.block(f"""
watch = 0
while 1:
    {line_up(em)}()
    c = check()
    if c == 1:
        return 1
    if c == 0:
        if M[QUEUE] == 0:
            M[PENDING + 1] = LISTS
            return 0
        if STOPS:
            if g_steps > WATCHED_STEPS and g_trial == 0:
                watch = watched(watch)
        if watch >= 0:
            kept = g_top
            row = {next_row(em)}(QUEUE)
            if {may_act(em)}(row):
                r = {act(em)}(row)
                if g_over:
                    return 1
            g_top = kept
        else:
            watch = 0
""")

    return em.define("settle", [], write)
