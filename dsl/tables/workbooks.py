"""Define tables as they are read; read workbooks: XLSX with openpyxl, ODS without a library.

Both are archives of XML. What is declared to be too large, and XML with entities of its own, is
refused before anything is unpacked as a whole. Cells of a table know their place.
"""

from __future__ import annotations

import datetime
import io
import re
import warnings
import zipfile
import zlib
from array import array
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Final, TypeAlias
from xml.etree import ElementTree

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

    @property
    def place(self) -> str:
        """The cell as spreadsheets name it: `C18`."""
        return place(self.column, self.row)

    def told(self, language: str) -> str:
        """Return what it says and what to do, in one line."""
        return told(self.key, self.slots, language)


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
        return self.told(OWN[0])

    def told(self, language: str) -> str:
        """Return what is wrong, and what to do."""
        return told(self.key, self.slots, language)


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


_HEAD: Final = 4096
_MERGED: Final = re.compile(rb'<(?:\w+:)?mergeCell\s[^>]*ref="([A-Z]+[0-9]+:[A-Z]+[0-9]+)"')
_FORMULA: Final = re.compile(rb"<(?:\w+:)?f[\s>/]")
_RETURN: Final = re.compile(r"_x000[dD]_\n?")
"""How Excel writes the line end of an old Macintosh or of Windows into a cell."""
_CELL: Final = re.compile("([A-Z]+)([0-9]+)")
_BROKEN: Final = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)
_FAULTY: Final = (
    *_BROKEN, ElementTree.ParseError, KeyError, ValueError, TypeError, IndexError, AttributeError,
    OverflowError, OSError,
)  # fmt: skip
"""What libraries raise on files that are damaged."""


