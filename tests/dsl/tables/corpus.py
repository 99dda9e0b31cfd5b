"""Tables that are wrong in unlike ways, and what is to be said of each."""

from __future__ import annotations

import csv
import datetime
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl

HEAD = ["name", "kind", "cost", "worth", "copies"]
CARD = ["Ferry", "boat", "2 gold", 3, 2]
Book = openpyxl.Workbook
Make = Callable[[Path], Path]


def book(path: Path, *rows: list[object], change: Callable[[Book], None] = lambda b: None) -> Path:
    """Write a workbook, and return its path."""
    made = openpyxl.Workbook()
    sheet = made.active
    assert sheet is not None
    sheet.title = "cards"
    for row in rows:
        sheet.append(row)
    change(made)
    file = path / "t.xlsx"
    made.save(file)
    return file


def text(path: Path, data: bytes | str, name: str = "t.csv") -> Path:
    """Write a file of text, and return its path."""
    (path / name).write_bytes(data.encode() if isinstance(data, str) else data)
    return path / name


def cell(at: str, value: object) -> Callable[[Book], None]:
    """Return the change that puts a value into a cell."""

    def put(made: Book) -> None:
        made["cards"][at] = value

    return put


def merge(made: Book) -> None:
    made["cards"].merge_cells("B2:B3")


def hide(made: Book) -> None:
    extra = made.create_sheet("more")
    extra.append(HEAD)
    extra.append(["Tug", *CARD[1:]])
    extra.sheet_state = "hidden"


def paint(made: Book) -> None:
    for row in range(3, 10_003):
        made["cards"].cell(row, 1).number_format = "0.00"


def notes_sheet(made: Book) -> None:
    made.create_sheet("notes").append(["ask about", "fog"])


