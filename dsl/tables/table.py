"""Define a table as it was read: cells that know their place, and notes about them."""

from __future__ import annotations

import datetime
from array import array
from collections.abc import Mapping
from typing import TypeAlias

from msgspec import field

from dsl.diagnostics.wording import helps_of, message_of, said
from dsl.languages import OWN
from dsl.records import Record
from dsl.syntax.limits import TABLE_BYTES

Value: TypeAlias = str | int | float | bool | datetime.date | datetime.time | None
Spans: TypeAlias = "list[array[int]]"
"""Where each cell stands in a text, by row: its start and its end, one cell behind the other."""


class Note(Record):
    """Something to say about a cell, a row or a sheet.

    Attributes:
        key, slots: The finding, as `Report.add` takes it.
        row, column: From 1 as spreadsheets count; 0 for the whole sheet, or the whole row.
        heading: What stands above the column.
    """

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
        text, spans: The text that it was read from, and where its cells stand there; "" for a
            workbook.
    """

    name: str
    rows: list[list[Value]]
    notes: list[Note]
    is_hidden: bool = False
    text: str = ""
    spans: Spans = field(default_factory=list)


class BadTable(Exception):
    """A file that is no table, or one that is too large.

    Attributes:
        key, slots: The finding, as `Report.add` takes it.
    """

    def __init__(self, key: str, **slots: object) -> None:
        super().__init__(key)
        self.key, self.slots = key, slots

    def __str__(self) -> str:
        """Return what is wrong, and what to do, in English."""
        return told(self.key, self.slots, OWN[0])


def told(key: str, slots: Mapping[str, object], language: str) -> str:
    """Return the message of a finding and what to do, in one line."""
    parts = (message_of(key, slots), *helps_of(key, slots))
    return "; ".join(said(part, language) for part in parts)


MOST_BYTES = TABLE_BYTES
MOST_TEXT = 16_000_000
MOST_UNPACKED = 40_000_000
"""Bytes of a workbook with its pictures, of a file of text, and of the XML in a workbook."""
MOST_ROWS = 32_001
MOST_COLUMNS = 200
MOST_CELLS = 640_000
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
                raise BadTable(
                    "unreadable-table.long-cell", sheet=sheet.name, cell=where, most=MOST_LETTERS
                )


def too_large(sheet: str) -> BadTable:
    """Return the refusal of a sheet that is larger than a table of cards."""
    slots = {"rows": MOST_ROWS, "columns": MOST_COLUMNS, "cells": MOST_CELLS}
    return BadTable("unreadable-table.too-large", sheet=sheet, **slots)
