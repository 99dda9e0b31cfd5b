"""Write amounts as cells: what the runtime reads of them (see `runtime/amounts.flat`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dsl.model.amounts import Amount, Parts
from interpreter.native.emit.writer import Unsupported

MOST_KEYS: Final = 62
"""Of an amount: a cell has a bit for each."""


def amount_cells(amount: Amount) -> list[int]:
    """Return the cells of an amount: how many follow, then its three rows."""
    fixed, open_parts, reductions = amount
    rows = [*_row(fixed), *_row(_masked(open_parts)), *_row(_masked(reductions))]
    return [len(rows), *rows]


def _row(pairs: Iterable[tuple[int, int]]) -> list[int]:
    """Return a number of pairs, then the pairs in order."""
    ordered = sorted(pairs)
    return [len(ordered), *(n for pair in ordered for n in pair)]


def _masked(parts: Parts) -> list[tuple[int, int]]:
    """Return parts with a mask in the place of their keys."""
    if any(key >= MOST_KEYS for keys, _ in parts for key in keys):
        raise Unsupported(f"amounts with over {MOST_KEYS} keys")
    return [(sum(1 << key for key in keys), count) for keys, count in parts]