TUG = ["Tug", "boat", "1 calm", 1, 1]
JA = "名前,種類,コスト\n渡し船,船,2 金\n"
# What is made; the note it gives with row and column (or None), and how many cards come in.
TABLES: dict[str, tuple[Make, tuple[str, int, int] | None, int]] = {
    "merged cells": (
        lambda p: book(p, HEAD, CARD, TUG, change=merge),
        ("table-doubt.merged", 2, 2), 1,
    ),
    "two rows of headings": (
        lambda p: book(p, HEAD, ["名前", "種類", "コスト", "得点", "枚数"], CARD),
        ("table-note.second-heading", 2, 0), 1,
    ),
    "a title above the headings": (
        lambda p: book(p, ["My cards"], [], HEAD, CARD), ("table-note.above", 1, 0), 1,
    ),
    "a date as a cost": (
        lambda p: book(p, HEAD, CARD, change=cell("C2", datetime.datetime(2026, 1, 3))),
        ("table-cell.date", 2, 3), 1,
    ),
    "a date as a number": (
        lambda p: book(p, HEAD, CARD, change=cell("D2", datetime.date(2026, 1, 3))),
        ("table-cell.date", 2, 4), 1,
    ),
    "empty rows": (lambda p: book(p, HEAD, [], CARD, [], [], TUG), None, 2),
    "the same name twice": (lambda p: book(p, HEAD, CARD, CARD), ("table-note.same-name", 3, 0), 2),
    "the same id twice": (
        lambda p: book(p, ["id", *HEAD], ["a-b", *CARD], ["a-b", *TUG]),
        ("table-cell.same-id", 3, 0), 1,
    ),
    "a formula": (
        lambda p: book(p, HEAD, CARD, change=cell("D2", "=1+2")),
        ("table-doubt.formula-empty", 2, 4), 1,
    ),
    "a hidden sheet": (lambda p: book(p, HEAD, CARD, change=hide), ("table-note.hidden", 0, 0), 1),
    "a sheet of notes": (
        lambda p: book(p, HEAD, CARD, change=notes_sheet), ("table-note.no-list", 0, 0), 1,
    ),
    "semicolons": (lambda p: text(p, "name;kind;cost\nFerry;boat;2 gold\n"),
                   ("table-note.delimiter", 0, 0), 1),
    "tabs": (lambda p: text(p, "name\tkind\nFerry\tboat\n"), ("table-note.delimiter", 0, 0), 1),
    "utf-8 with a mark": (lambda p: text(p, b"\xef\xbb\xbf" + JA.encode()), None, 1),
    "utf-16": (lambda p: text(p, JA.encode("utf-16")), None, 1),
    "utf-16 without a mark": (
        lambda p: text(p, "name,kind\nFerry,boat\n".encode("utf-16-le")),
        ("table-doubt.encoding", 0, 0), 1,
    ),
    "cp932": (lambda p: text(p, JA.encode("cp932")), ("table-doubt.encoding", 0, 0), 1),
    "latin-1": (
        lambda p: text(p, "name,kind\nÉlodie Müller,keeper\n".encode("latin-1")),
        ("table-doubt.encoding", 0, 0), 1,
    ),
    "line ends of an old Macintosh": (lambda p: text(p, "name,kind\rFerry,boat\r"), None, 1),
    "no kind": (lambda p: text(p, "name,cost\nFerry,2 gold\n"), ("table-cell.no-kind", 2, 0), 0),
    "a kind that is none in two rows": (
        lambda p: text(p, "name,kind\nTub,bout\nTug,boat\nFerry,bout\n"),
        ("table-cell.bad-kind", 2, 2), 1,
    ),
    "a kind that is none": (
        lambda p: text(p, "name,kind\nFerry,bout\nTug,boat\n"), ("table-cell.bad-kind", 2, 2), 1,
    ),
    "no name": (lambda p: text(p, "name,kind\n,boat\nTug,boat\n"), ("table-cell.no-name", 2, 0), 1),
    "an unknown column": (
        lambda p: text(p, "name,kind,mood\nFerry,boat,merry\n"),
        ("table-doubt.unknown-column", 1, 3), 1,
    ),
    "a column without a heading": (
        lambda p: text(p, "name,kind,\nFerry,boat,hm\n"), ("table-doubt.no-heading", 1, 3), 1,
    ),
    "a column twice": (
        lambda p: text(p, "name,kind,cost,Costs\nFerry,boat,1 gold,2 gold\n"),
        ("table-doubt.twice", 1, 4), 1,
    ),
    "a fraction": (lambda p: book(p, HEAD, [*CARD[:3], 2.5, 1]), ("table-cell.fraction", 2, 4), 1),
    "a number with a unit": (
        lambda p: text(p, "name,kind,Victory Point\nFerry,boat,3 VP\n"),
        ("table-note.unit", 2, 3), 1,
    ),
    "copies in words": (
        lambda p: text(p, "name,kind,copies\nFerry,boat,some\n"), ("table-cell.no-copies", 2, 3), 1,
    ),
    "a good that is none": (
        lambda p: text(p, "name,kind,cost\nFerry,boat,2 sliver\n"), ("sheet-refused", 2, 3), 1,
    ),
    "an effect that is none": (
        lambda p: text(p, "name,kind,effect\nFerry,boat,gain 2 wibble\n"),
        ("sheet-refused", 2, 3), 1,
    ),
    "an effect that is no text of the language": (
        lambda p: text(p, 'name,kind,effect\nFerry,boat,"((: # {"\n'), ("sheet-refused", 2, 3), 1,
    ),
    "rows of unlike length": (
        lambda p: text(p, "name,kind,cost\nFerry\nBarge,boat,1 gold,9,9\n"),
        ("table-cell.no-kind", 2, 2), 1,
    ),
    "a name of marks alone": (lambda p: text(p, "name,kind\n!!!,boat\n"), None, 1),
    "a name of another script": (lambda p: text(p, "name,kind\n渡し船,boat\n"), None, 1),
    "texts that YAML would take for something else": (
        lambda p: text(p, 'name,kind,text\n"yes: no # {}",boat,"- &a *b\n!c"\n'), None, 1,
    ),
    **{
        f"{value} as a number": (
            lambda p, value=value: text(p, f"name;kind;worth\nFerry;boat;{value}\n"),
            (key, 2, 3), 1,
        )
        for value, key in {
            "1.000": "table-cell.unclear", "3-5": "table-cell.unclear", "(3)": "table-cell.unclear",
            "n/a": "table-cell.nothing", "3-Jan": "table-cell.date", "Jan-3": "table-cell.date",
            "03/01/2026": "table-cell.date", "2026-01-03": "table-cell.date",
        }.items()
    },
    "a date in words as a cost": (
        lambda p: text(p, "name,kind,cost\nFerry,boat,3-Jan\n"), ("table-cell.date", 2, 3), 1,
    ),
    "costs written with icons": (
        lambda p: text(p, "name,kind,cost\nFerry,boat,{gold}{gold}\nTug,boat,2 {calm}\n"), None, 2,
    ),
    "boxes that are ticked": (
        lambda p: text(p, "name,kind,old\nFerry,boat,☑\nTug,boat,☐\nRaft,boat,✔\ufe0f\n"),
        None, 3,
    ),
    "names that differ in capitals alone": (
        lambda p: text(p, "name,kind\nFerry,boat\nFERRY,boat\n"), ("table-note.same-name", 3, 0), 2,
    ),
    "a line break of Windows in a name": (
        lambda p: book(p, HEAD, ["Old_x000D_\nFerry", *CARD[1:]]), ("table-note.blanks", 2, 1), 1,
    ),
    "ten thousand rows with a colour alone": (
        lambda p: book(p, HEAD, CARD, change=paint), None, 1,
    ),
    "the line of Excel that names the delimiter": (
        lambda p: text(p, "sep=;\nname;kind\nFerry;boat\n"), ("table-note.above", 1, 0), 1,
    ),
    "two tables side by side": (
        lambda p: book(p, [*HEAD, None, "name"], [*CARD, None, "Quay"]),
        ("table-doubt.twice", 1, 7), 1,
    ),
    "two tables on one sheet": (
        lambda p: book(p, HEAD, CARD, [], [], HEAD, TUG), ("table-note.second-heading", 5, 0), 2,
    ),
    "cards that stand in columns": (
        lambda p: text(p, "name,Ferry\nkind,boat\n"), ("table-cell.no-kind", 2, 0), 0,
    ),
    "objects": (
        lambda p: text(p, json.dumps([{"name": {"en": "Ferry", "ja": "渡し船"}, "kind": "boat",
                                       "cost": {"gold": 2}, "tags": ["gold", "calm"]}]), "t.json"),
        None, 1,
    ),
}  # fmt: skip


