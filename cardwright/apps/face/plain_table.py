"""Draw a table that fits its lines as rich does, without loading rich, which takes longer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from dsl.diagnostics.snippet import columns

_EDGE, _BETWEEN, _RULE = " ", "   ", "─"
_EDGES: Final = 2


def plain_table(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    width: int,
    right: Sequence[int] = (),
    title: str | None = None,
) -> str | None:
    """Return the text of a table, or None where it is too wide or holds more than plain letters.

    Args:
        right: The numbers of the columns that are aligned at the right.
    """
    all_rows = [tuple(heads), *map(tuple, rows)]
    if not all(cell.isprintable() for row in all_rows for cell in row):
        return None
    widths = [max(map(columns, cells)) for cells in zip(*all_rows, strict=True)]
    whole = sum(widths) + len(_BETWEEN) * (len(widths) - 1) + _EDGES
    if not widths or max(whole, columns(title or "") + _EDGES) > width:
        return None
    if title is not None and (columns(title) > whole or not title.isprintable()):
        return None
    lines = [_line(row, widths, right) for row in all_rows]
    rule = _EDGE + _RULE * (whole - _EDGES)
    drawn = [lines[0], rule, *lines[1:]] if any(heads) else lines[1:]
    return "\n".join(line.rstrip() for line in ([] if title is None else [title, ""]) + drawn)


def _line(row: Sequence[str], widths: Sequence[int], right: Sequence[int]) -> str:
    return _EDGE + _BETWEEN.join(_cells(row, widths, right))


def _cells(row: Sequence[str], widths: Sequence[int], right: Sequence[int]) -> Iterator[str]:
    """Yield the cells of a row, each as wide as its column."""
    for at, (cell, width) in enumerate(zip(row, widths, strict=True)):
        blank = " " * (width - columns(cell))
        yield blank + cell if at in right else cell + blank
