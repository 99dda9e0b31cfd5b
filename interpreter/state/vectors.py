"""Look up what cards say, card by card, without asking for their definitions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from interpreter.state.values import Value

Lookup: TypeAlias = Callable[[int], Value]
"""From a card, or a definition, to what it says."""


class Column(Protocol):
    """Something that a definition tells of each of its cards."""

    def over(self, columns: Columns) -> Value:
        """Return how it is looked up by card."""
        ...


class Columns(dict[Column, Value]):
    """How each column is looked up in a match, worked out when it is first asked for.

    Matches that begin alike share one: it rests on the definitions of the cards alone.
    """

    def __init__(self, definitions: Sequence[int]) -> None:
        super().__init__()
        self.definitions = definitions

    def __missing__(self, column: Column) -> Value:
        found = self[column] = column.over(self)
        return found
