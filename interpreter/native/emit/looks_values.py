"""Write values as numbers in a row: as many cells as their type takes, added to what is there."""

from __future__ import annotations

from dsl.model import types as t
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.writer import Writer


def told(card: str) -> str:
    """Return the condition that the seat can tell a card."""
    return f"(identifies({card}) >> seat) & 1"


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
        return self.members(type_)

    def members(self, type_: t.Type) -> int:
        """Return how many places the values of a type have; 0 where they have none."""
        if type_ == t.PLAYER:
            return self.program.seats
        if isinstance(type_, t.EnumType):
            return len(self.em.game.enums[type_.name].members)
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
        is_card = isinstance(t.plain_type(type_), t.EntityType | t.DefinitionType)
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
