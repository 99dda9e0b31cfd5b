"""Describe in numbers what a match has come to: rewards at its end, features before.

The features follow from what a package declares, whatever the game: what it ranks by, how many
cards lie in each zone, and the numbers and truths among the state; for a player alone at the table
also the values of the package (`Measures`). What lies in a zone of a card, and its state, counts
for the player who holds the card or names it in state (a team). Of an imagined position all may be
looked at.

A value without parameters belongs to the table; one of a player to the seat; one of a thing to who
holds the thing, summed over all that are in play: what waits in a stack is not. A number that may
be negative is summed twice, as it is and without its sign, for what matters may be how far it is
from nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from math import fsum
from typing import Any

from cardwright.apps.face.session import total
from dsl import Fault, Record
from dsl.model import expressions as e
from dsl.model.nouns import StateField
from dsl.model.rules import Value as ValueRule
from dsl.model.types import BOOL, INT, PLAYER, BagOf, EntityType, plain_type
from interpreter import Machine, State, Value

CONSOLATION = 0.5
"""Where nobody has won: what it is worth to have all but won, as a share of a win."""

Nearness = Callable[[State], float]


def share_of(outcome: Any, seat: int) -> float:
    """Return what an outcome of the machine is worth to a seat: 0 lost, 1 won, less where others
    win as well; a half of a draw."""
    if outcome is None or outcome[0] in ("draw", "fault"):
        return 0.5
    return 1 / len(outcome[1]) if seat in outcome[1] else 0.0


class Rewards:
    """Knows what ends of a game are worth.

    Where nobody wins it counts how nearly somebody would have: else who plays together could not
    tell a match that was lost by a hair from one that was lost from the start.
    """

    def __init__(self, machine: Machine) -> None:
        self._seats = machine.program.seats
        self._near = _nearness(machine)

    @property
    def has_goal(self) -> bool:
        """Whether the game says who wins by a number that has to be reached."""
        return self._near is not None

    def of(self, st: State) -> list[float]:
        """Return each seat's reward in a match that is over."""
        outcome: Any = st.outcome
        if self.has_goal and outcome[0] == "end" and not outcome[1]:
            return [self.reached(st)] * self._seats
        return [share_of(outcome, seat) for seat in range(self._seats)]

    def reached(self, st: State) -> float:
        """Return what each seat would get if nobody came nearer to the goal any more."""
        return CONSOLATION * self._near(st) / self._seats if self._near is not None else 0.0


def _nearness(machine: Machine) -> Nearness | None:
    """Return what tells how much of the goal is reached; None where the game does not say who wins
    by a number that has to be reached: `players if count(claimed) >= goal else []`."""
    formula = machine.program.game.end.winners
    if formula is None or not isinstance(formula.expression, e.Conditional):
        return None
    test = formula.expression.condition
    if not isinstance(test, e.Compare) or test.left.type != INT or test.operator not in (">=", ">"):
        return None
    have, want = (machine.evaluator.closure(each) for each in (test.left, test.right))

    def nearness(st: State) -> float:
        machine.meter.begin()
        goal = want(st, [None, None, None])
        return min(max(have(st, [None, None, None]) / goal, 0.0), 1.0) if goal > 0 else 0.0

    return nearness


Row = list[float]
Holders = Callable[[int], list[Row]]
"""From a thing to the rows of those who hold it, or of the table."""


class Measure(Record):
    """A value and the first column that tells it.

    Attributes:
        definitions: The cards that it is asked of; None for a value of the table or a player.
        is_of_player: Whether it is asked of each player.
        width: How many columns it has.
    """

    call: Callable[[State, Value, Value, tuple[Value, ...]], Value]
    column: int
    definitions: frozenset[int] | None
    is_of_player: bool
    width: int

    def of(self, st: State, *arguments: Value) -> float:
        """Return what it comes to; nothing where it cannot be worked out."""
        try:
            return float(self.call(st, None, None, arguments) or 0)
        except Fault:
            return 0.0


class Measures:
    """Adds up the values of a package.

    Attributes:
        end: The column behind the last.
    """

    def __init__(self, machine: Machine, first: int) -> None:
        self._machine, self.end = machine, first
        families = machine.program.families
        zones = machine.program.game.zones
        self._waits = [zones[family.key].order == "stack" for family in families]
        self._measures = [
            self._measure(value) for value in machine.program.values.values() if _is_measure(value)
        ]

    def _measure(self, value: ValueRule) -> Measure:
        of = value.parameters[0].type if value.parameters else None
        width = 2 if isinstance(of, EntityType) and value.result == INT else 1
        column, self.end = self.end, self.end + width
        return Measure(
            self._machine.evaluator.value(value.id),
            column,
            self._definitions(of.kind) if isinstance(of, EntityType) else None,
            of == PLAYER,
            width,
        )

    def _definitions(self, kind: str) -> frozenset[int]:
        """Return the cards of a kind, by number; of every kind where it is empty."""
        program = self._machine.program
        return frozenset(
            number
            for number, definition in enumerate(program.definitions)
            if definition and (not kind or kind in program.ancestors[definition.kind])
        )

    def keep(self, columns: Set[int]) -> None:
        """Leave out those that no column needs; the others keep theirs."""
        self._measures = [
            measure
            for measure in self._measures
            if not columns.isdisjoint(range(measure.column, measure.column + measure.width))
        ]

    def add(self, st: State, own: list[Row], table: Row, holders: Holders) -> None:
        """Add all of them to the rows of the seats and the table."""
        for measure in self._measures:
            column = measure.column
            if measure.is_of_player:
                for seat, row in enumerate(own):
                    row[column] = measure.of(st, seat)
            elif measure.definitions is None:
                table[column] = measure.of(st)
            else:
                self._add_up(st, measure, measure.definitions, holders)

    def _add_up(
        self, st: State, measure: Measure, definitions: frozenset[int], holders: Holders
    ) -> None:
        """Add a value of things in play to the rows of those who hold them."""
        for thing, definition in enumerate(st.entity_definitions):
            if definition not in definitions or self._is_waiting(st, thing):
                continue
            amount = measure.of(st, thing)
            for row in holders(thing) if amount else ():
                row[measure.column] += amount
                if measure.width > 1:
                    row[measure.column + 1] += abs(amount)

    def _is_waiting(self, st: State, thing: int) -> bool:
        zone = st.places[thing]
        return zone >= 0 and self._waits[st.zone_families[zone]]


def _is_measure(value: ValueRule) -> bool:
    """Return whether a value is a number or truth of the table, of a player or of one thing."""
    if value.uses_me or value.uses_self or value.result not in (INT, BOOL):
        return False
    of = [slot.type for slot in value.parameters]
    return not of or (len(of) == 1 and (of[0] == PLAYER or isinstance(of[0], EntityType)))


TABLE: tuple[int, ...] = ()
"""The holders of things that belong to the table: no seat."""

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
