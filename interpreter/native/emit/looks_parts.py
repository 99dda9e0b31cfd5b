"""Write values and zones as numbers in a row.

A value takes as many cells as its type. A zone takes: how many cards, how many of each, and which
lie in front.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model import types as t
from dsl.model.nouns import StateField
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.equality import same
from interpreter.native.emit.sight import meant
from interpreter.native.emit.writer import Writer, is_block
from interpreter.native.memory import Rows
from interpreter.program.program import Family


def told(card: str) -> str:
    """Return the condition that the seat can tell what a card shows."""
    return f"(looks({card}) >> seat) & 1"


class Values:
    """Writes values by their types.

    Args:
        numbers: Of a list of numbers so many are written.

    Attributes:
        every: How many definitions there are: numbers of cards are divided by it.
    """

    def __init__(self, em: Emitter, numbers: int) -> None:
        self.em, self.program, self.numbers = em, em.program, numbers
        self.every = len(em.game.definitions)

    def size(self, type_: t.Type) -> int:
        """Return how many cells a value takes."""
        if isinstance(type_, t.Maybe):
            return 1 + self.size(t.plain_type(type_))
        if isinstance(type_, t.ListOf | t.SetOf | t.BagOf):
            inner = t.plain_type(type_.of)
            if inner == t.INT and not isinstance(type_, t.BagOf):
                return self.numbers
            return self.members(inner)
        if type_ in (t.INT, t.BOOL) or isinstance(type_, t.EntityType | t.DefinitionType):
            return 1
        if isinstance(type_, t.TargetType):  # the card, then the players
            return 1 + self.program.seats
        return self.members(type_)

    def members(self, type_: t.Type) -> int:
        """Return how many places the values of a type have; 0 where they have none."""
        if type_ == t.PLAYER:
            return self.program.seats
        if isinstance(type_, t.EnumType):
            return len(self.em.game.enums[type_.name].members)
        if isinstance(type_, t.TargetType):
            return self.program.seats + self.members(t.EntityType(type_.kind))
        if isinstance(type_, t.EntityType | t.DefinitionType):
            return len(self.of_kind(type_.kind) if type_.kind else self.em.game.definitions)
        return 0

    def of_kind(self, kind: str) -> list[int]:
        """Return the definitions in the game that are of a kind."""
        return [
            number
            for number, each in enumerate(self.program.definitions)
            if each is not None and kind in self.program.ancestors[each.kind]
        ]

    def columns(self, kind: str) -> int:
        """Return where a table lies: by definition its place among those of a kind, else -1."""
        cards = self.of_kind(kind) if kind else range(self.every)
        places = {number: place for place, number in enumerate(cards)}
        return self.em.static(places.get(number, -1) for number in range(self.every))

    def divided(self, type_: t.Type) -> int | None:
        """Return which of its cells is divided by the number of definitions, if one is."""
        cards = t.EntityType | t.TargetType | t.DefinitionType
        is_card = isinstance(t.plain_type(type_), cards)
        return int(isinstance(type_, t.Maybe)) if is_card else None

    def put(self, w: Writer, type_: t.Type, value: str, to: str) -> None:
        """Write that the value of a cell is added at a place."""
        if type_ in (t.INT, t.BOOL):
            w.line(f"M[{to}] += {value}")
            return
        v = w.bind(value, "v")
        with w.inner(f"if {v} != NONE:"):
            if isinstance(type_, t.Maybe):
                w.line(f"M[{to}] += 1")
                type_, to = t.plain_type(type_), f"{to} + 1"
            if isinstance(type_, t.ListOf | t.SetOf | t.BagOf):
                self._put_many(w, type_, v, to)
            elif type_ in (t.INT, t.BOOL):
                w.line(f"M[{to}] += {v}")
            elif isinstance(type_, t.EntityType):
                self.put_card(w, v, told(v), to)
            elif isinstance(type_, t.TargetType):
                w.line(f"if {v} < 0:")
                w.line(f"    M[{to} + 1 + {t.SEAT_OF_TARGET} - {v}] += 1")
                with w.inner("else:"):
                    self.put_card(w, v, told(v), to)
            elif isinstance(type_, t.DefinitionType):
                w.line(f"M[{to}] += {v} + 1")
            elif self.members(type_):
                w.line(f"M[{to} + {v}] += 1")

    def put_card(self, w: Writer, card: str, is_told: str, to: str) -> None:
        """Write which card it is, or that it cannot be told."""
        w.line(f"if {is_told}:")
        w.line(f"    M[{to}] += M[DF + {card}] + 1")
        w.line("else:")
        w.line(f"    M[{to}] -= {self.every}")

    def _put_many(self, w: Writer, type_: t.ListOf | t.SetOf | t.BagOf, v: str, to: str) -> None:
        inner, is_bag = t.plain_type(type_.of), isinstance(type_, t.BagOf)
        i = w.fresh("i")
        if inner == t.INT and not is_bag:
            with w.inner(f"for {i} in range(least(M[{v}], {self.numbers})):"):
                w.line(f"M[{to} + {i}] += M[{v} + 1 + {i}]")
            return
        if not self.members(inner):
            return
        with w.inner(f"for {i} in range(M[{v}]):"):
            step = f"2 * {i}" if is_bag else i
            element = w.bind(f"M[{v} + 1 + {step}]", "x")
            times = f"M[{v} + 2 + {step}]" if is_bag else "1"
            with w.inner(f"if {element} != NONE:"):
                self._put_member(w, inner, element, times, to)

    def _put_member(self, w: Writer, type_: t.Type, element: str, times: str, to: str) -> None:
        if isinstance(type_, t.TargetType):  # the players, then the cards
            w.line(f"if {element} < 0:")
            w.line(f"    M[{to} + {t.SEAT_OF_TARGET} - {element}] += {times}")
            of, to = t.EntityType(type_.kind), f"{to} + {self.program.seats}"
            with w.inner("else:"):
                self._put_member(w, of, element, times, to)
            return
        if not isinstance(type_, t.EntityType | t.DefinitionType):
            w.line(f"M[{to} + {element}] += {times}")
            return
        number = element
        if isinstance(type_, t.EntityType):
            number = w.bind("0 - 1", "d")
            w.line(f"if {told(element)}:")
            w.line(f"    {number} = M[DF + {element}]")
        with w.inner(f"if {number} >= 0:"):
            place = w.bind(f"M[{self.columns(type_.kind)} + {number}]", "c")
            w.line(f"if {place} >= 0:")
            w.line(f"    M[{to} + {place}] += {times}")


def sees(family: Family, owner: str | None) -> str:
    """Return three arguments: whether the seat can tell how many cards lie in a zone, which they
    are, and which lies where.

    Args:
        owner: The mask of those whose zone it is; None where it is the table's.
    """
    words = {"everyone": "1", "nobody": "0", "owner": "0", "others": "1"}
    if owner is not None:
        words |= {"owner": f"({owner} >> seat) & 1", "others": f"1 - (({owner} >> seat) & 1)"}
    audience = family.audience
    cards, contents, count = (
        words[word] for word in (audience.cards, audience.contents, audience.count)
    )
    counted = "1" if "1" in (cards, contents, count) else f"({cards}) | ({contents}) | ({count})"
    return f"{counted}, {contents}, {cards}"


class Zones:
    """Writes zones by their families."""

    def __init__(self, em: Emitter, rows: Rows, values: Values) -> None:
        self.em, self.rows, self.values, self.program = em, rows, values, em.program

    def _row(self, family: Family) -> int:
        """Return how many places are told one by one."""
        return (family.slots or self.rows.places) if family.is_ordered else 0

    def _state(self, family: Family) -> tuple[StateField, ...]:
        """Return the fields that are told card by card: those of a kind of several copies."""
        if all(self.program.is_single(each) for each in self.values.of_kind(family.kind)):
            return ()
        return self.em.layout.kind_fields.get(family.kind, ())

    def _width(self, family: Family) -> int:
        return sum(self.values.size(field.type) for field in self._state(family))

    def _seen(self, family: Family) -> int:
        return (family.slots or self.rows.places) if self._width(family) else 0

    def size(self, family: Family) -> int:
        """Return how many cells a zone takes."""
        cards = len(self.values.of_kind(family.kind))
        return 1 + cards + self._row(family) + self._seen(family) * self._width(family)

    def divided(self, family: Family) -> Iterator[int]:
        """Yield which of its cells are divided by the number of definitions."""
        first = 1 + len(self.values.of_kind(family.kind))
        yield from range(first, first + self._row(family))
        first += self._row(family)
        for place in range(self._seen(family)):
            at = first + place * self._width(family)
            for field in self._state(family):
                one = self.values.divided(field.type)
                if one is not None:
                    yield at + one
                at += self.values.size(field.type)

    def function(self, family: Family) -> str:
        """Return the function (seat, zone, place, whether its cards are counted, whether it is seen
        which they are, and where) that writes a zone."""
        names = ["seat", "z", "to", "counted", "contents", "whole"]
        return self.em.define(f"look_zone_{family.number}", names, lambda w: self._zone(w, family))

    def _zone(self, w: Writer, family: Family) -> None:
        row, seen = self._row(family), self._seen(family)
        first = 1 + len(self.values.of_kind(family.kind))
        columns = self.values.columns(family.kind)
        w.block("""
