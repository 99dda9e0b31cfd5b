"""Write the rules before an event and after it, and those that wait for a condition.

A rule that waits for a condition keeps in the state: none while its card is not active, else
whether its condition held, or of which elements, when it was last looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from dsl.model.rules import Becomes, Trigger
from interpreter.native.emit.dispatch import each_of, formula_condition, pool
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.hearing import fits, hear, holds, keep_lists, put_aside, told, works_on
from interpreter.native.emit.limits import count
from interpreter.native.emit.rules import CARD, OUT, RULE, each_bearer, has_batches
from interpreter.native.emit.scalars import place
from interpreter.native.emit.sight import controller
from interpreter.native.emit.waiting import group_rows, note, run_rows
from interpreter.native.emit.writer import Writer, is_block
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
                _wait(em, w, plan, (me, card), [])
        return
    with w.inner(f"if same_list({now}, {before}) == 0:"):

        def one(element: str) -> None:
            with w.inner(f"if member({element}, {before}) == 0:"):
                _wait(em, w, plan, (me, card), [element])

        each_of(w, now, one)
        w.line(f"{cell} = keep({before}, {now}, M[{now}] + 1)")


def _wait(em: Emitter, w: Writer, plan: Plan, bearer: tuple[str, str], given: list[str]) -> None:
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


Plans = Sequence[RulePlan[Trigger]]


def hears(em: Emitter, id_: str) -> bool:
    """Return whether any rule forbids an event, or stands before, after or instead of it."""
    program = em.program
    tables = (program.forbids, program.insteads, program.befores, program.afters)
    return any(table.get(id_) for table in tables)


def _in_order(plans: Plans) -> list[RulePlan[Trigger]]:
    """Return rules in the order in which they are heard."""
    return sorted(plans, key=lambda plan: plan.number)


def _room(em: Emitter, plans: Plans) -> str:
    """Return how many rows some rules can come to."""
    of_cards = sum(em.evaluator.bearing(plan) is not None for plan in plans)
    return f"{len(plans) - of_cards} + {of_cards} * g_entities"


# --- before -------------------------------------------------------------------------------------


def befores(em: Emitter, w: Writer, id_: str) -> str | None:
    """Write that the rules before an event act, in a cost none; return a variable that says whether
    any has acted, or None where there are none."""
    plans = _in_order(em.program.befores.get(id_, ()))
    if not plans:
        return None
    acted = w.bind("0")
    with w.inner("if g_payer == NONE:"):
        rows = w.bind(f"row_block({_room(em, plans)})", "q")
        for plan in plans:
            w.line(f"{fits(em, plan)}({rows}, {told(em, plan)})")
        _act_at_once(em, w, rows, acted)
    return acted


def _act_at_once(em: Emitter, w: Writer, rows: str, acted: str | None = None) -> None:
    """Write that the rules of some rows act, one after the other."""
    with w.inner(f"if M[{rows}] > 0:"):
        w.line(f"{group_rows(em)}({rows}, 0, 0)")
        w.line(f"{run_rows(em)}({rows})")
        w.line("if g_over:")
        w.line("    return 0")
        if acted is not None:
            w.line(f"{acted} = 1")


# --- after --------------------------------------------------------------------------------------


def witnesses(em: Emitter, w: Writer, id_: str) -> str | None:
    """Write which rules after an event hear it before its steps; return a variable with their rows,
    None where there are none."""
    plans = _in_order(em.program.afters.get(id_, ()))
    if not plans:
        return None
    rows = w.bind(f"row_block({_room(em, plans)})", "q")
    with as_before(em, w):
        for plan in plans:
            w.line(f"{hear(em, plan)}({rows}, 0, {told(em, plan)})")
    return rows


@contextmanager
def as_before(em: Emitter, w: Writer) -> Iterator[None]:
    """Write something that sees the position as it was before the batch, if there is one."""
    if not has_batches(em):
        yield
        return
    now = w.bind("look_back()", "now")
    yield
    w.line(f"look_now({now})")


def afters(em: Emitter, w: Writer, id_: str, known: str) -> None:
    """Write that an event raises the rules after it: those that heard it before, and those that do
    since. What does not wait until the body around has ended acts now; in a cost all waits."""
    if not has_batches(em):
        _afters(em, w, id_, known)
        return
    with w.inner("if g_before:"):
        keep_within(em, w, id_, known)
    with w.inner("else:"):
        _afters(em, w, id_, known)


def _afters(em: Emitter, w: Writer, id_: str, known: str) -> None:
    plans = _in_order(em.program.afters[id_])
    at_once = [plan for plan in plans if is_at_once(em, plan)]
    now = w.bind(f"row_block({_room(em, at_once)})", "q") if at_once else None
    for plan in plans:
        to = now if now is not None and is_at_once(em, plan) else "0"
        w.line(f"{_raise(em, plan)}({known}, {to}, {told(em, plan)})")
    if now is not None:
        _act_at_once(em, w, now)


def raise_now(em: Emitter, w: Writer, id_: str, known: str, now: str) -> None:
    """Write that a member of a batch raises the rules after it; of these `immediately` counts for
    nothing.

    Args:
        now: The variable of the rows that act when all is over.
    """
    for plan in _in_order(em.program.afters.get(id_, ())):
        to = now if plan.rule.at_once else "0"
        w.line(f"{_raise(em, plan)}({known}, {to}, {told(em, plan)})")


def keep_within(em: Emitter, w: Writer, id_: str, known: str) -> None:
    """Write that an event inside a batch is kept until all of it is over."""
    plan = em.program.events[id_]
    kept = w.bind(f"keep_later({plan.number}, me, {plan.slots}, {known})", "e")
    for n, type_ in enumerate(plan.slot_types[: plan.slots]):
        text = f"s{n}"
        if is_block(type_):
            text = put_aside(type_, text, "put_later", None)
        w.line(f"M[{kept} + {4 + n}] = {text}")
    rows = f"{kept} + {4 + plan.slots}"
    for trigger in em.program.afters.get(id_, ()):
        keep = keep_lists(em, trigger, "put_later")
        if keep is not None:
            i = w.fresh("i")
            with w.inner(f"for {i} in range(M[{rows}]):"):
                w.line(f"if M[{rows} + 1 + {i} * RULE_ROW + {RULE}] == {trigger.number}:")
                w.line(f"    {keep}({rows} + 1 + {i} * RULE_ROW)")
    w.line(f"M[{kept}] = g_later - {kept}")


def raised(em: Emitter) -> str:
    """Return the function (what was kept, rows that act now) that raises the rules after an event
    inside a batch."""

    def write(w: Writer) -> None:
        w.line("event = M[e + 1]")
        w.line("me = M[e + 2]")
        for id_, plans in em.program.afters.items():
            if not plans:
                continue
            event = em.program.events[id_]
            with w.inner(f"if event == {event.number}:"):
                for n in range(event.slots):
                    w.line(f"s{n} = M[e + {4 + n}]")
                raise_now(em, w, id_, f"e + {4 + event.slots}", "now")

    return em.define("raise_kept", ["e", "now"], write)


def is_at_once(em: Emitter, plan: RulePlan[Trigger]) -> bool:
    """Return whether a rule acts right after its event."""
    return plan.rule.at_once or em.program.game.policy.triggers == "immediate"


def _raise(em: Emitter, plan: RulePlan[Trigger]) -> str:
    """Return the function (known rows, rows that act now or 0, me, slots…) that lines up the rows
    of a rule whose condition holds now."""
    line_up = _line_up(em, plan)
    test = holds(em, plan)
    one = f"if {test}(row):\n            {line_up}(row, now)" if test else f"{line_up}(row, now)"

    def write(w: Writer) -> None:
        w.block(f"""
