"""Tables that are wrong in unlike ways: each is read right, or refused in words with a place."""

from __future__ import annotations

import csv
import datetime
import io
import json
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner

from cardwright.apps.authors.sheets.reading import read_table
from cardwright.apps.authors.sheets.table import BadTable
from cardwright.apps.commands.main import group
from cardwright.apps.face.mistake import install_line
from tests.apps.authors.sheets.conftest import Bring

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


def notes_sheet(made: Book) -> None:
    made.create_sheet("notes").append(["ask about", "fog"])


TUG = ["Tug", "boat", "1 calm", 1, 1]
JA = "名前,種類,コスト\n渡し船,船,2 金\n"
# What is made; the note it gives with row and column (or None), and how many cards come in.
TABLES: dict[str, tuple[Make, tuple[str, int, int] | None, int]] = {
    "merged cells": (lambda p: book(p, HEAD, CARD, TUG, change=merge), ("sheet-merged", 2, 2), 1),
    "two rows of headings": (
        lambda p: book(p, HEAD, ["名前", "種類", "コスト", "得点", "枚数"], CARD),
        ("sheet-second-heading", 2, 0), 1,
    ),
    "a title above the headings": (
        lambda p: book(p, ["My cards"], [], HEAD, CARD), ("sheet-above", 1, 0), 1,
    ),
    "a date as a cost": (
        lambda p: book(p, HEAD, CARD, change=cell("C2", datetime.datetime(2026, 1, 3))),
        ("sheet-date", 2, 3), 1,
    ),
    "a date as a number": (
        lambda p: book(p, HEAD, CARD, change=cell("D2", datetime.date(2026, 1, 3))),
        ("sheet-date", 2, 4), 1,
    ),
    "empty rows": (lambda p: book(p, HEAD, [], CARD, [], [], TUG), None, 2),
    "the same name twice": (lambda p: book(p, HEAD, CARD, CARD), ("sheet-same-name", 3, 0), 2),
    "the same id twice": (
        lambda p: book(p, ["id", *HEAD], ["a-b", *CARD], ["a-b", *TUG]), ("sheet-same-id", 3, 0), 1,
    ),
    "a formula": (
        lambda p: book(p, HEAD, CARD, change=cell("D2", "=1+2")), ("sheet-formula-empty", 2, 4), 1,
    ),
    "a hidden sheet": (lambda p: book(p, HEAD, CARD, change=hide), ("sheet-hidden", 0, 0), 1),
    "a sheet of notes": (
        lambda p: book(p, HEAD, CARD, change=notes_sheet), ("sheet-no-list", 0, 0), 1,
    ),
    "semicolons": (lambda p: text(p, "name;kind;cost\nFerry;boat;2 gold\n"),
                   ("sheet-delimiter", 0, 0), 1),
    "tabs": (lambda p: text(p, "name\tkind\nFerry\tboat\n"), ("sheet-delimiter", 0, 0), 1),
    "utf-8 with a mark": (lambda p: text(p, b"\xef\xbb\xbf" + JA.encode()), None, 1),
    "utf-16": (lambda p: text(p, JA.encode("utf-16")), None, 1),
    "utf-16 without a mark": (
        lambda p: text(p, "name,kind\nFerry,boat\n".encode("utf-16-le")),
        ("sheet-encoding", 0, 0), 1,
    ),
    "cp932": (lambda p: text(p, JA.encode("cp932")), ("sheet-encoding", 0, 0), 1),
    "latin-1": (
        lambda p: text(p, "name,kind\nÉlodie Müller,keeper\n".encode("latin-1")),
        ("sheet-encoding", 0, 0), 1,
    ),
    "line ends of an old Macintosh": (lambda p: text(p, "name,kind\rFerry,boat\r"), None, 1),
    "no kind": (lambda p: text(p, "name,cost\nFerry,2 gold\n"), ("sheet-no-kind", 2, 0), 0),
    "a kind that is none": (
        lambda p: text(p, "name,kind\nFerry,bout\nTug,boat\n"), ("sheet-bad-kind", 2, 2), 1,
    ),
    "no name": (lambda p: text(p, "name,kind\n,boat\nTug,boat\n"), ("sheet-no-name", 2, 0), 1),
    "an unknown column": (
        lambda p: text(p, "name,kind,mood\nFerry,boat,merry\n"), ("sheet-unknown-column", 1, 3), 1,
    ),
    "a column without a heading": (
        lambda p: text(p, "name,kind,\nFerry,boat,hm\n"), ("sheet-no-heading", 1, 3), 1,
    ),
    "a column twice": (
        lambda p: text(p, "name,kind,cost,Costs\nFerry,boat,1 gold,2 gold\n"),
        ("sheet-twice", 1, 4), 1,
    ),
    "a fraction": (lambda p: book(p, HEAD, [*CARD[:3], 2.5, 1]), ("sheet-fraction", 2, 4), 1),
    "a number with a unit": (
        lambda p: text(p, "name,kind,Victory Point\nFerry,boat,3 VP\n"), ("sheet-unit", 2, 3), 1,
    ),
    "copies in words": (
        lambda p: text(p, "name,kind,copies\nFerry,boat,some\n"), ("sheet-no-copies", 2, 3), 1,
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
        ("sheet-no-kind", 2, 2), 1,
    ),
    "a name of marks alone": (lambda p: text(p, "name,kind\n!!!,boat\n"), None, 1),
    "a name of another script": (lambda p: text(p, "name,kind\n渡し船,boat\n"), None, 1),
    "texts that YAML would take for something else": (
        lambda p: text(p, 'name,kind,text\n"yes: no # {}",boat,"- &a *b\n!c"\n'), None, 1,
    ),
    "objects": (
        lambda p: text(p, json.dumps([{"name": {"en": "Ferry", "ja": "渡し船"}, "kind": "boat",
                                       "cost": {"gold": 2}, "tags": ["gold", "calm"]}]), "t.json"),
        None, 1,
    ),
}  # fmt: skip