p = M[ZP + z]
n = M[p]
many = 0
listed = 0
stated = 0
bare = 1 if contents != 0 and whole == 0 else 0
""")
        with w.inner("for i in range(n):"):
            w.line("c = M[p + 1 + i]")
            with w.inner("if c != NONE:"):
                w.block(f"""
many += 1
told = {told("c")}
if bare or told:
    column = M[{columns} + M[DF + c]]
    if column >= 0:
        M[to + 1 + column] += 1
if counted or told:
""")
                w.depth += 1
                w.line("listed += 1")
                if row:
                    self._front(w, row, f"to + {first}")
                if seen:
                    self._states(w, family, f"to + {first + row}")
                w.depth -= 1
        w.line("M[to] += many if counted else 0 - 1")
        if seen:
            w.line("if listed > 1 and stated:")
            w.line("    M[LOOK_OK] = 0")

    def _front(self, w: Writer, row: int, to: str) -> None:
        """Write which card lies at a place."""
        with w.inner("if counted == 0:"):
            w.line("M[LOOK_OK] = 0")
        with w.inner(f"if i < {row}:"):
            self.values.put_card(w, "c", "told", f"{to} + i")

    def _states(self, w: Writer, family: Family, to: str) -> None:
        """Write the state of a card at its place. Cards that lie in no order, or whose number is
        hidden, are sorted by what is seen of them: only one alone is written then."""
        state = self._state_function(family)
        place, condition = ("i", f"i < {self._seen(family)}") if family.is_ordered else ("0", "1")
        w.line(f"if {condition}:")
        w.line(f"    shown = {state}(seat, c, told, {to} + {place} * {self._width(family)})")
        w.line(f"    if shown and ({int(not family.is_ordered)} or counted == 0):")
        w.line("        stated = 1")

    def _state_function(self, family: Family) -> str:
        """Return the function (seat, card, whether it is told, place) that writes the fields of a
        card that are seen, and returns whether there are any."""

        def write(w: Writer) -> None:
            w.line("base = M[EB + c]")
            w.line("shown = 0")
            at = 0
            for field in self._state(family):
                offset = self.em.layout.entity[field.key]
                self._field(w, field, f"M[base + {offset}]", f"to + {at}")
                at += self.values.size(field.type)
            w.line("return shown")

        names = ["seat", "c", "told", "to"]
        return self.em.define(f"look_state_{family.number}", names, write)

    def _field(self, w: Writer, field: StateField, cell: str, to: str) -> None:
        if field.seen_by == "nobody":
            return
        conditions = ["1"]
        if field.seen_by == "owner":
            conditions.append(f"({meant(self.em)}(c) >> seat) & 1")
        elif field.seen_by is None:
            conditions.append("told")
        own = self._is_at_default(field, cell)
        if field.key.is_definition:
            conditions.append(f"not {own} and (identifies(c) >> seat) & 1")
        else:
            is_made = int(field.key.is_made)
            conditions.append(f"not {own}" if is_made else f"(told or not {own})")
        with w.inner(f"if {' and '.join(conditions)}:"):
            w.line("shown = 1")
            if self.values.size(field.type):
                self.values.put(w, field.type, cell, to)

    def _is_at_default(self, field: StateField, cell: str) -> str:
        if field.key.is_definition:
            return f"({cell} == M[DF + c])"
        default = self.em.cell(field.default, field.type)
        if is_block(field.type):
            return f"({same(self.em, field.type)}({cell}, {default}) != 0)"
        return f"({cell} == {default})"
