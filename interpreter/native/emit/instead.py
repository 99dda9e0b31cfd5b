"""Write what happens instead of an event: who decides about it, and what stands for it.

While a rule acts instead of an event, two cells of that event say which rules have been used or
refused so far, and what the event comes to: the same event within the rule goes on from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

from dsl.model.rules import Replacement
from dsl.model.types import SEAT_OF_TARGET
from interpreter.native.emit.bodies import body_function
from interpreter.native.emit.costs import pays_at
from interpreter.native.emit.dispatch import actor_of, asks, atom, formula
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.equality import same
from interpreter.native.emit.hearing import as_row, fits, local_types, told
from interpreter.native.emit.limits import count
from interpreter.native.emit.rules import ACTOR, CARD, LOCALS, ME, PLAYER, RULE, replaced_cells
from interpreter.native.emit.sight import controller
from interpreter.native.emit.waiting import by_rule, see_to_limit
from interpreter.native.emit.writer import Writer, is_block, name_of
from interpreter.program.limits import LONG
from interpreter.program.program import EventPlan, RulePlan
from interpreter.walk.decision import concerned_by

Plan: TypeAlias = RulePlan[Replacement]


def insteads(em: Emitter, id_: str) -> list[Plan]:
    """Return the rules that can stand instead of an event, in the order in which they are heard."""
    return sorted(em.program.insteads.get(id_, ()), key=lambda plan: plan.number)


def begin_used(em: Emitter, w: Writer, id_: str) -> None:
    """Write that an event takes over which rules have been used for it already."""
    if insteads(em, id_):
        w.line("used = g_used")
        w.line("g_used = 0")


def replace(em: Emitter, w: Writer, id_: str, result: str | None = None) -> None:
    """Write that a rule may stand instead of an event.

    Args:
        result: What is returned then; None for what the rule has made of the event.
    """
    plans = insteads(em, id_)
    if not plans:
        return
    used, comes_to = replaced_cells(em, id_)
    given = told(em, plans[0])
    outer = w.bind(f"M[{used}]"), w.bind(f"M[{comes_to}]")
    done = w.bind(f"{_replace(em, id_)}(used, {given})", "r")
    w.line("if g_over:")
    w.line("    return 0")
    found = w.bind(f"M[{comes_to}]")
    w.line(f"M[{used}] = {outer[0]}")
    w.line(f"M[{comes_to}] = {outer[1]}")
    w.line(f"if {done}:")
    w.line(f"    return {found if result is None else result}")


def go_on(em: Emitter, w: Writer, id_: str) -> None:
    """Write that the event that begins next goes on where one was replaced."""
    if insteads(em, id_):
        w.line(f"g_used = M[{replaced_cells(em, id_)[0]}]")


def tell_original(em: Emitter, w: Writer, id_: str, found: str) -> None:
    """Write that the event that was replaced comes to what the one in its place has come to."""
    if insteads(em, id_):
        used, comes_to = replaced_cells(em, id_)
        w.line(f"if M[{used}]:")
        w.line(f"    M[{comes_to}] = {found}")


# --- one after the other ------------------------------------------------------------------------


def _replace(em: Emitter, id_: str) -> str:
    """Return the function (used, me, slots…) that asks about the rules that stand instead of an
    event until one is taken, or all are refused; its result is whether one was taken."""
    plans, event = insteads(em, id_), em.program.events[id_]
    used, comes_to = replaced_cells(em, id_)
    given = told(em, plans[0])
    of_cards = sum(em.evaluator.bearing(plan) is not None for plan in plans)
    room = f"{len(plans) - of_cards} + {of_cards} * g_entities"
    nothing = em.constant(event.no_result, event.event.result) if event.event else "0"

    def write(w: Writer) -> None:
        w.block(f"""
kept = g_top
u = g_top
n = 0
if used:
    n = M[used] * 2
    cells(u + 1, used + 1, n)
M[u] = n >> 1
g_top = u + 1 + n + 2 * ({room})
while 1:
    q = row_block({room})
""")
        w.depth += 1
        for plan in plans:
            w.line(f"{fits(em, plan)}(q, {given})")
        w.depth -= 1
        w.block(f"""
    {_open(em, id_)}(q, u)
    if M[q] == 0:
        g_top = kept
        return 0
    own = {_own(em, id_)}(q, {given})
    p = {_different(em, id_)}(own)
    i = {_chosen(em, id_)}(own, p)
    if i < 0:
        for j in range(M[own]):
            use_row(u, own + 1 + j * RULE_ROW)
    else:
        row = own + 1 + i * RULE_ROW
        use_row(u, row)
        M[{used}] = u
        M[{comes_to}] = {nothing}
        {_act(em, id_)}(row)
        if g_over == 0:
            g_top = kept
        return 1