@pytest.mark.parametrize("sort", TABLES)
def test_each_is_read_right_or_named_with_its_place(
    sort: str, tmp_path: Path, bring: Bring
) -> None:
    make, note, cards = TABLES[sort]
    found = bring(make(tmp_path))

    assert len(found.added) == cards, found.notes
    assert found.findings == ()
    told = [(each.key, each.row, each.column) for each in found.notes]
    assert (note in told) if note else told == []


def _zip(**parts: bytes) -> bytes:
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
    "a zip bomb": ("t.xlsx", _zip(content=b"0" * 50_000_000), "sheet-unpacked"),
    "a zip bomb in ODS": ("t.ods", _zip(content=b"0" * 50_000_000), "sheet-unpacked"),
    "entities of XML": (
        "t.ods", _zip(content=b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), "sheet-entities",
    ),
    "no workbook": ("t.xlsx", _zip(content=b"<a/>"), "sheet-damaged"),
    "broken XML": ("t.ods", _zip(content=b"<a>"), "sheet-damaged"),
    "half a workbook": ("t.xlsx", b"PK\x03\x04half", "sheet-damaged"),
    "an old workbook": ("t.xlsx", b"\xd0\xcf\x11\xe0" + b"0" * 99, "sheet-old"),
    "a text called a workbook": ("t.xlsx", b"name,kind\n", "sheet-other-form"),
    "a workbook called a text": ("t.csv", _zip(content=b"<a/>"), "sheet-other-form"),
    "bytes": ("t.csv", bytes(range(256)), "sheet-no-text"),
    "a quote that is not closed": ("t.csv", b'name,kind\n"Ferry,boat\n', "sheet-csv"),
    "no JSON": ("t.json", b"{", "sheet-json"),
    "deep JSON": ("t.json", b"[" * 100_000, "sheet-json"),
    "JSON of numbers": ("t.json", b"[1, 2]", "sheet-json-shape"),
    "a picture": ("t.png", b"\x89PNG", "sheet-form"),
    "many rows": ("t.csv", b"name,kind\n" * 6_000, "sheet-too-large"),
    "JSON with many keys": (
        "t.json", json.dumps([{"name": "a", f"k{n}": 1} for n in range(300)]).encode(),
        "sheet-too-large",
    ),
    "many columns": ("t.csv", _wide(), "sheet-too-large"),
    "a long cell": ("t.csv", b"name,kind\n" + b"a" * 30_000 + b",boat\n", "sheet-long-cell"),
    "a huge file": ("t.csv", b"name,kind\n" * 2_100_000, "sheet-file-large"),
    "a longer cell": ("t.csv", b"name,kind\n" + b"a" * 300_000 + b",boat\n", "sheet-csv"),
}  # fmt: skip


