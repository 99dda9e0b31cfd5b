"""Write the functions of the events that make or end cards, fill a zone, or exchange two cards."""

from __future__ import annotations

from collections.abc import Callable

from dsl.model import expressions as e
from dsl.model import types as t
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.moves import be_itself, freshen, mover
from interpreter.native.emit.rules import see_to_order
from interpreter.native.emit.sight import holder, own_definition
from interpreter.native.emit.triggers import follow
from interpreter.native.emit.writer import Unsupported, Writer, is_block
from interpreter.native.runtime import NONE
from interpreter.program.limits import UNLIMITED
from interpreter.walk.moves import NOWHERE

# --- create -------------------------------------------------------------------------------------


def create_function(em: Emitter, zone: e.Expression | None) -> str:
    """Return the function (bag, zone) of `create`: free copies come, as many as there are and have
    room, in a cost all. Its result is the list of those that have come.

    Args:
        zone: The expression of the zone; None where it may be any.
    """
    move, come, held_by = mover(em, zone, None), _come(em), holder(em)
    coming = coming_function(em)

    def write(w: Writer) -> None:
        w.block(f"""
c = {coming}(bag, z)
if g_payer != NONE and bag_size(c) < bag_size(bag):
    return fail()
q = g_top
g_top = q + 1 + bag_size(c)
n = 0
for i in range(M[c]):
    first_ = g_entities
    for k in range(M[c + 2 + 2 * i]):
        e = {come}(M[c + 1 + 2 * i])
        {move}(e, z)
        n += 1
        M[q + n] = e
    for k in range(first_, g_entities):
        M[EO + k] = {held_by}(first_)
M[q] = n
return q
""")

    return em.define(f"create_{move}", ["bag", "z"], write)


def coming_function(em: Emitter) -> str:
    """Return the function (bag, zone) that returns those of some copies that are free and have room
    in a zone."""
    there = enumerate(em.program.definitions)
    copies = em.static(0 if d is None else em.program.copies(n) for n, d in there)
    kinds = [em.program.ancestors[definition.kind] for definition in em.game.definitions]
    rows = (em.static(int(f.kind in kind) for kind in kinds) for f in em.program.families)
    fits = em.static(rows)
    limits = em.static(NONE if f.limit is None else f.limit for f in em.program.families)

    def write(w: Writer) -> None:
        w.block(f"""
f = M[ZF + z]
room = g_entities + {UNLIMITED}
if M[SLOTS + f] > 0:
    room = vacancies(z)
elif M[{limits} + f] != NONE:
    room = M[{limits} + f] - M[M[ZP + z]]
q = g_top
g_top = q + 1 + 2 * M[bag]
M[q] = 0
for i in range(M[bag]):
    d = M[bag + 1 + 2 * i]
    used = 0
    for e in range(g_entities):
        if {own_definition(em, "e")} == d:
            used += 1
    left = most(M[{copies} + d] - used + M[{em.base("free")} + d], 0)
    many = least(least(M[bag + 2 + 2 * i], left), room)
    if many > 0 and M[M[{fits} + f] + d]:
        n = M[q]
        M[q + 1 + 2 * n] = d
        M[q + 2 + 2 * n] = many
        M[q] = n + 1
        room -= many
return q
""")

    return em.define("coming", ["bag", "z"], write)


def _come(em: Emitter) -> str:
    """Return the function (definition) that makes one more card, nowhere yet."""
    layout, definitions = em.layout, em.game.definitions
    kinds = [definition.kind for definition in definitions]
    families = [[em.program.family_numbers[key] for key in layout.kind_zones[k]] for k in kinds]
    fields = em.static(len(layout.kind_fields[kind]) for kind in kinds)
    born = em.static(_defaults(em, n) for n in range(len(definitions)))
    own = em.static(em.static((len(each), *each)) for each in families)
    masks = em.static(
        (1 << em.program.seats) - 1 if family.audience.cards == "everyone" else 0
        for family in em.program.families
    )
    rooms = em.static((*em.image.zone_cells, 0))

    def write(w: Writer) -> None:
        w.block(f"""
if g_entities >= {em.image.most}:
    fault(17)
work(40 + div_s(g_entities, BULK))
g_epoch += 1
e = g_entities
g_entities = e + 1
M[DF + e] = d
M[EB + e] = g_values
copy(g_values, M[{born} + d], M[{fields} + d])
g_values += M[{fields} + d]
M[PL + e] = -1
M[KN + e] = 0
M[EO + e] = NONE
M[EZ + e] = -1
p = M[{own} + d]
if M[p] > 0:
    M[EZ + e] = g_zones
    for i in range(M[p]):
        M[ZF + g_zones] = M[p + 1 + i]
        M[ZO + g_zones] = e
        M[{em.base("sight")} + g_zones] = M[{masks} + M[p + 1 + i]]
        M[ZP + g_zones] = M[ZP + g_zones - 1] + M[{rooms} + M[ZF + g_zones - 1]]
        n = M[SLOTS + M[p + 1 + i]]
        M[M[ZP + g_zones]] = n
        for k in range(n):
            M[M[ZP + g_zones] + 1 + k] = NONE
        g_zones += 1
return e
""")

    return em.define("come", ["d"], write)


def _defaults(em: Emitter, definition: int) -> int:
    """Return where the state lies with which copies of a definition come."""
    fields = em.layout.kind_fields[em.game.definitions[definition].kind]
    pairs = zip(em.layout.defaults(definition), fields, strict=True)
    return em.static((*(em.cell(value, field.type) for value, field in pairs), 0))


# --- retire -------------------------------------------------------------------------------------


