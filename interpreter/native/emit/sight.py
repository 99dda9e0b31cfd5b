"""Write the functions about cards: who holds them, who sees them, and which nobody can tell apart.

What is settled before the match stands in tables; these functions read the position.
"""

from __future__ import annotations

from dsl.model import types as t
from dsl.model.steps import Formula
from interpreter.native.emit.dispatch import formula
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.equality import same
from interpreter.native.emit.layout import refers
from interpreter.native.emit.writer import Unsupported, Writer, is_block
from interpreter.native.runtime import NONE
from interpreter.program.program import Family


def first_own_zone(em: Emitter) -> int:
    """Return the number of the first zone that an entity owns."""
    return len(em.analysis.holders.fixed)


def holder(em: Emitter) -> str:
    """Return the function (card) that says in the zone of which player a card lies."""

    def write(w: Writer) -> None:
        w.line("z = M[PL + c]")
        w.line("if z < 0:")
        w.line("    return NONE")
        if first_own_zone(em) < em.image.zones:
            w.line(f"if z >= {first_own_zone(em)}:")
            w.line(f"    return {controller(em)}(M[ZO + z])")
        w.line("return M[ZO + z]")

    return em.define("holder", ["c"], write)


def controller(em: Emitter) -> str:
    """Return the function (card) that says who is `me` in the rules of a card: as its kind says,
    else the first of the players it is meant for, else its holder, else its owner."""
    kinds = em.game.kinds
    controllers = {n: kind.controller for n, kind in kinds.items() if kind.controller}
    audiences = _audiences(em)

    def write(w: Writer) -> None:
        w.line("f = M[DF + c]")

        def of_kind(kind: str) -> None:
            said = em.evaluator.inherited(controllers, kind)
            meant = em.evaluator.inherited(audiences, kind)
            if said is not None:
                w.line(f"return {formula(em, w, said, 'NONE', 'c', 'NONE', ['c'])}")
            elif meant is not None:
                text = formula(em, w, meant, "NONE", "c", "NONE", ["c"])
                is_list = is_block(meant.expression.type)
                w.line(f"return first(or_empty({text}))" if is_list else f"return {text}")

        em.by_sort(w, [definition.kind for definition in em.game.definitions], of_kind)
        w.line(f"p = {holder(em)}(c)")
        w.line("return M[EO + c] if p == NONE else p")

    return em.define("controller", ["c"], write)


def _audiences(em: Emitter) -> dict[str, Formula]:
    """Return by kind who is meant by `owner` in the zones of a card, where the kind says it."""
    return {n: kind.players for n, kind in em.game.kinds.items() if kind.players}


def meant(em: Emitter) -> str:
    """Return the function (card) that says who is meant by `owner` in the zones of a card: a mask
    of players."""
    audiences = _audiences(em)

    def write(w: Writer) -> None:
        w.line("f = M[DF + c]")
        w.line("mask = 0")

        def of_kind(kind: str) -> None:
            asked = em.evaluator.inherited(audiences, kind)
            if asked is None:
                return
            w.line("kept = g_top")
            found = w.bind(formula(em, w, asked, "NONE", "c", "NONE", ["c"]))
            with w.inner(f"if {found} != NONE:"):
                if is_block(asked.expression.type):
                    w.line(f"for i in range(M[{found}]):")
                    w.line(f"    mask = mask | (1 << M[{found} + 1 + i])")
                else:
                    w.line(f"mask = 1 << {found}")
            w.line("g_top = kept")
            w.line("return mask")

        em.by_sort(w, [definition.kind for definition in em.game.definitions], of_kind)
        w.line(f"p = {holder(em)}(c)")
        w.line("if p != NONE:")
        w.line("    mask = 1 << p")
        w.line("return mask")

    return em.define("meant", ["c"], write)


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


# --- who sees -----------------------------------------------------------------------------------


def seen(em: Emitter) -> str:
    """Return the function (zone) that says who sees the cards of a zone: a mask of players."""

    def write(w: Writer) -> None:
        for family in em.program.families if em.sight_moves else ():
            audience, is_of_card = family.audience.cards, family.key.owner not in (None, "player")
            if is_of_card and audience in ("owner", "others"):
                _sees(em, w, family, audience)
        w.line(f"return M[{em.base('sight')} + z]")

    return em.define("seen", ["z"], write)


