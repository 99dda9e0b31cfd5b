"""What is written as a table and brought in again changes nothing; cells keep what they say."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import cardwright
from cardwright import Package, data_folder, find_packages
from cardwright.apps.authors.sheets.importing import Settings, plan
from cardwright.apps.authors.sheets.rows import csv_table, table_of, xlsx_table
from cardwright.apps.authors.sheets.written import quoted
from cardwright.apps.commands.main import group
from dsl import CardTable, Source, read_yaml
from dsl.model import documents as d
from dsl.tables.reading import FORMS
from tests.apps.authors.sheets.conftest import Bring
from tests.dsl.tables.harbour import GAME

PACKAGES = {p.id: p for p in (*find_packages([]), *Package.below(data_folder("examples/recipes")))}
FOLDERS = [data_folder("examples/classics"), data_folder("examples")]
OTHERS = {p.id: p for folder in FOLDERS for p in Package.below(folder) if p.id not in PACKAGES}
NAMES = [*PACKAGES, *(pytest.param(each, marks=pytest.mark.soak) for each in OTHERS)]


@pytest.mark.parametrize("name", NAMES)
def test_every_shipped_game_comes_back_as_it_was(name: str, tmp_path: Path) -> None:
    package = {**OTHERS, **PACKAGES}[name]
    rows = table_of(package)
    for ending, form in ((".csv", csv_table), (".xlsx", xlsx_table)):
        data = form(rows)
        file = tmp_path / f"cards{ending}"
        file.write_bytes(data)
        found = plan(package, file, CardTable.read(file), Settings())
        assert (found.added, found.changes, found.texts) == ([], [], {})
        assert [note for note in found.notes if note.key.startswith("table-cell")] == []
        assert form(table_of(package)) == data


def test_a_made_game_comes_back_and_gives_the_same_bytes(
    folder: Path, tmp_path: Path, bring: Bring
) -> None:
    bring(Path(__file__).parent / "harbour.csv", add_attributes=True)
    package = Package.at(folder)
    for ending, form in ((".csv", csv_table), (".xlsx", xlsx_table)):
        first = form(table_of(package))
        (tmp_path / f"out{ending}").write_bytes(first)
        found = bring(tmp_path / f"out{ending}")
        assert (found.added, found.changes, found.texts) == ([], [], {})
        assert form(table_of(package)) == first
    # a game that has no cards yet gets the same ones from the table of another
    for file in folder.glob("harbour.yaml"):
        file.unlink()
    found = bring(tmp_path / "out.xlsx")
    assert len(found.added) == 40
    assert xlsx_table(table_of(package)) == (tmp_path / "out.xlsx").read_bytes()


LETTERS = st.characters(
    exclude_categories=["Cs", "Cc", "Cf", "Zl", "Zp"], include_characters="\n\t"
)
CELLS = st.text(LETTERS, max_size=40)


@given(st.lists(CELLS, min_size=1, max_size=6))
@settings(max_examples=60, deadline=None)
def test_any_text_is_read_as_it_was_written(texts: list[str]) -> None:
    rows = [["name", "text"], *(["a", each] for each in texts)]
    for ending, form in ((".csv", csv_table), (".xlsx", xlsx_table)):
        [sheet] = FORMS[ending](f"t{ending}", form(rows))
        found = [str(row[1]) if len(row) > 1 and row[1] is not None else "" for row in sheet.rows]
        assert found == [row[1] for row in rows]


@given(CELLS)
@settings(max_examples=60, deadline=None)
def test_any_text_is_one_value_of_yaml(text: str) -> None:
    read = read_yaml(Source.of("t.yaml", f"k: {quoted(text)}\n"))
    node = d.child(read.documents[0].root, "k")
    assert isinstance(node, d.Scalar)
    assert node.text == text


ROWS = """\
cards:
- rows:
  - {id: ferry, kind: boat, name: {en: Ferry}, cost: 1 gold}   # a ferry
  - id: tug
    kind: boat          # a tug
    name: {en: Tug, ja: 曳船}
    worth: 2
- each: {kind: boat}
  id: "raft-{worth}"
  name: {en: "raft {worth}"}
  worth: 1..3
