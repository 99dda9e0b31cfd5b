"""Answer which cards are others than in an older version of their game."""

from __future__ import annotations

from collections.abc import Hashable

from cardwright.apps.cards.fit import Rows
from cardwright.apps.cards.index import ABSENT, Index


def changed_rows(index: Index, older: Index) -> Rows:
    """Return the cards that are new, or whose text, words, attributes or effects are others."""
    known = {_name(older, row): _meaning(older, row) for row in range(len(older.ids))}
    return frozenset(
        row for row in range(len(index.ids))
        if known.get(_name(index, row)) != _meaning(index, row)
    )  # fmt: skip


def _name(index: Index, row: int) -> Hashable:
    return index.ids[row], index.value("expansion", row)


def _meaning(index: Index, row: int) -> Hashable:
    """Return all that an index knows of a card."""
    attributes = (
        (each["kind"], each["name"], each["values"][each["rows"][row]])
        for each in index.attributes
        if each["rows"][row] != ABSENT
    )
    columns = tuple((name, index.value(name, row)) for name in index.columns)
    texts = index.digests[row], index.heads[row], index.text(row)
    return texts, columns, tuple(attributes)