""")

    return em.define(f"replace_{name_of(id_)}", ["used", *given.split(", ")], write)


def _open(em: Emitter, id_: str) -> str:
    """Return the function (rows, used) that leaves only the rows that can act: not used or refused
    before, within their limit, and if they are optional, with somebody who decides and can pay."""
    is_last = em.program.game.policy.replacements == "last"

    def one(w: Writer, plan: Plan) -> None:
        see_to_limit(em, w, plan)
        if not _is_optional(plan):
            return
        with as_row(em, w, plan):
            decider = actor_of(em, w, plan.rule.by)
            w.line(f"if {decider} == NONE:")
            w.line("    return 0")
            w.line(f"if g_payer != NONE and g_payer != {decider}:")
            w.line("    return 0")
            if plan.code is not None and plan.acting is not None and plan.acting.pays is not None:
                rest = range(plan.code.given, plan.code.size)
                with w.naming(dict.fromkeys(rest, "NONE")):
                    paid = w.bind(pays_at(em, w, plan.code, plan.acting.pays))
                w.line(f"if {paid} == 0:")
                w.line("    return 0")

    def write_one(w: Writer) -> None:
        w.line("if is_used(u, row):")
        w.line("    return 0")
        by_rule(w, "row", insteads(em, id_), partial(one, w))
        w.line("return 1")

    is_open = em.define(f"is_open_{name_of(id_)}", ["row", "u"], write_one)

    def write(w: Writer) -> None:
        w.block(f"""
n = M[q]
M[q] = 0
for i in range(n):
    row = q + 1 + i * RULE_ROW
    if {is_open}(row, u):
        add_row(q, row)
""")
        if is_last:
            w.block("""
if M[u] > 0:
    M[q] = 0
if M[q] > 1:
    cells(q + 1, q + 1 + (M[q] - 1) * RULE_ROW, RULE_ROW)
    M[q] = 1
""")

    return em.define(f"open_{name_of(id_)}", ["q", "u"], write)


def _is_optional(plan: Plan) -> bool:
    return plan.rule.optional or plan.cost is not None


# --- who decides --------------------------------------------------------------------------------


def _own(em: Emitter, id_: str) -> str:
    """Return the function (rows, me, slots…) that returns the rows about which the player decides
    whose turn it is to do so: those whom the event concerns come first, in a cost who pays it."""
    plans = insteads(em, id_)
    given = told(em, plans[0])

    def write(w: Writer) -> None:
        decider, orderer = _decider(em, id_), _orderer(em, id_)
        w.block(f"""
if M[q] == 1:
    M[q + 1 + {PLAYER}] = {decider}(q + 1)
    return q
first_ = g_payer
if first_ == NONE:
    first_ = {_affected(em, em.program.events[id_])}({given})
rank_players(first_)
best = SEATS + 1
for i in range(M[q]):
    row = q + 1 + i * RULE_ROW
    M[row + {PLAYER}] = {orderer}(row, first_)
    best = least(best, rank_of(row))
own = row_block(M[q])
for i in range(M[q]):
    row = q + 1 + i * RULE_ROW
    if rank_of(row) == best:
        add_row(own, row)
return own
""")

    return em.define(f"own_{name_of(id_)}", ["q", *given.split(", ")], write)


def _decider(em: Emitter, id_: str) -> str:
    """Return the function (row) that says who decides about an optional rule."""

    def one(w: Writer, plan: Plan) -> None:
        if plan.rule.by is not None:
            with as_row(em, w, plan):
                w.line(f"return {atom(em, w, plan.rule.by)}")

    def write(w: Writer) -> None:
        by_rule(w, "row", insteads(em, id_), partial(one, w))
        w.line(f"return M[row + {ME}]")

    return em.define(f"decider_{name_of(id_)}", ["row"], write)


def _orderer(em: Emitter, id_: str) -> str:
    """Return the function (row, who is concerned) that says who says when a rule acts. Of a
    required one that is whom the event concerns, if they may see its card, else its controller."""
    optional = _optional_flags(em)

    def write(w: Writer) -> None:
        w.block(f"""
if M[{optional} + M[row + {RULE}]]:
    return {_decider(em, id_)}(row)
card = M[row + {CARD}]
seeing = 0 - 1
if card != NONE:
    seeing = looks(card)
if (seeing >> first_) & 1:
    return first_
me = M[row + {ME}]
if g_payer != NONE or me == NONE:
    return NONE
if (seeing >> me) & 1:
    return me