def _archive(name: str, data: bytes) -> zipfile.ZipFile:
    """Open an archive whose XML is not too large and has no entities."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        parts = [each for each in archive.infolist() if each.filename.endswith((".xml", ".rels"))]
        if sum(each.file_size for each in parts) > MOST_UNPACKED or len(parts) > 1_000:
            raise BadTable("unreadable-table.unpacked", path=name, most=MOST_UNPACKED // 1_000_000)
        for part in parts:
            with archive.open(part) as file:
                if b"<!DOCTYPE" in file.read(_HEAD) or b"<!ENTITY" in file.read(_HEAD):
                    raise BadTable("unreadable-table.entities", path=name)
    except _BROKEN:
        raise BadTable("unreadable-table.damaged", path=name) from None
    return archive


def read_xlsx(name: str, data: bytes) -> list[Sheet]:
    """Return the sheets of an XLSX file; of formulas the values that were last computed.

    Raises:
        BadTable: It is damaged, too large, or openpyxl is not installed.
    """
    try:
        openpyxl = import_module("openpyxl")
    except ImportError:
        raise BadTable("unreadable-table.needs-openpyxl", path=name) from None
    archive = _archive(name, data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _xlsx_sheets(openpyxl, archive, data)
    except _FAULTY:
        raise BadTable("unreadable-table.damaged", path=name) from None


def _xlsx_sheets(openpyxl: Any, archive: zipfile.ZipFile, data: bytes) -> list[Sheet]:
    """Return the sheets of a workbook; one with formulas is read again for where they stand."""
    values = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    formulas = None
    found = []
    for of_values in values.worksheets:
        title = str(of_values.title)
        notes: list[Note] = []
        rows = [[*map(_xlsx_value, row)] for row in _xlsx_rows(of_values)]
        written = archive.read(of_values._worksheet_path)
        if _FORMULA.search(written):
            formulas = formulas or openpyxl.load_workbook(io.BytesIO(data), read_only=True)
            for number, row in enumerate(_xlsx_rows(formulas[title]), start=1):
                for column, cell in enumerate(row, start=1):
                    if cell.data_type == "f":
                        same = rows[number - 1] if number <= len(rows) else []
                        value = same[column - 1] if column <= len(same) else None
                        _note_formula(notes, title, number, column, value)
        merged = _MERGED.findall(written)
        for each in merged[:MOST_COLUMNS]:
            notes.append(_merged(title, each.decode()))
        found.append(Sheet(title, _trimmed(rows), notes, of_values.sheet_state != "visible"))
    return found


def _merged(sheet: str, cells: str) -> Note:
    """Return the note that cells are merged, at the first of them."""
    found = _CELL.match(cells)
    assert found is not None
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - ord("A") + 1
    return Note("table-doubt.merged", sheet, int(found[2]), column, "", {"cells": cells})


def _xlsx_rows(sheet: Any) -> Iterator[Any]:
    """Yield the rows of a sheet, one more than a table may have.

    Raises:
        BadTable: Cells stand too far to the right, or are too many.
    """
    sheet.reset_dimensions()
    cells = 0
    for row in sheet.iter_rows(max_row=MOST_ROWS + 1):
        cells += len(row)
        last = next((n for n in range(len(row), 0, -1) if row[n - 1].value is not None), 0)
        if last > MOST_COLUMNS or cells > 4 * MOST_CELLS:
            raise too_large(sheet.title)
        yield row[:last]


def _note_formula(notes: list[Note], sheet: str, row: int, column: int, value: Value) -> None:
    """Note that a formula stands in a cell, and which value is taken."""
    key = "table-doubt.formula-empty" if value is None else "table-note.formula"
    slots: dict[str, object] = {"value": "" if value is None else str(value)}
    notes.append(Note(key, sheet, row, column, slots=slots))


def _xlsx_value(cell: Any) -> Value:
    """Return the value of a cell; an error of the spreadsheet stays its word."""
    value = cell.value
    if isinstance(value, datetime.datetime):
        return value.date() if value.time() == datetime.time() else value
    if isinstance(value, str):
        return _RETURN.sub("\n", value)
    if value is None or isinstance(value, int | float | bool | datetime.time):
        return value
    return str(value)


def _trimmed(rows: list[list[Value]]) -> list[list[Value]]:
    """Return rows without the empty cells and rows at their ends."""
    for row in rows:
        while row and row[-1] in (None, ""):
            row.pop()
    while rows and not rows[-1]:
        rows.pop()
    return rows


# --- ODS ----------------------------------------------------------------------------------------

_TABLE: Final = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE: Final = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TEXT: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_STYLE: Final = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"


def read_ods(name: str, data: bytes) -> list[Sheet]:
    """Return the sheets of an ODS file; of formulas the values that were last computed.

    Raises:
        BadTable: It is damaged or too large.
    """
    archive = _archive(name, data)
    try:
        root = ElementTree.fromstring(archive.read("content.xml"))
        hidden = {
            str(style.get(f"{_STYLE}name"))
            for style in root.iter(f"{_STYLE}style")
            for each in style.iter(f"{_STYLE}table-properties")
            if each.get(f"{_TABLE}display") == "false"
        }
        return [_ods_sheet(table, hidden) for table in root.iter(f"{_TABLE}table")]
    except _FAULTY:
        raise BadTable("unreadable-table.damaged", path=name) from None


def _ods_sheet(table: ElementTree.Element, hidden: set[str]) -> Sheet:
    """Return a sheet; repeated rows and cells are written out as far as something is in them."""
    title = str(table.get(f"{_TABLE}name"))
    rows: list[list[Value]] = []
    notes: list[Note] = []
    for element in table.iter(f"{_TABLE}table-row"):
        times = min(int(element.get(f"{_TABLE}number-rows-repeated", "1")), MOST_ROWS + 1)
        row = _ods_row(element, title, len(rows) + 1, notes)
        times = min(times, MOST_ROWS + 1 - len(rows))
        rows += [list(row) for _ in range(times)] if row else [[]] * times
    rows = [list(row) for row in rows]
    return Sheet(title, _trimmed(rows), notes, table.get(f"{_TABLE}style-name") in hidden)


def _ods_row(
    element: ElementTree.Element, title: str, number: int, notes: list[Note]
) -> list[Value]:
    """Return the cells of a row, without the empty ones at its end."""
    row: list[Value] = []
    for cell in element:
        if cell.tag not in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            continue
        times = min(
            int(cell.get(f"{_TABLE}number-columns-repeated", "1")), MOST_COLUMNS + 1 - len(row)
        )
        value = _ods_value(cell)
        if cell.get(f"{_TABLE}formula"):
            _note_formula(notes, title, number, len(row) + 1, value)
        wide = int(cell.get(f"{_TABLE}number-columns-spanned", "1"))
        high = int(cell.get(f"{_TABLE}number-rows-spanned", "1"))
        if (wide > 1 or high > 1) and len(notes) < MOST_COLUMNS:
            last = place(len(row) + wide, number + high - 1)
            cells = f"{place(len(row) + 1, number)}:{last}"
            notes.append(_merged(title, cells))
        row += [value] * max(times, 0)
    while row and row[-1] in (None, ""):
        row.pop()
    return row


def _ods_value(cell: ElementTree.Element) -> Value:
    """Return the value of a cell by its type."""
    sort = cell.get(f"{_OFFICE}value-type")
    if sort in ("float", "currency", "percentage"):
        number = float(cell.get(f"{_OFFICE}value", "0"))
        return int(number) if number.is_integer() else number
    if sort == "boolean":
        return cell.get(f"{_OFFICE}boolean-value") == "true"
    if sort == "date":
        return datetime.date.fromisoformat(cell.get(f"{_OFFICE}date-value", "")[:10])
    lines = ["".join(_ods_text(each)) for each in cell.iterfind(f"{_TEXT}p")]
    return "\n".join(lines) or None


def _ods_text(element: ElementTree.Element) -> Iterator[str]:
    """Yield the text of a paragraph; blanks, tabs and breaks are elements of their own."""
    if element.tag == f"{_TEXT}s":
        yield " " * min(int(element.get(f"{_TEXT}c", "1")), _HEAD)
    elif element.tag == f"{_TEXT}tab":
        yield "\t"
    elif element.tag == f"{_TEXT}line-break":
        yield "\n"
    yield element.text or ""
    for inner in element:
        yield from _ods_text(inner)
        yield inner.tail or ""