@pytest.mark.parametrize("sort", REFUSED)
def test_what_is_no_table_is_refused_in_words(sort: str, tmp_path: Path) -> None:
    name, data, key = REFUSED[sort]
    with pytest.raises(BadTable) as error:
        read_table(text(tmp_path, data, name))
    assert error.value.key == key
    assert str(error.value)


def test_cells_repeated_a_million_times_are_refused(tmp_path: Path) -> None:
    names = " ".join(f'xmlns:{n}="urn:oasis:names:tc:opendocument:xmlns:{n}:1.0"'
                     for n in ("office", "table", "text"))  # fmt: skip
    row = (
        '<table:table-row table:number-rows-repeated="1048576"><table:table-cell '
        'table:number-columns-repeated="16384"><text:p>a</text:p></table:table-cell>'
        "</table:table-row>"
    )
    content = f'<office:a {names}><table:table table:name="s">{row}</table:table></office:a>'
    with pytest.raises(BadTable) as error:
        read_table(text(tmp_path, _zip(content=content.encode()), "t.ods"))
    assert error.value.key == "sheet-too-large"


def test_an_empty_file_is_refused_by_the_command(folder: Path, tmp_path: Path) -> None:
    for name in ("t.csv", "t.json"):
        table = text(tmp_path, b"" if name == "t.csv" else b"[]", name)
        done = CliRunner().invoke(
            group, ["--lang", "en", "import", str(table), "--into", str(folder)]
        )
        assert done.exit_code == 2, done.output
        assert done.output.startswith(f"error: no sheet of {name} is a list of cards")


def test_a_file_of_windows_keeps_its_line_ends(folder: Path, tmp_path: Path) -> None:
    rows = "cards:\r\n- rows:\r\n  - {id: ferry, kind: boat, worth: 1}\r\n"
    (folder / "boats.yaml").write_bytes(rows.encode())
    table = text(tmp_path, "id,worth\nferry,2\n")
    line = ["import", str(table), "--into", str(folder), "--yes"]
    assert CliRunner().invoke(group, line).exit_code == 0
    assert (folder / "boats.yaml").read_bytes() == rows.replace("worth: 1", "worth: 2").encode()


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_is_missing_for_workbooks_is_named_with_its_command(
    lang: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = book(tmp_path, HEAD, CARD)
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    lines = (
        ["--lang", lang, "import", str(table), "--into", str(folder)],
        ["--lang", lang, "cards", "war", "--table", str(tmp_path / "out.xlsx")],
    )
    for line in lines:
        done = CliRunner().invoke(group, line)
        assert done.exit_code == 2
        assert done.output.splitlines()[-1].endswith(install_line("sheets"))


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_note_has_words_and_a_place(lang: str, folder: Path, tmp_path: Path) -> None:
    table = text(tmp_path, "name,kind,cost\nFerry,boat,3-1\n")
    done = CliRunner().invoke(group, ["--lang", lang, "import", str(table), "--into", str(folder)])
    assert done.exit_code == 1
    assert "t.csv!C2 (cost)" in done.output
    assert "3 gold 1 calm" in done.output
