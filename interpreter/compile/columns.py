"""Work out what an expression comes to for all cards at once, where it rests on what is printed on
a card and on a few keys: what does not change while a list of cards is gone through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from interpreter.compile.printed import OneOfEach
from interpreter.state.columns import Columns, Lookup
from interpreter.state.values import Value

MOST: Final = 256
"""So many keys are kept at a time."""


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

    def __init__(self, name: str, definitions: Sequence[int], size: int, keys: int) -> None:
        self.name, self.definitions, self.keys = name, definitions, keys
        self.view = OneOfEach(size)
        self.found: dict[Value, dict[int, Value]] = {}

    def over(self, columns: Columns) -> Value:
        """Return the lookups by key for the cards of a match; without keys the only one."""
        lookups = _Lookups(self, columns)
        return lookups if self.keys else lookups[()]

    def printed(self, key: Value) -> dict[int, Value]:
        """Return what the expression comes to for each definition."""
        if key not in self.found:
            if len(self.found) >= MOST:
                self.found.clear()
            keys = (key,) if self.keys == 1 else key
            results = self.work_out(self.view, self.definitions, *keys)
            self.found[key] = dict(zip(self.definitions, results, strict=True))
        return self.found[key]


class _Lookups(dict[Value, Lookup]):
    """How a column is looked up, by key."""

    def __init__(self, column: PrintedColumn, columns: Columns) -> None:
        super().__init__()
        self.column, self.columns = column, columns

    def __missing__(self, key: Value) -> Lookup:
        if len(self) >= MOST:
            self.clear()
        found = self[key] = self.columns.by_card(self.column.printed(key).get)
        return found