for i in range(M[known]):
    row = known + 1 + i * RULE_ROW
    if M[row + {RULE}] == {plan.number}:
        {one}
fresh = row_block({_room(em, [plan])})
{hear(em, plan)}(fresh, known, {told(em, plan)})
for i in range(M[fresh]):
    row = fresh + 1 + i * RULE_ROW
    if 1:
        {one}
""")

    params = ["known", "now", *told(em, plan).split(", ")]
    return em.define(f"raise_{plan.number}", params, write)


def _line_up(em: Emitter, plan: RulePlan[Trigger]) -> str:
    """Return the function (row, rows that act now or 0) that puts a row where it waits."""
    works, keep = works_on(em, plan), keep_lists(em, plan)

    def write(w: Writer) -> None:
        w.line(f"out = {'0' if works is None else f'1 - {works}(M[row + {CARD}])'}")
        if is_at_once(em, plan):
            with w.inner("if now != 0 and g_payer == NONE:"):
                w.line("to = add_row(now, row)")
                w.line(f"M[to + {OUT}] = out")
                w.line("return 0")
        w.line("to = add_row(QUEUE, row)")
        w.line(f"M[to + {OUT}] = out")
        if keep is not None:
            w.line(f"{keep}(to)")

    return em.define(f"line_up_{plan.number}", ["row", "now"], write)