def _sees(em: Emitter, w: Writer, family: Family, audience: str) -> None:
    """Write whom an audience means for the zones of a family."""
    with w.inner(f"if M[ZF + z] == {family.number}:"):
        if audience in ("everyone", "nobody"):
            w.line("return EVERYONE" if audience == "everyone" else "return 0")
            return
        owner = "0"
        if family.key.owner == "player":
            owner = "(1 << M[ZO + z])"
        elif family.key.owner is not None:
            owner = w.bind(f"{meant(em)}(M[ZO + z])")
        w.line(f"return {owner}" if audience == "owner" else f"return EVERYONE & ~{owner}")


def seen_top(em: Emitter) -> str:
    """Return the function (zone) that says who sees the card on top of a zone."""

    def write(w: Writer) -> None:
        for family in em.program.families:
            if family.audience.top != family.audience.cards:
                _sees(em, w, family, family.audience.top)
        w.line(f"return {seen(em)}(z)")

    return em.define("seen_top", ["z"], write)


# --- what looks the same ------------------------------------------------------------------------


def same_fields(em: Emitter) -> str:
    """Return the function (decider, card, card) that says whether two copies of one definition
    differ in nothing that a player could see."""

    def write(w: Writer) -> None:
        if refers(em):
            told = referred(em)
            w.line(f"if {told}(a) or {told}(b):")
            w.line("    return 0")
        w.line("f = M[DF + a]")
        kinds = [
            None if definition is None or em.analysis.holders.single[n] else definition.kind
            for n, definition in enumerate(em.program.definitions)
        ]
        em.by_sort(w, kinds, lambda kind: _same_copies(em, w, kind))
        w.line("return 1")

    return em.define("same_fields", ["d", "a", "b"], write)


def _same_copies(em: Emitter, w: Writer, kind: str) -> None:
    """Write that cards with others on them, or with different state, are told apart."""
    for offset in range(len(em.layout.kind_zones[kind])):
        for card in "ab":
            w.line(f"if M[cards_of(M[EZ + {card}] + {offset})] > 0:")
            w.line("    return 0")
    for at, field in enumerate(em.layout.kind_fields[kind]):
        if field.seen_by == "nobody":
            continue
        one, other = f"M[M[EB + a] + {at}]", f"M[M[EB + b] + {at}]"
        if field.seen_by == "owner":  # as far as the decider sees it
            one = f"({one} if ({meant(em)}(a) >> d) & 1 else NONE)"
            other = f"({other} if ({meant(em)}(b) >> d) & 1 else NONE)"
        if field.key.is_definition and em.layout.veils:  # behind a veil only as far as it is known
            one = f"(NONE if veiled(a) and not (M[KN + a] >> d) & 1 else {one})"
            other = f"(NONE if veiled(b) and not (M[KN + b] >> d) & 1 else {other})"
        is_same = f"{one} == {other}"
        if is_block(field.type):
            is_same = f"{same(em, field.type)}({one}, {other})"
        w.line(f"if not {is_same}:")
        w.line("    return 0")


def referred(em: Emitter) -> str:
    """Return the function (card) that says whether state holds a card."""

    def write(w: Writer) -> None:
        for place, type_ in em.layout.reference_places:
            _if_holds(w, str(em.base("values") + place), type_)
        for kind, offsets in em.layout.reference_offsets.items():
            table = em.static(tuple(int(d.kind == kind) for d in em.game.definitions))
            with w.inner("for i in range(g_entities):"), w.inner(f"if M[{table} + M[DF + i]]:"):
                for offset, type_ in offsets:
                    _if_holds(w, f"M[EB + i] + {offset}", type_)
        w.line("return 0")

    return em.define("referred", ["c"], write)


def _if_holds(w: Writer, cell: str, type_: t.Type) -> None:
    if t.is_bag(type_):
        raise Unsupported("bags that hold cards")
    w.line(f"if member(c, M[{cell}]):" if is_block(type_) else f"if M[{cell}] == c:")
    w.line("    return 1")


# --- seats --------------------------------------------------------------------------------------


def neighbours(em: Emitter) -> None:
    """Write the functions (player) that say which player still in the match is next, or was."""
    seats, size = em.program.seats, em.layout.seat_size
    base = em.base("values") + em.layout.seat_base

    def write(w: Writer, step: int) -> None:
        w.line("s = somebody(p)")
        with w.inner(f"for i in range({seats}):"):
            w.line(f"s += {step}")
            w.line(f"if s == {seats}:" if step > 0 else "if s < 0:")
            w.line("    s = 0" if step > 0 else f"    s = {seats - 1}")
            w.line(f"if M[s * {size} + {base}] == 0:")
            w.line("    return s")
        w.line("return p")

    em.define("next_seat", ["p"], lambda w: write(w, 1))
    em.define("previous_seat", ["p"], lambda w: write(w, -1))
