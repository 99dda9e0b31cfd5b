"""Write where rules work: the cards that have them, their order, the rows of those that wait.

A row says which rule waits, on which card, with what it has been told. A block of rows is a cell
with their number, then the rows one behind the other. Rows that wait until the body around their
event has ended stand in the position, at `QUEUE`; those that act at once stand in the arena.
`triggers.flat` has the functions over rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from dsl.model.rules import Rule
from interpreter.lower import ops
from interpreter.native.emit.dispatch import WriteBody, each_of
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.writer import Writer
from interpreter.native.runtime import NONE
from interpreter.program.noun_closures import first_zone
from interpreter.program.program import ActionPlan, RulePlan

Plan: TypeAlias = RulePlan[Rule] | ActionPlan


def each_bearer(em: Emitter, w: Writer, plan: Plan, body: WriteBody) -> None:
    """Write a loop over the cards on which a rule works now, in the order in which it acts.

    They come by active zones, owners and positions. For a rule that no card has, what `body` writes
    stands there once, with `NONE`.
    """
    bearing = em.evaluator.bearing(plan)
    if bearing is None:
        body("NONE")
    else:
        each_of_those(em, w, plan.places, bearing, body)


def each_of_those(
    em: Emitter, w: Writer, places: Iterable[int] | None, of: frozenset[int], body: WriteBody
) -> None:
    """Write a loop over the cards of some definitions in the zones of families; None: anywhere."""
    if places is None:
        each_copy(em, w, of, body)
    for family in places or ():
        _each_in(em, w, family, of, body)


def each_copy(em: Emitter, w: Writer, definitions: frozenset[int], body: WriteBody) -> None:
    """Write a loop over the cards of some definitions, wherever they lie."""
    flags = em.by_definition(lambda n: n in definitions)
    card = w.fresh("c")
    with w.inner(f"for {card} in range(g_entities):"), w.inner(f"if M[{flags} + M[DF + {card}]]:"):
        body(card)


def each_zone(em: Emitter, w: Writer, family: int, body: WriteBody) -> None:
    """Write a loop over the zones of a family; `body` is given the number of the zone."""
    key, zone = em.program.families[family].key, w.fresh("z")
    if key.owner in (None, "player"):  # these are there from the beginning, side by side
        first = first_zone(em.evaluator, key)
        many = 1 if key.owner is None else em.program.seats
        with w.inner(f"for {zone} in range({first}, {first + many}):"):
            body(zone)
        return
    own = len(em.analysis.holders.fixed)
    every, is_of_family = f"for {zone} in range({own}, g_zones):", f"if M[ZF + {zone}] == {family}:"
    with w.inner(every), w.inner(is_of_family):
        body(zone)


def _each_in(
    em: Emitter, w: Writer, family: int, definitions: frozenset[int], body: WriteBody
) -> None:
    """Write a loop over the cards of some definitions in the zones of a family."""
    flags = em.by_definition(lambda n: n in definitions)
    has_places = em.program.families[family].slots is not None

    def of_card(card: str) -> None:
        with w.inner(f"if M[{flags} + M[DF + {card}]]:"):
            body(card)

    def of_zone(zone: str) -> None:
        each_of(w, f"M[ZP + {zone}]", of_card, skips=has_places)

    each_zone(em, w, family, of_zone)


def arrived_cells(em: Emitter) -> int:
    """Return how many cells of a position say in which order modifiers began to work."""
    many = len(em.analysis.in_order)
    return 1 + 2 * em.image.most * many if many else 0


def arrived(em: Emitter) -> list[int]:
    """Return those cells as they are when a match begins."""
    if not em.analysis.in_order:
        return []
    pairs = (cell for pair in em.first.arrived for cell in pair)
    return [len(em.first.arrived), *(NONE if cell is None else cell for cell in pairs)]


def see_to_order(em: Emitter, w: Writer, card: str) -> None:
    """Write that the order of modifiers is kept where a card has moved that has rules."""
    if em.analysis.in_order:
        ruled = em.by_definition(em.analysis.listening.ruled.__contains__)
        with w.inner(f"if M[{ruled} + M[DF + {card}]]:"):
            w.line(f"{keep_order(em)}()")


def keep_order(em: Emitter) -> str:
    """Return the function that notes which modifiers have begun to work, behind those that work
    already. Those that begin at once follow their places in a row, then the order of the text."""

    def write(w: Writer) -> None:
        plans = em.machine.listener.in_order.values()
        room = em.image.most * len(plans)
        w.block(f"""