"""
TABLE = """\
id,name (en),name (ja),kind,cost,worth
ferry,Old Ferry,渡し船,boat,2 gold 1 calm,4
tug,Tug,曳船,boat,,
raft-2,,,boat,,7
"""


def test_values_change_where_they_stand_and_all_else_stays(
    folder: Path, tmp_path: Path, bring: Bring
) -> None:
    (folder / "game.yaml").write_text(GAME, "utf-8")
    (folder / "boats.yaml").write_text(ROWS, "utf-8")
    (tmp_path / "t.csv").write_text(TABLE, "utf-8")
    found = bring(tmp_path / "t.csv")

    changed = {(each.card, each.cell.key, each.cell.lang): each.new for each in found.changes}
    assert changed == {
        ("ferry", "name", "en"): "Old Ferry", ("ferry", "name", "ja"): "渡し船",
        ("ferry", "cost", ""): "2 gold + 1 calm", ("ferry", "worth", ""): "4",
        ("tug", "worth", ""): "",
    }  # fmt: skip
    assert [(n.key, n.row) for n in found.notes if not n.key.startswith("table-note")][:1] == [
        ("sheet-by-hand", 4)
    ]
    text = (folder / "boats.yaml").read_text("utf-8")
    assert "# a ferry" in text
    assert "kind: boat          # a tug\n" in text
    assert text.endswith(ROWS[ROWS.index("- each") :])
    cards = {each.id: each for each in cardwright.load(folder, cache=False).model.definitions}
    assert cards["ferry"].name == {"en": "Old Ferry", "ja": "渡し船"}


def test_a_question_comes_before_a_change(folder: Path, tmp_path: Path) -> None:
    (folder / "boats.yaml").write_text(ROWS, "utf-8")
    (tmp_path / "t.csv").write_text("id,kind,cost\nferry,boat,3 tide\n", "utf-8")
    line = ["--lang", "en", "import", str(tmp_path / "t.csv"), "--into", str(folder)]
    for more, status, is_written in (
        (["--dry-run"], 0, False),
        ([], 2, False),
        (["--yes"], 0, True),
    ):
        done = CliRunner().invoke(group, [*line, *more])
        assert done.exit_code == status, done.output
        assert "changed: ferry cost: 1 gold → 3 tide" in done.output
        assert ("3 tide" in (folder / "boats.yaml").read_text("utf-8")) is is_written


def test_each_card_may_have_a_file(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(
        "name,kind,effect\nFerry,boat,gain 1 gold\nTug,boat,\n", "utf-8"
    )
    line = ["import", str(tmp_path / "t.csv"), "--into", str(folder), "--files"]
    assert CliRunner().invoke(group, line).exit_code == 0
    assert sorted(path.name for path in (folder / "cards").iterdir()) == ["ferry.yaml", "tug.yaml"]
    cards = {each.id for each in cardwright.load(folder, cache=False).model.definitions}
    assert cards == {"ferry", "tug"}


def test_rows_of_a_csv_are_those_of_the_table(folder: Path, bring: Bring) -> None:
    bring(Path(__file__).parent / "harbour.csv")
    data = csv_table(table_of(Package.at(folder))).decode("utf-8-sig")
    names = [row["name_en"] for row in csv.DictReader(io.StringIO(data, newline=""))]
    assert names[:3] == ["Lamp Keeper", "Rope Maker", "Net Mender"]


@pytest.mark.parametrize("ending", [".csv", ".json"])
def test_an_export_for_other_programs_is_refused_with_the_way_to_a_table(
    ending: str, tmp_path: Path
) -> None:
    file = str(tmp_path / f"cards{ending}")
    assert CliRunner().invoke(group, ["cards", "war", "--export", file]).exit_code == 0
    line = ["--lang", "en", "import", file, "--into", "war", "--dry-run"]
    done = CliRunner().invoke(group, line)
    assert done.exit_code == 2
    assert "cardwright cards GAME --table" in done.output


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
def test_a_live_table_is_exported_with_its_cells_and_comes_back(folder: Path, ending: str) -> None:
    text = (Path(__file__).parent / "harbour.csv").read_text("utf-8")
    cards = folder / "cards"
    cards.mkdir()
    (cards / "harbour.csv").write_text(text.replace("3-1", "3 gold 1 calm"), "utf-8")
    form = csv_table if ending == ".csv" else xlsx_table
    first = table_of(Package.at(folder))
    (cards / "harbour.csv").unlink()
    (cards / f"cards{ending}").write_bytes(form(first))

    assert len(first) == 41
    assert {"cost", "effect", "copies", "name_en", "text_en"} <= set(first[0])
    assert sorted(table_of(Package.at(folder))) == sorted(first)
    assert form(table_of(Package.at(folder))) == form(table_of(Package.at(folder)))


def test_a_card_of_a_live_table_is_changed_there_alone(folder: Path, tmp_path: Path) -> None:
    (folder / "cards").mkdir()
    (folder / "cards" / "boats.csv").write_text("id,name,cost\nferry,Ferry,1 gold\n", "utf-8")
    table = tmp_path / "t.csv"
    table.write_text("id,name,cost\nferry,Ferry,2 gold\n", "utf-8")
    done = CliRunner().invoke(
        group, ["--lang", "en", "import", str(table), "--into", str(folder), "--yes"]
    )

    assert "change it by hand" in done.output
    assert (folder / "cards" / "boats.csv").read_text("utf-8").endswith("ferry,Ferry,1 gold\n")