def retire_function(em: Emitter) -> str:
    """Return the function (card) of `retire`: a card leaves the match, and what referred to it."""
    settle, drop = _settle(em), _drop_references(em)

    def write(w: Writer) -> None:
        w.block(f"""
z = M[PL + c]
if z < 0:
    return 0
g_epoch += 1
take_out(c, z, 0 - 1, EVERYONE)
M[PL + c] = 0 - 1
{settle}(c)
""")
        be_itself(em, w, "c")
        w.line(f"M[{em.base('free')} + M[DF + c]] += 1")
        w.line(f"{drop}(c)")
        w.line("return 1")

    return em.define("retire", ["c"], write)


def _settle(em: Emitter) -> str:
    """Return the function (card) by which a card forgets what it has no more where it lies now, and
    its rules begin to work there or do so no longer."""
    passages, numbers = em.machine.natives.passages, range(len(em.game.definitions))
    families = [NOWHERE, *range(len(em.program.families))]

    def flags(holds: Callable[[int, int], object]) -> int | None:
        cells = [int(bool(holds(n, family))) for family in families for n in numbers]
        return em.static(cells) if any(cells) else None

    def write(w: Writer) -> None:
        w.line("z = M[PL + c]")
        w.line("f = M[ZF + z] if z >= 0 else 0 - 1")
        w.line(f"at = (f + 1) * {len(numbers)} + M[DF + c]")
        fresh, returning = flags(passages.fresh_in), flags(passages.returns_in)
        if fresh is not None:
            w.line(f"if M[{fresh} + at]:")
            w.line(f"    {freshen(em)}(c)")
        if returning is not None:
            with w.inner(f"if M[{returning} + at]:"):
                be_itself(em, w, "c")
        see_to_order(em, w, "c")
        follow(em, w, "c")

    return em.define("settle_card", ["c"], write)


def _drop_references(em: Emitter) -> str:
    """Return the function (card) by which state holds a card no more: none in its place, and lists
    without it."""

    def drop(w: Writer, cell: str, type_: t.Type) -> None:
        if not is_block(type_):
            w.line(f"if M[{cell}] == c:")
            w.line(f"    M[{cell}] = NONE")
            return
        if t.is_bag(type_) or is_block(t.element_of(type_)):
            raise Unsupported("`retire` where state holds cards in bags or in lists of lists")
        with w.inner(f"if M[{cell}] != NONE:"):
            w.line(f"new = difference(M[{cell}], one)")
            w.line(f"M[{cell}] = keep(M[{cell}], new, M[new] + 1)")

    def write(w: Writer) -> None:
        w.line("one = g_top")
        w.line("M[one] = 1")
        w.line("M[one + 1] = c")
        w.line("g_top = one + 2")
        for place, type_ in em.layout.reference_places:
            drop(w, str(em.base("values") + place), type_)
        for kind, offsets in em.layout.reference_offsets.items():
            table = em.static(int(d.kind == kind) for d in em.game.definitions)
            with w.inner("for i in range(g_entities):"), w.inner(f"if M[{table} + M[DF + i]]:"):
                for offset, type_ in offsets:
                    drop(w, f"M[EB + i] + {offset}", type_)
        w.line("g_top = one")

    return em.define("drop_references", ["c"], write)


# --- fill ---------------------------------------------------------------------------------------


def fill_function(em: Emitter) -> str:
    """Return the function (zone, source) that fills a zone from the top of another one: 1 where
    any card has moved."""
    move = mover(em, None, None)

    def write(w: Writer) -> None:
        w.block(f"""
moved = 0
while 1:
    c = first(cards_of(y))
    if c == NONE:
        return moved
    if {move}(c, z) == 0:
        return moved
    moved = 1
""")

    return em.define("fill", ["z", "y"], write)


# --- exchange -----------------------------------------------------------------------------------


def exchange_function(em: Emitter) -> str:
    """Return the function (card, card) that lets two cards change places."""
    leave = _leaving(em)
    sort = em.define("sort_cards", ["z"], lambda w: w.line("return sort(M[ZP + z])"))
    settle = _settle(em)

    def write(w: Writer) -> None:
        w.block(f"""
g_epoch += 1
y = M[PL + a]
z = M[PL + b]
if y < 0 or z < 0 or a == b:
    return 0
sy = seen(y)
sz = seen(z)
ta = sz if not veiled(a) else 0
tb = sy if not veiled(b) else 0
ka = {leave}(a, y, sy, ta)
kb = {leave}(b, z, sz, tb)
i = M[ZP + y] + 1 + position(a)
j = M[ZP + z] + 1 + position(b)
M[i] = b
M[j] = a
M[PL + a] = z
M[PL + b] = y
if M[ORDERED + M[ZF + y]] == 0:
    {sort}(y)
if M[ORDERED + M[ZF + z]] == 0:
    {sort}(z)
arrive(a, z, ka, ta)
arrive(b, y, kb, tb)
{settle}(a)
{settle}(b)
return 1
""")

    return em.define("exchange", ["a", "b"], write)


def _leaving(em: Emitter) -> str:
    """Return the function (card, zone, who sees it, who sees where it goes) that says who can tell
    a card wherever it lands. Those who see neither can no longer tell the others either."""

    def write(w: Writer) -> None:
        w.block("""
before = sight | M[KN + c]
if PILES:
    if M[TOPS + M[ZF + z]]:
        before = identifies(c)
if veiled(c):
    before = identifies(c)
if M[ORDERED + M[ZF + z]] == 0:
    blind = EVERYONE & ~(sight | after)
    if blind != 0:
        p = M[ZP + z]
        for i in range(M[p]):
            x = M[p + 1 + i]
            if x != c and x != NONE:
                M[KN + x] = M[KN + x] & ~blind
        before = before & ~blind
return before
""")

    return em.define("leaving", ["c", "z", "sight", "after"], write)
