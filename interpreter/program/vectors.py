"""Look up what an expression comes to for a card, where it rests on what is printed on the card and
on a few keys: what does not change while a list of cards is gone through.

It is worked out for all cards at once, which nobody counts: what is kept in one match is there in
another. So that is done only as far as no more was done than is counted, else card by card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from interpreter.program.card_constants import OneOfEach
from interpreter.program.limits import Meter
from interpreter.state.record import Columns, Lookup
from interpreter.state.values import Value, Values

MOST: Final = 256
"""Keys that are kept at a time."""
SHORT: Final = 128
"""Cards that are looked up in the time of one question."""
WORKED_OUT: Final = 3
"""The work of a definition where all are worked out at once."""


class PrintedColumn:
    """One such expression.

    Attributes:
        name: That of the function of a module that works it out for some cards: (state, cards,
            keys…) to a list.
        definitions: Those that can be asked about.
        size: How many definitions there are.
        keys: How many keys; of one the key itself is looked up, of several their tuple.
        work_out: The function, once the module is loaded.
    """

    work_out: Callable[..., list[Value]]

    def __init__(
        self, name: str, definitions: Sequence[int], size: int, keys: int, meter: Meter
    ) -> None:
        self.name, self.definitions, self.keys, self.meter = name, definitions, keys, meter
        self.view = OneOfEach(size)
        self.found: dict[Value, _ByDefinition] = {}

    def over(self, columns: Columns) -> Value:
        """Return the lookups by key for the cards of a match; without keys the only one."""
        lookups = _Lookups(self, columns.definitions)
        return lookups if self.keys else lookups[()]

    def printed(self, key: Value) -> _ByDefinition:
        """Return what the expression comes to by definition."""
        if key not in self.found:
            if len(self.found) >= MOST:
                self.found.clear()
            self.found[key] = _ByDefinition(self, (key,) if self.keys == 1 else key)
        return self.found[key]


class _ByDefinition(dict[int, Value]):
    """What an expression comes to for the definitions that were asked, with one key."""

    def __init__(self, column: PrintedColumn, keys: Values) -> None:
        super().__init__()
        self.column, self.given = column, keys
        self.is_whole = column.meter.affords(WORKED_OUT * len(column.definitions))
        if self.is_whole:
            self.work_out(column.definitions)

    def work_out(self, definitions: Sequence[int]) -> None:
        """Work it out for some definitions."""
        found = self.column.work_out(self.column.view, definitions, *self.given)
        self.update(zip(definitions, found, strict=True))

    def __missing__(self, definition: int) -> Value:
        self.work_out((definition,))
        return self[definition]


class _ByCard(dict[int, Value]):
    """The same for the cards of a match that were asked."""

    def __init__(self, found: _ByDefinition, definitions: Sequence[int]) -> None:
        super().__init__()
        self.found, self.definitions = found, definitions

    def __missing__(self, card: int) -> Value:
        result = self[card] = self.found[self.definitions[card]]
        return result


class _Lookups(dict[Value, Lookup]):
    """How a column is looked up, by key."""

    def __init__(self, column: PrintedColumn, definitions: Sequence[int]) -> None:
        super().__init__()
        self.column, self.definitions = column, definitions
        self.is_short = len(definitions) <= SHORT

    def __missing__(self, key: Value) -> Lookup:
        if len(self) >= MOST:
            self.clear()
        found = self.column.printed(key)
        if found.is_whole and (self.is_short or self._affords()):
            lookup = self[key] = list(map(found.get, self.definitions)).__getitem__
            return lookup
        self[key] = _ByCard(found, self.definitions).__getitem__
        return self[key]

    def _affords(self) -> bool:
        return self.column.meter.affords(len(self.definitions))
