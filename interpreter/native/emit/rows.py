"""Lay out the rows of rules that wait: which rule, on which card, with what it has been told.

A block of rows is a cell with their number, then the rows one behind the other. Rows that wait
until the body around their event has ended stand in the position, at `QUEUE`; what acts at once
stands in the arena. `triggers.flat` has what is done with rows.
"""

from __future__ import annotations

from interpreter.lower import ops
from interpreter.native.emit.emitter import Emitter

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
        "RANKS": em.room(seats + 1),
        "SEATS": seats,
        "START": em.base("values"),
        "SEATBASE": em.base("values") + em.layout.seat_base,
        "SEATSIZE": em.layout.seat_size,
        "BY_ELEMENT": em.static((*(int(number in becomes) for number in rules), 0)),
    }