def zipped(**parts: bytes) -> bytes:
    """Return an archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(f"{name}.xml", data)
    return out.getvalue()


def _wide() -> bytes:
    out = io.StringIO()
    csv.writer(out).writerows([["name", *["x"] * 300], ["a"] * 301])
    return out.getvalue().encode()


REFUSED: dict[str, tuple[str, bytes, str]] = {
    "a zip bomb": ("t.xlsx", zipped(content=b"0" * 50_000_000), "unreadable-table.unpacked"),
    "a zip bomb in ODS": ("t.ods", zipped(content=b"0" * 50_000_000), "unreadable-table.unpacked"),
    "entities of XML": (
        "t.ods", zipped(content=b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
            "unreadable-table.entities",
    ),
    "no workbook": ("t.xlsx", zipped(content=b"<a/>"), "unreadable-table.damaged"),
    "broken XML": ("t.ods", zipped(content=b"<a>"), "unreadable-table.damaged"),
    "half a workbook": ("t.xlsx", b"PK\x03\x04half", "unreadable-table.damaged"),
    "an old workbook": ("t.xlsx", b"\xd0\xcf\x11\xe0" + b"0" * 99, "unreadable-table.old"),
    "a text called a workbook": ("t.xlsx", b"name,kind\n", "unreadable-table.other-form"),
    "a workbook called a text": ("t.csv", zipped(content=b"<a/>"), "unreadable-table.other-form"),
    "bytes": ("t.csv", bytes(range(256)), "unreadable-table.no-text"),
    "a quote that is not closed": ("t.csv", b'name,kind\n"Ferry,boat\n', "unreadable-table.csv"),
    "no JSON": ("t.json", b"{", "unreadable-table.json"),
    "deep JSON": ("t.json", b"[" * 100_000, "unreadable-table.json"),
    "JSON of numbers": ("t.json", b"[1, 2]", "unreadable-table.json-shape"),
    "a picture": ("t.png", b"\x89PNG", "unreadable-table.form"),
    "many rows": ("t.csv", b"name,kind\n" * 33_000, "unreadable-table.too-large"),
    "JSON with many keys": (
        "t.json", json.dumps([{"name": "a", f"k{n}": 1} for n in range(300)]).encode(),
        "unreadable-table.too-large",
    ),
    "many columns": ("t.csv", _wide(), "unreadable-table.too-large"),
    "a long cell": ("t.csv", b"name,kind\n" + b"a" * 30_000 + b",boat\n",
        "unreadable-table.long-cell"),
    "a huge file": ("t.csv", b"name,kind\n" * 2_100_000, "unreadable-table.file-large"),
    "a longer cell": ("t.csv", b"name,kind\n" + b"a" * 300_000 + b",boat\n",
        "unreadable-table.long-cell"),
}  # fmt: skip


def sheets(**named: list[list[object]]) -> Callable[[Path], Path]:
    """Return what makes a workbook of some sheets."""

    def make(path: Path) -> Path:
        made = openpyxl.Workbook()
        made.remove(made.worksheets[0])
        for name, rows in named.items():
            sheet = made.create_sheet(name)
            for row in rows:
                sheet.append(row)
        made.save(path / "t.xlsx")
        return path / "t.xlsx"

    return make


def lines(*rows: str, name: str = "t.csv") -> Callable[[Path], Path]:
    """Return what makes a file of lines."""
    return lambda path: text(path, "\n".join(rows) + "\n", name)


FERRY = "Ferry,boat,2 gold,3,2"
# Of a table that a package reads itself: what makes it, the finding (a name alone for those of the
# checker) with row and column, and the ids that come in where nothing is an error.
LIVE: dict[str, tuple[Make, tuple[str, int, int] | None, list[str]]] = {
    "headings in Japanese": (lines("名前,種類,コスト", "渡し船,船,2 金"), None, ["boat"]),
    "headings with blanks and capitals": (
        lines(" Card Name ,CARD TYPE, COSTS ", "Ferry,boat,2 gold"), None, ["ferry"],
    ),
    "a heading with a line break": (
        lines('name,kind,"victory', 'points"', "Ferry,boat,3"), None, ["ferry"],
    ),
    "a column of notes": (lines("name,kind,# later", "Ferry,boat,hm"), None, ["ferry"]),
    "commas at the end of each line": (
        lines("name,kind,cost,,", "Ferry,boat,2 gold,,", ",,,,"), None, ["ferry"],
    ),
    "a quoted text over three lines, then a wrong cell": (
        lines("name,kind,text,cost", 'Ferry,boat,"one', "two", 'three",1 gold', "Tug,boat,,1 wine"),
        ("*", 5, 13), [],
    ),
    "doubled quotes": (lines("name,kind", '"The ""Ferry""",boat'), None, ["the-ferry"]),
    "letters behind a quote": (
        lines("name,kind", '"Ferry"x,boat'), ("unreadable-table.csv", 1, 1), [],
    ),
    "a percentage": (lines("name,kind,worth", "Ferry,boat,50%"), ("table-note.unit", 2, 12), []),
    "a long minus": (lines("name,kind,worth", "Ferry,boat,−2"), None, ["ferry"]),
    "wide digits": (lines("name,kind,worth", "Ferry,boat,３"), None, ["ferry"]),
    "a decimal comma": (
        lines("name;kind;worth", "Ferry;boat;2,5"), ("table-cell.fraction", 2, 12), [],
    ),
    "thousands": (lines("name,kind,worth", 'Ferry,boat,"1,000"'), None, ["ferry"]),
    "a number in words": (lines("name,kind,worth", "Ferry,boat,three"), ("*", 2, 12), []),
    "an error of the spreadsheet": (
        lines("name,kind,cost", "Ferry,boat,#REF!"), ("table-cell.error", 2, 12), [],
    ),
    "neither yes nor no": (lines("name,kind,old", "Ferry,boat,perhaps"), ("*", 2, 12), []),
    "a check mark": (lines("name,kind,old", "Ferry,boat,✓"), None, ["ferry"]),
    "a list by line ends": (
        lines("name,kind,tags", 'Ferry,boat,"gold', 'calm"'), None, ["ferry"],
    ),
    "a list with a member that is none": (
        lines("name,kind,tags", 'Ferry,boat,"gold, wine"'), ("*", 2, 13), [],
    ),
    "a zone that is none": (
        lines("name,kind,start", "Ferry,boat,harbor"), ("unknown-zone", 2, 12), [],
    ),
    "an id with blanks": (lines("id,name,kind", "My Ferry,Ferry,boat"), ("*", 2, 1), []),
    "an id that a card of the package has": (
        lines("id,name,kind", "raft,Ferry,boat"), ("duplicate-name", 2, 1), [],
    ),
    "a name that a card of the package has": (lines("name,kind", "Raft,boat"), None, ["raft-2"]),
    "less than no copies": (
        lines("name,kind,copies", "Ferry,boat,-1"), ("table-cell.no-copies", 2, 12), [],
    ),
    "a control character": (
        lines("name,kind", "Fer\x07ry,boat"), ("control-character", 2, 1), [],
    ),
    "a character that turns the text": (
        lines("name,kind", "Fer\u202ery,boat"), ("text-direction", 2, 1), [],
    ),
    "an effect with a fault in its second line": (
        lines("name,kind,effect", 'Ferry,boat,"gain 1 gold', 'gain 1 wine"'), ("*", 3, 8), [],
    ),
    "cards in two sheets named by their kinds": (
        sheets(boats=[["name", "cost"], ["Ferry", "1 gold"]],
               places=[["name"], ["Quay"]]), None, ["ferry", "quay"],
    ),
    "one id in two sheets": (
        sheets(boats=[["id", "name"], ["a", "Ferry"]], places=[["id", "name"], ["a", "Quay"]]),
        ("table-cell.same-id", 2, 0), [],
    ),
    "a row of totals": (
        lines("name,kind,worth", "Ferry,boat,3", "Total,,3"), ("table-cell.no-kind", 3, 7), [],
    ),
    "headings alone": (lines("name,kind"), None, []),
    "an ending in capitals": (lines("name,kind", "Ferry,boat", name="T.CSV"), None, ["ferry"]),
    "a file that a spreadsheet has open": (
        lambda p: (text(p, b"\0", "~$t.xlsx"), text(p, "name,kind\nFerry,boat\n"))[1],
        None, ["ferry"],
    ),
}  # fmt: skip
