"""Find the values of cards that read what is printed and a few fields of the game with few values
each: their results are kept for all that these fields can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dsl.model import expressions as e
from dsl.model import rules
from dsl.model.types import BOOL, EnumType, Maybe, Type
from dsl.model.walk import walk
from interpreter.compile.printed import OneOfEach, PrintedValues
from interpreter.compile.values import ValueFunction
from interpreter.state.values import Value

MOST_TABLES: Final = 64
"""Of a value: one for each combination of what the fields can be."""


class TabledValues:
    """The values that read so little.

    Attributes:
        known: For each value asked for the fields it reads, in a fixed order, with how many values
            each can have; None for other values.
    """

    def __init__(self, printed: PrintedValues) -> None:
        self.printed, self.program = printed, printed.program
        self.known: dict[str, dict[e.StateKey, int] | None] = {}
        self.tables: dict[str, Tables] = {}

    def of(self, id_: str) -> Tables | None:
        """Return the tables of a value; None where it is no such value."""
        fields = self.fields(id_)
        if not fields:
            return None
        if id_ not in self.tables:
            places = [self.program.layout.table[field] for field in fields]
            call = self.printed.evaluator.value(id_)
            self.tables[id_] = Tables(call, len(self.program.definitions), places)
        return self.tables[id_]

    def fields(self, id_: str) -> dict[e.StateKey, int] | None:
        """Return the fields of the game that a value reads; None where it reads anything else."""
        if id_ not in self.known:
            self.known[id_] = None  # of one that calls itself nothing is known
            self.known[id_] = self._fields(self.program.values[id_])
        return self.known[id_]

    def _fields(self, value: rules.Value) -> dict[e.StateKey, int] | None:
        if not self.printed.is_of_a_card(value):
            return None
        found: dict[e.StateKey, int] = {}
        for node in walk(value.body):
            read = self._read_by(node)
            if read is None:
                return None
            found.update(read)
        combinations = 1
        for count in found.values():
            combinations *= count
        return found if combinations <= MOST_TABLES else None

    def _read_by(self, node: object) -> dict[e.StateKey, int] | None:
        """Return the fields that a node reads, with how many values each can have."""
        if isinstance(node, e.StateRead):
            count = self._count(node.type)
            return {node.state: count} if node.state.owner is None and count else None
        if isinstance(node, e.ValueCall) and self.printed.of(node.value) is None:
            return self.fields(node.value)
        is_part = isinstance(node, e.StateKey)
        return {} if is_part or self.printed.reads_print(node) else None

    def _count(self, type_: Type) -> int:
        """Return how many values a type has; 0 for many."""
        if isinstance(type_, Maybe):
            inner = self._count(type_.of)
            return inner + 1 if inner else 0
        if isinstance(type_, EnumType):
            return len(self.program.game.enums[type_.name].members)
        return 2 if type_ == BOOL else 0


class Tables(dict[Value, "Table"]):
    """The tables of one value, by what the fields it reads are: of one field its value, of more a
    tuple. They are made when they are first asked for."""

    def __init__(self, call: ValueFunction, definitions: int, places: Sequence[int]) -> None:
        super().__init__()
        self.call, self.definitions, self.places = call, definitions, places

    def __missing__(self, key: Value) -> Table:
        values: list[Value] = [None] * (max(self.places) + 1)
        for place, value in zip(self.places, key if len(self.places) > 1 else (key,), strict=True):
            values[place] = value
        found = self[key] = Table(self.call, OneOfEach(self.definitions, values))
        return found


class Table(dict[int, Value]):
    """What a value gives for a card of each definition, worked out when it is first asked for."""

    def __init__(self, call: ValueFunction, match: OneOfEach) -> None:
        super().__init__()
        self.call, self.match = call, match

    def __missing__(self, definition: int) -> Value:
        found = self[definition] = self.call(self.match, None, None, (definition,))
        return found
