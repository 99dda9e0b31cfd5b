"""Count the elements of the lists that something holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Final

from interpreter.state.values import Value

OWN: Final = 5
"""A list takes as much room as so many elements, beside its own."""

IS_LIST: Final[Callable[[Value], bool]] = tuple.__instancecheck__
"""Says whether a value is a tuple, without a call of Python."""


def cells_of(values: Iterable[Value], most: int) -> int:
    """Return how many elements the lists among some values have, those of lists in lists too.

    Nothing is gone through that has over `most`: then some number above that is returned.
    """
    cells, level = 0, [*filter(IS_LIST, values)]
    while level and cells <= most:
        cells += sum(map(len, level)) + OWN * len(level)
        if cells <= most:
            level = [*filter(IS_LIST, chain.from_iterable(level))]
    return cells
