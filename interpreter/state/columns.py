"""Look up what cards say, card by card, without asking for their definitions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from interpreter.state.values import Value


class Column(Protocol):
    """Something that a definition tells of each of its cards."""

    def over(self, definitions: Sequence[int]) -> Value:
        """Return how it is looked up by card, from the definition of each card."""
        ...


class Columns(dict[Column, Value]):
    """How each column is looked up in a match, worked out when it is first asked for.

    Matches that begin alike share one: it rests on the definitions of the cards alone.
    """

    def __init__(self, definitions: Sequence[int]) -> None:
        super().__init__()
        self.definitions = definitions

    def __missing__(self, column: Column) -> Value:
        found = self[column] = column.over(self.definitions)
        return found
