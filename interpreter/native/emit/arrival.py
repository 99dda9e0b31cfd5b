"""Keep in which order modifiers began to work, where that matters."""

from __future__ import annotations

from interpreter.native.emit.bearers import each_bearer
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.writer import Writer
from interpreter.native.runtime import NONE


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
