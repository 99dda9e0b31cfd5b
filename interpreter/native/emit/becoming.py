"""Write how cards become copies of other cards, and are themselves again.

What a card is now stands in `DF`. The field of its kind that says until when keeps what it is by
itself. Both are definitions of one kind, so its fields and zones stay.
"""

from __future__ import annotations

from functools import partial

from interpreter.lower import ops
from interpreter.native.emit.arrival import keep_order
from interpreter.native.emit.dispatch import atom, guard, operation
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.state_triggers import follow
from interpreter.native.emit.writer import Writer
from interpreter.native.runtime import NONE


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
work(40 + (g_entities >> 2))
g_epoch += 1
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


def own_definition(em: Emitter, card: str) -> str:
    """Return what a card is by itself."""
    if not em.layout.own_definition:
        return f"M[DF + {card}]"

    def write(w: Writer) -> None:
        places = em.static(
            em.layout.own_definition.get(em.game.definitions[n].kind, NONE)
            for n in range(len(em.game.definitions))
        )
        w.block(f"""
at = M[{places} + M[DF + c]]
return M[DF + c] if at == NONE else M[M[EB + c] + at]
""")

    return f"{em.define('own_definition', ['c'], write)}({card})"


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
