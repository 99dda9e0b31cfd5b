"""Write what a seat may know, and what its options mean, as rows of numbers.

The row is that of `cardwright/apps/programs/environment/tensors.py`, part by part, made of what
`interpreter/observe` shows and of nothing else. Cells are whole numbers: the number of a card is
divided by how many there are. Where numbers stand in an order of texts, `look` returns 0 instead.
In an option a card is its definition, or HIDDEN where it cannot be told.
"""

from __future__ import annotations

from dsl.model import types as t
from dsl.model.nouns import StateField
from interpreter.lower import ops
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.image import EPOCHS, FIRST_EPOCH
from interpreter.native.emit.looks_parts import Values, Zones, sees, told
from interpreter.native.emit.sight import meant
from interpreter.native.emit.writer import Unsupported, Writer, is_block
from interpreter.native.memory import CARDS, Part, Question, Rows
from interpreter.native.runtime import ENOUGH, NONE
from interpreter.program.program import (
    ACTIVE,
    ELIMINATED,
    OWN_FIELDS,
    OWN_SEAT_FIELDS,
    ROUND,
    START_PLAYER,
    Family,
)

HIDDEN = -1
BLOCKS = ("trigger", "replacement")
"""Kinds of decisions whose options are several cells each."""


def define_look_options(em: Emitter) -> None:
    """Define `look_options` (), which returns where the meanings of the options lie, one behind the
    other; 0 where they are not written."""
    em.define("look_options", ["unused"], lambda w: _options(em, w))


def _options(em: Emitter, w: Writer) -> None:
    sorts = em.static(_sort(each) for each in em.questions)
    w.block(f"""
sort = M[{sorts} + g_question]
if sort == 0:
    return 0
n = M[g_options]
for i in range(n):
    x = M[g_options + 1 + i]
    if x != {NONE} and x != {ENOUGH}:
        if sort == 1:
            c = x - div_u(x, {CARDS}) * {CARDS} - 1
            if c >= 0:
                x = x - c + M[DF + c] if (identifies(c) >> g_decider) & 1 else {HIDDEN}
        else:
            if sort & 4:
                x = M[g_pool + 1 + x]
            if sort & 2:
                if x >= 0:
                    x = M[DF + x] if (identifies(x) >> g_decider) & 1 else {HIDDEN}
    M[g_top + i] = x
return g_top
""")


def _sort(question: Question) -> int:
    """Return 1 for actions, 0 for what is not written, else 8; with 2 for cards, with 4 for parts
    of a set, which are places."""
    if question.kind == "action":
        return 1
    if question.kind in BLOCKS:
        return 0
    if question.kind in ("yes-no", "alternative") or question.type is None:
        return 8
    of = t.option_type(question.type)
    if isinstance(of, t.ListOf | t.SetOf | t.BagOf | t.AmountOf):
        return 0
    is_card = isinstance(t.plain_type(of), t.EntityType | t.TargetType)
    return 8 | 2 * is_card | 4 * (question.kind == "piece")


def define_look(em: Emitter, rows: Rows) -> tuple[Part, ...]:
    """Define `look` (seat), which writes a row into LOOK and returns whether it could; return the
    parts of the row.

    Raises:
        Unsupported: A part of the row is not carried.
    """
    look = _Look(em, rows)
    em.constants["LOOK_OK"] = em.room(1, lasts=False)
    em.define("look_row", ["seat"], look.write)
    size = look.size
    em.constants |= {"LOOK": em.room(size, lasts=False), "LOOK_SIZE": size}
    nothing = em.room(size, lasts=False)
    em.define("look", ["seat"], lambda w: _around(em, w, nothing, size))
    define_look_options(em)
    return tuple(look.parts)


def _around(em: Emitter, w: Writer, nothing: int, size: int) -> None:
    """Write a row over an empty one. What values come to on the way is not kept: it would lie where
    a match that waits has not noted it."""
    newly = f"M[EPOCHS] += {EPOCHS}\ng_epoch = {FIRST_EPOCH} + M[EPOCHS]"
    w.block(f"""
copy(LOOK, {nothing}, {size})
M[LOOK_OK] = 1
top = g_top
memo = g_memo
{newly}
look_row(seat)
{newly}
g_memo = memo
g_top = top
return M[LOOK_OK]
""")