kept = g_top
q = modifier_rows({room})
""")
        for _, plan in sorted(plans, key=lambda pair: pair[0]):

            def row(card: str, number: int = plan.number) -> None:
                since = w.bind(f"works_since({number}, {card}, {room})")
                spot = f"(spot_of({card}) if {since} == {room} else 0)"
                w.line(f"add_modifier(q, {since}, {spot}, {number}, {card}, NONE)")

            each_bearer(em, w, plan, row)
        w.line("keep_arrived(q)")
        w.line("g_top = kept")

    return em.define("keep_order", [], write)


GROUP, PLAYER, RULE, CARD, OUT, ME, ACTOR, LOCALS = range(8)
"""The cells of a row: the group it stands in (-1: none yet), who decides about it, its rule and
card, whether the card was put out by its very event; then the locals of the rule."""
HEADER = 3
"""Cells before the rows that wait: the last group, the end of their lists, the number of rows."""
WAITING = 400
"""Rows that can wait at once."""
LISTS = 1500
"""Cells for the lists that rows hold which wait."""
LATER = 4000
"""Cells for what happens inside a batch, until it is over."""


def has_batches(em: Emitter) -> bool:
    """Return whether events ever happen together."""
    calls = (op for op in em.program.operations if isinstance(op, ops.Call))
    return any(op.collect is not None for op in calls)


def has_rows(em: Emitter) -> bool:
    """Return whether any rule ever waits."""
    return bool(em.program.reactions)


def row_cells(em: Emitter) -> int:
    """Return how many cells a row has."""
    return max((used_cells(em, number) for number in em.program.reactions), default=LOCALS)


def used_cells(em: Emitter, rule: int) -> int:
    """Return how many cells of a row a rule uses."""
    plan = em.program.reactions.get(rule)
    return LOCALS + (0 if plan is None or plan.code is None else plan.code.given)


def pending_cells(em: Emitter) -> int:
    """Return how many cells of a position keep what waits."""
    if not has_rows(em):
        return HEADER
    return _before_replaced(em) + 2 * len(_replaceable(em))


def _before_replaced(em: Emitter) -> int:
    """Return how many cells stand before those of events that are replaced."""
    later = LATER if has_batches(em) else 0
    return HEADER + WAITING * row_cells(em) + LISTS + later


def _replaceable(em: Emitter) -> list[str]:
    """Return the events that rules can stand instead of."""
    return sorted(id_ for id_, plans in em.program.insteads.items() if plans)


def replaced_cells(em: Emitter, id_: str) -> tuple[int, int]:
    """Return two cells of an event while a rule acts instead of it: where the rules stand that have
    been used for it or refused, and what it comes to."""
    at = em.base("pending") + _before_replaced(em) + 2 * _replaceable(em).index(id_)
    return at, at + 1


def pending_names(em: Emitter) -> dict[str, int]:
    """Return the names under which the runtime knows rows."""
    at, seats = em.base("pending"), em.program.seats
    lists = at + HEADER + WAITING * row_cells(em)
    rules = range(len(em.program.rules))
    becomes = {plan.number for plan in em.program.becomes if plan.rule.source is not None}
    return {
        "PENDING": at,
        "QUEUE": at + HEADER - 1,
        "WAITING": WAITING,
        "LISTS": lists,
        "LISTS_END": lists + LISTS,
        "LATER": lists + LISTS,
        "LATER_END": lists + LISTS + (LATER if has_batches(em) else 0),
        "BATCHES": int(has_batches(em)),
        "SIGHT": em.base("sight"),
        "RULE_ROW": row_cells(em),
        "RANKS": em.room(seats + 1, lasts=False),
        "SEATS": seats,
        "START": em.base("values"),
        "SEATBASE": em.base("values") + em.layout.seat_base,
        "SEATSIZE": em.layout.seat_size,
        "BY_ELEMENT": em.static((*(int(number in becomes) for number in rules), 0)),
    }
