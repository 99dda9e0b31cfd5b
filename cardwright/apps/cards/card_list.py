"""Show cards in a table."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.apps.cards.index import Index
from cardwright.apps.cards.query import cell, heading
from cardwright.apps.face.console import show_table
from cardwright.apps.face.words import say


def show_cards(rows: Sequence[int], index: Index, lang: str) -> None:
    """Print a table of cards."""
    cells = [index.cells(row, lang) for row in rows]
    has_expansions = any(each[3] for each in cells)
    keys = ["card-id", "card-name", "card-kind", "card-start"]
    heads = [*keys, *(["card-expansion"] if has_expansions else []), "card-attributes"]
    kept = [0, 1, 2, *([3] if has_expansions else []), 4]
    table = [[index.ids[row], *(each[i] for i in kept)]
             for row, each in zip(rows, cells, strict=True)]  # fmt: skip
    show_table([say(lang, key) for key in heads], table)


def show_columns(rows: Sequence[int], names: Sequence[str], index: Index, lang: str) -> None:
    """Print a table of cards with the columns asked for, their ids first."""
    shown = ["id", *(name for name in names if name != "id")]
    table = [[cell(name, row, lang, index) for name in shown] for row in rows]
    show_table([heading(name, lang, index) for name in shown], table)
