"""Read the sheets of a file: CSV in any usual encoding, JSON, XLSX, ODS."""

from __future__ import annotations

import codecs
import json
import re
from array import array
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path, PurePath
from typing import Any, Final

from dsl.tables.workbooks import (
    MOST_BYTES,
    MOST_COLUMNS,
    MOST_ROWS,
    MOST_TEXT,
    BadTable,
    Note,
    Sheet,
    Spans,
    Value,
    check_size,
    read_ods,
    read_xlsx,
    too_large,
)

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)  # fmt: skip
_DELIMITERS: Final = ",;\t|"
_ZIP: Final = b"PK\x03\x04"
_OLD: Final = b"\xd0\xcf\x11\xe0"


def read_table(path: Path) -> list[Sheet]:
    """Return the sheets of a file.

    Raises:
        BadTable: It is none, cannot be read or is too large.
        OSError: There is no such file.
    """
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    return sheets_of(path, data)


def sheets_of(path: PurePath, data: bytes) -> list[Sheet]:
    """Return the sheets of the bytes of a file.

    Raises:
        BadTable: It is none, cannot be read or is too large.
    """
    form = FORMS.get(path.suffix.lower())
    if form is None:
        raise BadTable("unreadable-table.form", word=path.suffix or path.name, all=" ".join(FORMS))
    is_book = path.suffix.lower() in (".xlsx", ".ods")
    most = MOST_BYTES if is_book else MOST_TEXT
    if len(data) > most:
        raise BadTable("unreadable-table.file-large", path=path.name, most=most // 1_000_000)
    if data.startswith(_OLD):
        raise BadTable("unreadable-table.old", path=path.name)
    if is_book != data.startswith(_ZIP):
        raise BadTable("unreadable-table.other-form", path=path.name, word=path.suffix)
    sheets = form(path.name, data)
    for sheet in sheets:
        check_size(sheet)
    return sheets


def read_csv(name: str, data: bytes) -> list[Sheet]:
    """Return the one sheet of a CSV file."""
    text, encoding, is_guess = decoded(name, data)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    delimiter = delimiter_of(text)
    notes = []
    if is_guess:
        notes.append(Note("table-doubt.encoding", name, slots={"encoding": encoding}))
    if delimiter != ",":
        shown = "tab" if delimiter == "\t" else delimiter
        notes.append(Note("table-note.delimiter", name, slots={"delimiter": shown}))
    rows, spans = _cells(name, text, delimiter)
    return [Sheet(name, rows, notes, text=text, spans=spans)]


def _cells(name: str, text: str, delimiter: str) -> tuple[list[list[Value]], Spans]:
    """Return the cells of a text by row, and where each stands, quotes left out."""
    between = re.escape(delimiter)
    cell = re.compile(rf'(?:"([^"]*(?:""[^"]*)*)"|((?!")[^\n{between}]*))({between}|\n|\Z)')
    rows: list[list[Value]] = []
    spans: Spans = []
    at, is_new = 0, True
    known: dict[str, str] = {}  # a column says the same again and again
    while (at < len(text) or not is_new) and len(rows) <= MOST_ROWS:
        if is_new:
            rows.append([])
            spans.append(array("L"))
        found = cell.match(text, at)
        if found is None:
            raise BadTable("unreadable-table.csv", path=name, row=len(rows))
        which = 1 if found[1] is not None else 2
        said = found[which].replace('""', '"') if which == 1 else found[2]
        rows[-1].append(_unquoted(known.setdefault(said, said)))
        spans[-1].extend(found.span(which))
        at, is_new = found.end(), found[3] == "\n"
        if not found[3]:
            break
    for row in rows:
        if row == [None]:
            row.clear()
    return rows, spans


def decoded(name: str, data: bytes) -> tuple[str, str, bool]:
    """Return a text, its encoding, and whether that is a guess."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return data.decode(encoding), encoding, False
            except UnicodeDecodeError:
                raise BadTable("unreadable-table.no-text", path=name) from None
    half = len(data) // 2
    if half and max(data[::2].count(0), data[1::2].count(0)) > half // 3:
        word = "utf-16-be" if data[::2].count(0) > data[1::2].count(0) else "utf-16-le"
        return data.decode(word, "replace"), word, True
    if b"\0" in data:
        raise BadTable("unreadable-table.no-text", path=name)
    try:
        return data.decode("utf-8"), "utf-8", False
    except UnicodeDecodeError:
        pass
    try:
        text = data.decode("cp932")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace"), "cp1252", True
    return (text, "cp932", True) if _looks_japanese(text) else (
        data.decode("cp1252", "replace"), "cp1252", True
    )  # fmt: skip


def _looks_japanese(text: str) -> bool:
    """Return whether the letters beyond ASCII are Japanese ones in full width, as cp932 has them.

    A text in cp1252 that is read as cp932 has single kanji and half-width letters among Latin ones.
    """
    foreign = [each for each in text if ord(each) > 0x7F]
    wide = sum("\u3040" <= each <= "\u30ff" or "\u3000" <= each <= "\u303f" for each in foreign)
    narrow = sum("\uff61" <= each <= "\uff9f" for each in foreign)
    runs = sum(ord(a) > 0x2FFF and ord(b) > 0x2FFF for a, b in pairwise(text))
    return wide > narrow or (narrow == 0 and runs * 3 >= len(foreign))


def delimiter_of(text: str) -> str:
    """Return what parts the cells of the first line that has any outside of quotes."""
    for line in text.split("\n")[:20]:
        outside = "".join(line.split('"')[::2])
        counts = {each: outside.count(each) for each in _DELIMITERS}
        best = max(counts, key=lambda each: counts[each])
        if counts[best]:
            return best
    return ","


def _unquoted(cell: str) -> Value:
    """Return a cell without the mark by which an export keeps it from being a formula."""
    is_marked = cell.startswith("'") and cell[1:2] in ("=", "+", "-", "@", "\t", "\r", "\n", "'")
    return (cell[1:] if is_marked else cell) or None


def read_json(name: str, data: bytes) -> list[Sheet]:
    """Return the one sheet of a JSON file: a list of objects, perhaps under `cards`."""
    text, _, _ = decoded(name, data)
    try:
        found = json.loads(text)
        flat = _objects(name, found)
    except (ValueError, RecursionError) as error:
        raise BadTable("unreadable-table.json", path=name, reason=str(error)) from None
    headings = list(dict.fromkeys(key for each in flat for key in each))
    if len(headings) > MOST_COLUMNS or len(flat) > MOST_ROWS:
        raise too_large(name)
    rows: list[list[Value]] = [[*headings]]
    rows += [[each.get(key) for key in headings] for each in flat]
    return [Sheet(name, rows, [])]


def _objects(name: str, found: Any) -> list[dict[str, Value]]:
    """Return the cards of a JSON file, each without objects inside."""
    if isinstance(found, dict) and "package" in found:
        raise BadTable("unreadable-table.exported")
    if isinstance(found, dict):
        found = found.get("cards", found.get("rows"))
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise BadTable("unreadable-table.json-shape", path=name)
    return [dict(_flat(each)) for each in found]


def _flat(card: Mapping[str, Any]) -> list[tuple[str, Value]]:
    """Return the values of an object; an object inside gives a value a key: `name.en`."""
    found: list[tuple[str, Value]] = []
    for key, value in card.items():
        match value:
            case dict() if key in ("name", "text", "attributes"):
                inner = dict(_flat(value))
                found += [(f"{key}.{word}", each) for word, each in inner.items()]
            case dict():
                found.append((key, ", ".join(f"{n} {word}" for word, n in value.items())))
            case list():
                found.append((key, ", ".join(map(str, value))))
            case _:
                found.append((key, value))
    return found


FORMS: Final[Mapping[str, Callable[[str, bytes], list[Sheet]]]] = {
    ".csv": read_csv,
    ".tsv": read_csv,
    ".json": read_json,
    ".xlsx": read_xlsx,
    ".ods": read_ods,
}