return NONE
""")

    return em.define(f"orderer_{name_of(id_)}", ["row", "first_"], write)


def _optional_flags(em: Emitter) -> int:
    """Return where a table says which rules are asked about."""
    plans = {plan.number: plan for each in em.program.insteads.values() for plan in each}
    numbers = range(len(em.program.rules))
    return em.static((*(int(n in plans and _is_optional(plans[n])) for n in numbers), 0))


def _affected(em: Emitter, event: EventPlan) -> str:
    """Return the function (me, slots…) that says whom an event concerns: as it says itself, else
    the last player it names, else who controls the last card that is not where it comes from."""
    slots, concerned = [f"s{n}" for n in range(event.slots)], concerned_by(event)

    def write(w: Writer) -> None:
        if event.event is not None and event.event.affects is not None:
            said = w.bind(formula(em, w, event.event.affects, "me", "NONE", "me", slots))
            w.line(f"if {said} != NONE:")
            w.line(f"    return {said}")
        for place, is_target in concerned.players:
            there, seat = f"s{place} != NONE", f"s{place}"
            if is_target:
                there, seat = f"{there} and s{place} < 0", f"{SEAT_OF_TARGET} - s{place}"
            w.line(f"if {there}:")
            w.line(f"    return {seat}")
        for place in concerned.cards:
            with w.inner(f"if s{place} >= 0:"):
                player = w.bind(f"{controller(em)}(s{place})")
                w.line(f"if {player} != NONE:")
                w.line(f"    return {player}")
        w.line("if me != NONE:")
        w.line("    return me")
        w.line("return first_in_match(active_player())")

    return em.define(f"affected_{name_of(event.id)}", ["me", *slots], write)


# --- what is chosen -----------------------------------------------------------------------------


def _different(em: Emitter, id_: str) -> str:
    """Return the function (rows) that returns the numbers of those that differ: the same rule of
    equal cards with equal bound values is no choice."""
    twins = _twins(em, insteads(em, id_), id_)

    def write(w: Writer) -> None:
        w.block(f"""
n = M[q]
p = g_top
g_top = p + n + 2
M[p] = 0
for i in range(n):
    row = q + 1 + i * RULE_ROW
    is_new = 1
    for j in range(M[p]):
        if {twins}(q + 1 + M[p + 1 + j] * RULE_ROW, row):
            is_new = 0
    if is_new:
        M[p] += 1
        M[p + M[p]] = i
return p
""")

    return em.define(f"different_{name_of(id_)}", ["q"], write)


def _twins(em: Emitter, plans: Sequence[Plan], id_: str) -> str:
    """Return the function (row, row) that says whether two rows differ at most in the copy."""

    def one(w: Writer, plan: Plan) -> None:
        for n, type_ in enumerate(local_types(plan)):
            x, y = f"M[a + {LOCALS + n}]", f"M[b + {LOCALS + n}]"
            test = f"{same(em, type_)}({x}, {y})" if is_block(type_) else f"{x} == {y}"
            w.line(f"if not {test}:")
            w.line("    return 0")

    def write(w: Writer) -> None:
        for cell in (RULE, ME, ACTOR):
            w.line(f"if M[a + {cell}] != M[b + {cell}]:")
            w.line("    return 0")
        with w.inner(f"if M[a + {CARD}] != NONE:"):
            w.line(f"if M[DF + M[a + {CARD}]] != M[DF + M[b + {CARD}]]:")
            w.line("    return 0")
        by_rule(w, "a", plans, partial(one, w))
        w.line("return 1")

    return em.define(f"twins_{name_of(id_)}", ["a", "b"], write)


def _chosen(em: Emitter, id_: str) -> str:
    """Return the function (rows, numbers) that returns the number of the row that acts, -1 for
    none: where all are optional, that is an option. What nobody may see acts unasked."""
    optional = _optional_flags(em)

    def write(w: Writer) -> None:
        w.block(f"""
may_not = 1
for i in range(M[p]):
    may_not = may_not & M[{optional} + M[q + 1 + M[p + 1 + i] * RULE_ROW + {RULE}]]
decider = M[q + 1 + {PLAYER}]
if may_not == 0:
    if M[p] == 1 or decider == NONE:
        return M[p + 1]
""")
        asks(em, w, "replacement", ("event", id_))
        w.line("i = ask_rows(decider, q, p, may_not)")
        w.line("return i")

    return em.define(f"chosen_{name_of(id_)}", ["q", "p"], write)


def _act(em: Emitter, id_: str) -> str:
    """Return the function (row) that runs the body of a rule that stands instead of an event."""

    def one(w: Writer, plan: Plan) -> None:
        assert plan.code is not None
        cells = (ME, CARD, ACTOR, *range(LOCALS, LOCALS + plan.code.given))
        given = ", ".join(f"M[row + {cell}]" for cell in cells)
        count(w, LONG)
        w.line(f"r = {body_function(em, plan.code)}({given})")
        w.line("return r")

    def write(w: Writer) -> None:
        by_rule(w, "row", insteads(em, id_), partial(one, w))

    return em.define(f"act_instead_{name_of(id_)}", ["row"], write)
