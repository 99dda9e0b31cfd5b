"""Write moves of cards, copies of other cards, and whether an event can happen.

One function moves a card into a family of zones, at one end. `DF` holds the definition that a card
has now. A field of its kind says until when, and keeps its own definition. Both are definitions of
one kind, so its fields and zones stay.
"""

from __future__ import annotations

from functools import partial

from dsl.model import expressions as e
from interpreter.lower import ops
from interpreter.native.emit.dispatch import atom, formula_condition, guard, operation
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.hearing import forbidden
from interpreter.native.emit.rules import keep_order, see_to_order
from interpreter.native.emit.sight import own_definition
from interpreter.native.emit.triggers import follow
from interpreter.native.emit.writer import Writer
from interpreter.program.program import EventPlan, Family


@operation(ops.Become)
def become(em: Emitter, w: Writer, op: ops.Become, number: int) -> None:
    """Make a card a copy of another definition; of none, or by none: nothing."""

    def write() -> None:
        card, definition = atom(em, w, op.of), atom(em, w, op.value)
        with w.inner(f"if {card} != NONE and {definition} != NONE:"):
            w.line(f"{become_function(em)}({card}, {definition})")

    guard(w, write)


def become_function(em: Emitter) -> str:
    """Return the function (card, definition) that makes a card a copy: rules that it has no more
    forget what held."""
    there = em.by_definition(lambda n: em.program.definitions[n] is not None, more=1)
    waiting = {plan.rule.state for plan in em.program.becomes}

    def write(w: Writer) -> None:
        w.block(f"""
if M[DF + c] == d or M[{there} + d] == 0:
    return 0
work(40 + div_s(g_entities, BULK))
g_epoch += 1
if VEILS:
    if M[VEIL + d]:
        M[KN + c] = M[KN + c] | identifies(c)
M[DF + c] = d
""")
        for kind, fields in em.layout.kind_fields.items():
            places = [at for at, field in enumerate(fields) if field.key in waiting]
            if places:
                of_kind = em.by_definition(partial(_is_of, em, kind))
                with w.inner(f"if M[{of_kind} + d]:"):
                    for at in places:
                        w.line(f"M[M[EB + c] + {at}] = NONE")
        if em.analysis.in_order:
            w.line(f"{keep_order(em)}()")
        follow(em, w, "c")

    return em.define("become", ["c", "d"], write)


def _is_of(em: Emitter, kind: str, number: int) -> bool:
    return em.game.definitions[number].kind == kind


def be_itself(em: Emitter, w: Writer, card: str) -> None:
    """Write that a card is again what it is by itself, where cards ever become others."""
    if em.layout.own_definition:
        w.line(f"{become_function(em)}({card}, {own_definition(em, card)})")


def return_in(em: Emitter, w: Writer, family: int) -> None:
    """Write that a card which has come into a family of zones is itself again, if it is there."""
    returns_in = em.machine.natives.passages.returns_in
    numbers = range(len(em.game.definitions))
    returning = {n for n in numbers if returns_in(n, family)}
    if returning:
        flags = em.by_definition(returning.__contains__)
        with w.inner(f"if M[{flags} + M[DF + c]]:"):
            be_itself(em, w, "c")


def end_copies(em: Emitter, w: Writer, kinds: frozenset[str]) -> None:
    """Write that all cards of some kinds are themselves again: their time as copies is over."""
    if kinds:
        w.line("work(g_entities * 16)")
        flags = em.by_definition(lambda n: em.game.definitions[n].kind in kinds)
        with w.inner("for i in range(g_entities):"), w.inner(f"if M[{flags} + M[DF + i]]:"):
            be_itself(em, w, "i")


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
shown = seen(z) if not veiled(c) else 0
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

        def kept_not(number: int) -> tuple[tuple[int, str], ...] | None:
            if em.program.definitions[number] is None:
                return None
            fields = em.layout.kind_fields[em.game.definitions[number].kind]
            cells = ((at, em.constant(said, fields[at].type)) for at, said in fresh[number])
            return tuple(cells) or None

        def forget(cells: tuple[tuple[int, str], ...]) -> None:
            for at, default in cells:
                w.line(f"M[a + {at}] = {default}")

        em.by_sort(w, [kept_not(n) for n in range(len(em.program.definitions))], forget)

    return em.define("freshen", ["c"], write)


def possible(em: Emitter, w: Writer, plan: EventPlan, me: str, given: list[str]) -> str:
    """Return a variable that says whether an event can happen with its arguments."""
    found, told = w.bind("1"), given[: plan.slots]
    if plan.event is not None and plan.event.when is not None:
        holds = formula_condition(em, w, plan.event.when, me, "NONE", me, told)
        w.line(f"{found} = 1 if {holds} else 0")
    if plan.needs_room:
        w.line(f"if {found}:")
        w.line(f"    {found} = {can_enter(em)}({given[0]}, {given[1]})")
    is_forbidden = forbidden(em, plan.id, me, told)
    if is_forbidden is not None:
        w.line(f"if {found}:")
        w.line(f"    {found} = 1 - {is_forbidden}")
    return found
