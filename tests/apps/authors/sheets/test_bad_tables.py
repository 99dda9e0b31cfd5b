"""Tables that are wrong in unlike ways: each is read right, or refused in words with a place."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright.apps.commands.main import group
from cardwright.apps.face.words import install_line
from dsl.tables.headings import Words
from dsl.tables.reading import read_table
from dsl.tables.rows import CardRow, give_ids
from dsl.tables.workbooks import BadTable
from tests.apps.authors.sheets.conftest import Bring
from tests.dsl.tables.corpus import CARD, HEAD, REFUSED, TABLES, book, text, zipped


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
        read_table(text(tmp_path, zipped(content=content.encode()), "t.ods"))
    assert error.value.key == "unreadable-table.too-large"


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


def test_ids_of_many_rows_are_looked_up_and_not_searched() -> None:
    rows = [CardRow("s", n, "boat", f"c-{n}", {"en": f"C {n}"}, []) for n in range(20_000)]
    began = time.process_time()
    give_ids(rows, Words({}, {}, (), "en", ("en",)), [])

    assert time.process_time() - began < 1
