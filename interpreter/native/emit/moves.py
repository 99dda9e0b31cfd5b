"""Write the functions that move a card into a zone: one for each family of zones and end."""

from __future__ import annotations

from dsl.model import expressions as e
from interpreter.native.emit.arrival import see_to_order
from interpreter.native.emit.becoming import return_in
from interpreter.native.emit.counting import count
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.state_triggers import follow
from interpreter.native.emit.writer import Writer
from interpreter.program.limits import MOVED
from interpreter.program.program import Family


def family_of(em: Emitter, zone: e.Expression) -> int | None:
    """Return the family of a zone where its expression says it, else None."""
    return em.program.family_numbers[zone.zone] if isinstance(zone, e.ZoneRef) else None


def mover(em: Emitter, zone: e.Expression | None, end: str | None) -> str:
    """Return the function (card, zone) that moves a card into a zone.

    Args:
        zone: The expression of the zone; None where it may be any.
        end: `top`, `bottom`, or None for where the zone takes cards.
    """
    number = None if zone is None else family_of(em, zone)
    if number is not None:
        return mover_into(em, number, end)

    def write(w: Writer) -> None:
        w.line("f = M[ZF + z]")
        for family in em.program.families:
            if family.is_used:
                w.line(f"if f == {family.number}:")
                w.line(f"    return {mover_into(em, family.number, end)}(c, z)")

    return em.define(f"move_{end or 'in'}", ["c", "z"], write)


def mover_into(em: Emitter, number: int, end: str | None) -> str:
    """Return the function (card, zone) that moves a card into a zone of a family: 0 where it
    does not fit there."""
    family = em.program.families[number]

    def write(w: Writer) -> None:
        count(w, MOVED)
        definitions = enumerate(em.program.definitions)
        there = [n for n, definition in definitions if definition is not None]
        fits = [family.kind in em.program.ancestors[d.kind] for d in em.game.definitions]
        coming = [n for n in there if fits[n]]
        if len(coming) < len(there):
            w.line(f"if M[{em.static(map(int, fits))} + M[DF + c]] == 0:")
            w.line("    return 0")
        w.line("old = M[PL + c]")
        _see_to_room(w, family)
        # a card does not move while cards lie in zones of its own
        carried = em.machine.natives.passages.carried
        if any(carried[n] for n in coming):
            w.line(f"for i in range(M[{em.static(carried)} + M[DF + c]]):")
            w.line("    if M[cards_of(M[EZ + c] + i)] > 0:")
            w.line("        fault(6)")
        w.block("""
g_epoch += 1
shown = seen(z)
knowing = 0
if old >= 0:
    knowing = take_out(c, old, z, shown)
""")
        w.line(f"{_put(family, end)}(z, c)")
        w.line("M[PL + c] = z")
        w.line("arrive(c, z, knowing, shown)")
        # cards that come in lose the state they do not keep
        fresh_in = em.machine.natives.passages.fresh_in
        fresh = {n for n in coming if fresh_in(n, number)}
        if fresh:
            flags = em.by_definition(lambda n: n in fresh)
            w.line(f"if M[{flags} + M[DF + c]]:")
            w.line(f"    {freshen(em)}(c)")
        return_in(em, w, number)
        see_to_order(em, w, "c")
        follow(em, w, "c")
        w.line("return 1")

    return em.define(f"move_{number}_{end or 'in'}", ["c", "z"], write)


def can_enter(em: Emitter) -> str:
    """Return the function (card, zone) that says whether a card fits into a zone, and has room."""

    def write(w: Writer) -> None:
        for family in em.program.families:
            fits = [family.kind in em.program.ancestors[d.kind] for d in em.game.definitions]
            with w.inner(f"if M[ZF + z] == {family.number}:"):
                if not all(fits):
                    w.line(f"if M[{em.static(map(int, fits))} + M[DF + c]] == 0:")
                    w.line("    return 0")
                w.line("old = M[PL + c]")
                _see_to_room(w, family)
        w.line("return 1")

    return em.define("can_enter", ["c", "z"], write)


def _see_to_room(w: Writer, family: Family) -> None:
    if family.slots is not None:
        w.line("if old != z and vacancies(z) == 0:")
        w.line("    return 0")
    elif family.limit is not None:
        w.line(f"if old != z and M[M[ZP + z]] >= {family.limit}:")
        w.line("    return 0")


def _put(family: Family, end: str | None) -> str:
    """Return the function of the runtime that puts a card where a family takes it."""
    if family.slots is not None:
        return "put_slot"
    if not family.is_ordered:
        return "put_sorted"
    is_top = end == "top" or (end is None and family.is_stack)
    return "put_top" if is_top else "put_end"


def freshen(em: Emitter) -> str:
    """Return the function (card) by which a card forgets the state it does not keep."""
    fresh = em.machine.natives.passages.fresh

    def write(w: Writer) -> None:
        w.line("f = M[DF + c]")
        w.line("a = M[EB + c]")
        for n, definition in enumerate(em.program.definitions):
            if definition is None or not fresh[n]:
                continue
            fields = em.layout.kind_fields[em.game.definitions[n].kind]
            with w.inner(f"if f == {n}:"):
                for at, default in fresh[n]:
                    w.line(f"M[a + {at}] = {em.constant(default, fields[at].type)}")

    return em.define("freshen", ["c"], write)
