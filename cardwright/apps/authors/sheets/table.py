"""Define a table as it was read: cells that know their place, and notes about them."""

from __future__ import annotations

import datetime
from typing import TypeAlias

from msgspec import field

from cardwright.apps.face.mistake import AppMistake
from dsl import Record

Value: TypeAlias = str | int | float | bool | datetime.date | datetime.time | None
ERROR, WARNING, NOTE = "error", "warning", "note"


class Note(Record):
    """Something to say about a cell, a row or a sheet.

    Attributes:
        key, slots: The text, of `cardwright/apps/face/words.py`.
        row, column: From 1 as spreadsheets count; 0 for the whole sheet, or the whole row.
        heading: What stands above the column.
    """

    level: str
    key: str
    sheet: str = ""
    row: int = 0
    column: int = 0
    heading: str = ""
    slots: dict[str, object] = field(default_factory=dict)


class Sheet(Record):
    """A sheet of a file.

    Attributes:
        rows: Cells by row, from row 1 on; rows may differ in length.
        notes: What was noticed while it was read.
    """

    name: str
    rows: list[list[Value]]
    notes: list[Note]
    is_hidden: bool = False


class BadTable(AppMistake):
    """A file that is no table, or one that is too large."""


MOST_BYTES = 20_000_000
MOST_TEXT = 4_000_000
MOST_UNPACKED = 6_000_000
"""Bytes of a workbook with its pictures, of a file of text, and of the XML in a workbook."""
MOST_ROWS = 5_000
MOST_COLUMNS = 200
MOST_CELLS = 100_000
MOST_LETTERS = 20_000
"""Letters of a cell; a spreadsheet itself holds 32,767."""


def place(column: int, row: int) -> str:
    """Return a cell as spreadsheets name it: `C18`."""
    return f"{letters(column)}{row}"


def letters(column: int) -> str:
    """Return the letters of a column, counted from 1."""
    found = ""
    while column:
        column, rest = divmod(column - 1, 26)
        found = chr(ord("A") + rest) + found
    return found


def check_size(sheet: Sheet) -> None:
    """Refuse a sheet with more than a table of cards has.

    Raises:
        BadTable: It has too many rows, columns or cells, or a cell too long.
    """
    wide = max(map(len, sheet.rows), default=0)
    cells = sum(map(len, sheet.rows))
    if len(sheet.rows) > MOST_ROWS or wide > MOST_COLUMNS or cells > MOST_CELLS:
        raise too_large(sheet.name)
    for number, row in enumerate(sheet.rows, start=1):
        for column, cell in enumerate(row, start=1):
            if isinstance(cell, str) and len(cell) > MOST_LETTERS:
                where = place(column, number)
                raise BadTable("sheet-long-cell", sheet=sheet.name, cell=where, most=MOST_LETTERS)


def too_large(sheet: str) -> BadTable:
    """Return the refusal of a sheet that is larger than a table of cards."""
    slots = {"rows": MOST_ROWS, "columns": MOST_COLUMNS, "cells": MOST_CELLS}
    return BadTable("sheet-too-large", sheet=sheet, **slots)
