"""Say in numbers how each seat stands, whatever the game: what it has more than others have.

The numbers follow from what a package declares: what it ranks by, how many cards lie in each zone,
and the numbers and truths among the state; of who is alone at the table also what the package's
values come to (`Measures`). What lies in a zone of a card, and its state, counts for
the player who holds the card or names it in state (a team). Of a position that is imagined all may
be looked at.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from math import fsum

from cardwright.api.repeatable import total
from cardwright.apps.policies.search.measures import Measures, Row
from dsl.model.nouns import StateField
from dsl.model.types import BOOL, INT, BagOf, EntityType, plain_type
from interpreter.state.record import State
from interpreter.state.values import Value
from interpreter.walk.machine import Machine

TABLE: tuple[int, ...] = ()
"""Whose everybody's things are: nobody's."""

Fields = list[tuple[int, int]]
"""Places in the state, each with the column that tells it."""


class Features:
    """Writes rows of numbers, one a seat.

    Attributes:
        is_shared: Whether all seats win and lose together: the rows then tell the whole table, and
            else how a seat is ahead of the others.
    """

    def __init__(self, machine: Machine, *, is_shared: bool) -> None:
        program = machine.program
        self.is_shared = is_shared
        self._column_of: dict[str, int] = {}
        self._layout = layout = program.layout
        self._seats, self._ending, self._meter = program.seats, machine.ending, machine.meter
        self._ranks = len(program.game.end.rank)
        self._owners = [family.key.owner for family in program.families]
        self._columns = len(program.families)
        self._seat_fields = self._numbered(layout.seat_fields, [*layout.seat.values()])
        self._table_fields = self._numbered(layout.table_fields, [*layout.table.values()])
        self._entity_fields = [
            self._numbered(layout.kind_fields[kind], range(1 << 30)) for kind in layout.kind_of
        ]
        self._measures = Measures(machine, self._columns) if program.seats == 1 else None
        if self._measures is not None:
            self._columns = self._measures.end
        self._naming = [
            layout.seat[field.key]
            for field in layout.seat_fields
            if isinstance(plain_type(field.type), EntityType)
        ]

    def _numbered(self, fields: Sequence[StateField], places: Sequence[int]) -> Fields:
        """Return the fields that are numbers, each with a column of its own."""
        found = []
        for field, place in zip(fields, places, strict=False):
            if field.type in (INT, BOOL) or isinstance(field.type, BagOf):
                column = self._column_of.setdefault(field.key.name, self._columns)
                self._columns = max(self._columns, column + 1)
                found.append((place, column))
        return found

    def keep(self, places: Set[int]) -> None:
        """Leave out values that no place of a row needs; the places stay the same."""
        if self._measures is not None:
            width = self._columns + self._ranks  # the seats' numbers, behind them the table's
            self._measures.keep({place % width for place in places})

    def rows(self, st: State) -> list[Row]:
        """Return the numbers of every seat."""
        self._meter.begin()
        own, table = self._counted(st)
        for seat, row in enumerate(own):
            row += [number or 0 for number in self._ending.rank(st, seat)]
        totals = [fsum(column) for column in zip(*own, strict=True)]
        if self.is_shared:
            return [totals + table] * self._seats
        share = self._seats / max(self._seats - 1, 1)
        mean = [total / self._seats for total in totals]
        return [[(n - m) * share for n, m in zip(row, mean, strict=True)] for row in own]

    def _counted(self, st: State) -> tuple[list[Row], Row]:
        layout, values = self._layout, st.values
        own = [[0.0] * self._columns for _ in range(self._seats)]
        table = [0.0] * self._columns
        named = self._named(st)
        for seat, row in enumerate(own):
            base = layout.seat_base + seat * layout.seat_size
            for place, column in self._seat_fields:
                row[column] = _amount(values[base + place])
        for place, column in self._table_fields:
            table[column] = _amount(values[place])
        for zone, cards in enumerate(st.zones):
            if cards:
                for row in [own[seat] for seat in self._holders(st, zone, named)] or [table]:
                    row[st.zone_families[zone]] += len(cards)

        def held(thing: int) -> list[Row]:
            seats = named.get(thing) or self._holders(st, st.places[thing], named)
            return [own[seat] for seat in seats] or [table]

        for entity, definition in enumerate(st.entity_definitions):
            if fields := self._entity_fields[definition]:
                base = st.entity_bases[entity]
                for row in held(entity):
                    for offset, column in fields:
                        row[column] += _amount(values[base + offset])
        if self._measures is not None:
            self._measures.add(st, own, table, held)
        return own, table

    def _named(self, st: State) -> dict[Value, tuple[int, ...]]:
        """Return the seats that name each thing in their state."""
        found: dict[Value, tuple[int, ...]] = {}
        for seat in range(self._seats) if self._naming else ():
            base = self._layout.seat_base + seat * self._layout.seat_size
            for place in self._naming:
                thing = st.values[base + place]
                found[thing] = (*found.get(thing, ()), seat)
        return found

    def _holders(
        self, st: State, zone: int, named: dict[Value, tuple[int, ...]]
    ) -> tuple[int, ...]:
        """Return the seats whose a zone is, directly or by the card that it belongs to."""
        while zone >= 0:
            kind, owner = self._owners[st.zone_families[zone]], st.zone_owners[zone]
            if kind is None:
                return TABLE
            if kind == "player":
                return (owner,)
            if owner in named:
                return named[owner]
            zone = st.places[owner]
        return TABLE


def _amount(value: Value) -> float:
    """Return a number, truth or bag as one number."""
    if isinstance(value, tuple):
        return float(total(count for _, count in value))
    return float(value or 0)
