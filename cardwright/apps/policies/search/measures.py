"""Say what the values of a package come to: what its rules reckon tells more than what lies where.

A value without parameters belongs to the table; one of a player to the seat; one of a thing to who
holds the thing, summed over all that are in play: what waits in a stack is not. A number that may
be negative is summed twice, as it is and without its sign, for what matters may be how far it is
from nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Set

from dsl.model.rules import Value as ValueRule
from dsl.model.types import BOOL, INT, PLAYER, EntityType
from dsl.records import record
from dsl.words.arithmetic import Fault
from interpreter.state.record import State
from interpreter.state.values import Value, Values
from interpreter.walk.machine import Machine

Row = list[float]
Holders = Callable[[int], list[Row]]
"""From a thing to the rows of those who hold it, or of the table."""


@record
class Measure:
    """A value and the first column that tells it.

    Attributes:
        definitions: The cards that it is asked of; None for a value of the table or a player.
        is_of_player: Whether it is asked of each player.
        width: How many columns it has.
    """

    call: Callable[[State, Value, Value, Values], Value]
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