class _Look:
    """Writes the parts of a row, each at the place behind the one before."""

    def __init__(self, em: Emitter, rows: Rows) -> None:
        self.em, self.rows, self.program, self.layout = em, rows, em.program, em.layout
        self.values = Values(em, rows.numbers)
        self.zones = Zones(em, rows, self.values)
        self.parts: list[Part] = []
        self.size = 0
        if any(isinstance(op, ops.SecretStart) and op.pays for op in em.program.operations):
            raise Unsupported("rows while something is paid in secret")

    def _part(self, name: str, size: int, divided: tuple[int, ...] = ()) -> str:
        """Return where a new part begins."""
        if size:
            self.parts.append(Part(name, self.size, size, divided))
        self.size += size
        return f"LOOK + {self.size - size}"

    def write(self, w: Writer) -> None:
        """Write the whole row."""
        em, seats = self.em, self.program.seats
        values = em.base("values")
        w.line(f"M[{self._part('seat', seats)} + seat] = 1")
        for name, place in (("active", ACTIVE), ("start_player", START_PLAYER)):
            at = self._part(name, seats)
            w.line(f"if M[{values + place}] != NONE:")
            w.line(f"    M[{at} + M[{values + place}]] = 1")
        at = self._part("waiting_for", seats)
        w.line("if g_over == 0 and (g_secret == 0 or g_decider == seat):")
        w.line(f"    M[{at} + g_decider] = 1")
        w.line(f"M[{self._part('round', 1)}] = M[{values + ROUND}]")
        self._phases(w)
        kinds = self.em.static(self.rows.kinds.index(each.kind) for each in em.questions)
        at = self._part("asked", len(self.rows.kinds))
        w.line("if g_over == 0 and g_decider == seat:")
        w.line(f"    M[{at} + M[{kinds} + g_question]] = 1")
        for place, field in enumerate(self.layout.table_fields, values + OWN_FIELDS):
            self._field(w, "state", field, str(place), field.seen_by in (None, "everyone"))
        for family in self.program.families:
            if family.key.owner is None:
                self._zone(w, "zone", family, None)
        for seat in range(seats):
            self._player(w, seat)
        self._cards(w)

    def _phases(self, w: Writer) -> None:
        """Write which phases stand."""
        course, ids = self.program.course, [plan.phase.id for plan in self.program.phases]
        if self._words() & {*ids}:
            raise Unsupported("a phase called like what it goes through, in rows")
        at, code = self._part("phase", len(ids)), course.code
        rows = []
        for number in range(code.first, code.last):
            standing = {ids[stretch.phase] for stretch in course.path(number)}
            places = [place for place, id_ in enumerate(ids) if id_ in standing]
            rows.append(self.em.static((len(places), *places)))
        table = self.em.static(rows)
        with w.inner("if g_over == 0:"):
            w.line(f"p = M[{table - code.first} + M[STANDING]]")
            w.line("for i in range(M[p]):")
            w.line(f"    M[{at} + M[p + 1 + i]] = 1")

    def _words(self) -> set[str]:
        """Return what elements that phases go through are called."""
        game = self.em.game
        if all(stretch.element is None for stretch in self.program.course.stretches):
            return set()
        members = (member for enum in game.enums.values() for member in enum.members)
        definitions = (definition.id for definition in game.definitions)
        return {*members, *definitions, *(family.key.name for family in self.program.families)}

    def _field(self, w: Writer, where: str, field: StateField, cell: str, is_seen: bool) -> None:
        """Write a field of the table or of a player."""
        type_ = field.type
        one = self.values.divided(type_)
        name = f"{where} {field.key.name}"
        at = self._part(name, self.values.size(type_), () if one is None else (one,))
        if not is_seen or not self.values.size(type_):
            return
        if not field.key.is_made:
            self.values.put(w, type_, f"M[{cell}]", at)
            return
        with w.inner(f"if M[{cell}] != {self.em.cell(field.default, type_)}:"):
            self.values.put(w, type_, f"M[{cell}]", at)

    def _zone(self, w: Writer, where: str, family: Family, seat: int | None) -> None:
        """Write a zone of the table or of a player."""
        divided = tuple(self.zones.divided(family))
        at = self._part(f"{where} {family.key.name}", self.zones.size(family), divided)
        if family.is_used:
            owner = None if seat is None else f"(1 << {seat})"
            z = self._number(family, seat)
            w.line(f"{self.zones.function(family)}(seat, {z}, {at}, {sees(family, owner)})")

    def _number(self, family: Family, seat: int | None) -> int:
        """Return the number of a zone of the table or of a player."""
        owner, st = -1 if seat is None else seat, self.em.first
        pairs = zip(st.zone_families, st.zone_owners, strict=True)
        return list(pairs).index((family.number, owner))

    def _player(self, w: Writer, player: int) -> None:
        where = f"player {player + 1}"
        cell = self.em.seat_field(str(player), ELIMINATED)
        w.line(f"M[{self._part(f'{where}.eliminated', 1)}] = {cell}")
        first = self.em.base("values") + self.layout.seat_base + player * self.layout.seat_size
        for place, field in enumerate(self.layout.seat_fields, first + OWN_SEAT_FIELDS):
            if field.seen_by == "owner":
                with w.inner(f"if seat == {player}:"):
                    self._field(w, f"{where}.state", field, str(place), is_seen=True)
            else:
                is_seen = field.seen_by in (None, "everyone")
                self._field(w, f"{where}.state", field, str(place), is_seen)
        for family in self.program.families:
            if family.key.owner == "player":
                self._zone(w, f"{where}.zone", family, player)

    # --- cards with state or zones ----------------------------------------------------------------

    def _cards(self, w: Writer) -> None:
        """Write the parts of cards that have state or zones, summed over the copies in sight."""
        firsts = [0] * len(self.program.definitions)
        before = self.size
        for number, definition in enumerate(self.program.definitions):
            if definition is not None:
                firsts[number] = self.size
                self._parts_of(number, definition.id, definition.kind)
        if self.size == before:
            return
        kinds = list(self.layout.kind_fields)
        number_of = [kinds.index(kind) for kind in self.layout.kind_of]
        tables = self.em.static(firsts), self.em.static(number_of)
        self.em.define("look_cards", ["seat", "z", "counted"], _look_cards)
        self.em.define("look_card", ["seat", "c"], lambda inner: self._card(inner, kinds, *tables))
        for family in self.program.families:
            if family.is_used and family.key.owner in (None, "player"):
                for seat in range(self.program.seats if family.key.owner else 1):
                    owner = f"(1 << {seat})" if family.key.owner else None
                    z = self._number(family, seat if family.key.owner else None)
                    counted = sees(family, owner).split(", ")[0]
                    w.line(f"look_cards(seat, {z}, {counted})")
        unique = self.em.static(int(self.em.game.kinds[k].is_unique) for k in self.layout.kind_of)
        w.line("for c in range(g_entities):")
        w.line(f"    if M[PL + c] < 0 and M[{unique} + M[DF + c]]:")
        w.line("        look_card(seat, c)")

    def _parts_of(self, number: int, id_: str, kind: str) -> None:
        """Enter the parts of a definition."""
        is_single = self.program.is_single(number)
        for field in self.layout.kind_fields[kind]:
            one = self.values.divided(field.type)
            if one is not None and not is_single:
                raise Unsupported("sums of numbers of cards in rows")
            divided: tuple[int, ...] = () if one is None else (one,)
            self._part(f"{id_}.state {field.key.name}", self.values.size(field.type), divided)
        for key in self.layout.kind_zones[kind]:
            family = self.program.families[self.program.family_numbers[key]]
            divided = tuple(self.zones.divided(family))
            if divided and not is_single:
                raise Unsupported("sums of numbers of cards in rows")
            self._part(f"{id_}.zone {key.name}", self.zones.size(family), divided)

    def _card(self, w: Writer, kinds: list[str], firsts: int, number_of: int) -> None:
        """Write what is in sight of a card, and of those that lie in its zones."""
        w.line(f"told = {told('c')}")
        w.line("d = M[DF + c]")
        w.line(f"to = LOOK + M[{firsts} + d]")
        for n, kind in enumerate(kinds):
            fields, keys = self.layout.kind_fields[kind], self.layout.kind_zones[kind]
            if not fields and not keys:
                continue
            with w.inner(f"if M[{number_of} + d] == {n}:"):
                w.line("base = M[EB + c]")
                offset = 0
                with w.inner("if told:"):
                    for place, field in enumerate(fields):
                        self._own_field(w, field, f"M[base + {place}]", f"to + {offset}")
                        offset += self.values.size(field.type)
                if keys:
                    w.line(f"owners = {meant(self.em)}(c)")
                for place, key in enumerate(keys):
                    family = self.program.families[self.program.family_numbers[key]]
                    if family.is_used:
                        z = w.bind(f"M[EZ + c] + {place}", "z")
                        flags = sees(family, "owners")
                        w.line("if told:")
                        function = self.zones.function(family)
                        w.line(f"    {function}(seat, {z}, to + {offset}, {flags})")
                        w.line(f"look_cards(seat, {z}, {flags.split(', ')[0]})")
                    offset += self.zones.size(family)

    def _own_field(self, w: Writer, field: StateField, cell: str, to: str) -> None:
        """Write a field of a card that is told."""
        if field.seen_by == "nobody" or not self.values.size(field.type):
            return
        conditions = ["1"]
        if field.seen_by == "owner":
            conditions.append(f"({meant(self.em)}(c) >> seat) & 1")
        if field.key.is_definition:
            conditions.append(f"{cell} != d and (identifies(c) >> seat) & 1")
        elif field.key.is_made and not is_block(field.type):
            conditions.append(f"{cell} != {self.em.cell(field.default, field.type)}")
        with w.inner(f"if {' and '.join(conditions)}:"):
            self.values.put(w, field.type, cell, to)


def _look_cards(w: Writer) -> None:
    w.block(f"""
p = M[ZP + z]
for i in range(M[p]):
    c = M[p + 1 + i]
    if c != NONE:
        if counted:
            look_card(seat, c)
        else:
            if {told("c")}:
                look_card(seat, c)
""")
