"""Tables in the folder of cards are cards; what is wrong in them is told with its cell.

The findings: "unreadable-table", "table-cell", "table-doubt", "table-note".
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from cardwright.api.folders import prelude_folder
from dsl.load import Loaded, load_package
from dsl.tables.workbooks import letters
from tests.dsl.tables.corpus import CARD, HEAD, LIVE, REFUSED, TABLES, book, cell, lines, text
from tests.dsl.tables.harbour import GAME

RAFT = "cards: [{id: raft, kind: boat, name: {en: Raft, ja: いかだ}}]\n"
CELL = re.compile(r":([^:]*)!([A-Z]+)([0-9]+)$")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of cards of a game with one card."""
    (tmp_path / "harbour" / "cards").mkdir(parents=True)
    (tmp_path / "harbour" / "game.yaml").write_text(GAME, "utf-8")
    (tmp_path / "harbour" / "raft.yaml").write_text(RAFT, "utf-8")
    return tmp_path / "harbour" / "cards"


def loaded(folder: Path) -> Loaded:
    """Return the game around a folder of cards."""
    return load_package(folder.parent, "harbour", prelude_folder())


def ids(found: Loaded) -> list[str]:
    """Return the cards that came from tables."""
    assert found.game is not None, [each.message for each in found.diagnostics]
    return [card.id for card in found.game.definitions if card.id != "raft"]


def told(found: Loaded) -> set[tuple[str, int, int]]:
    """Return the keys of findings with row and column: of a workbook those of the cell."""
    every = set()
    for each in found.diagnostics:
        key = getattr(each.message, "key", each.name).removesuffix(".message")
        row, column = each.span.source.position(each.span.start)
        if match := CELL.search(each.span.place):
            assert int(match[3]) == row
            column = next(n for n in range(1, 1000) if letters(n) == match[2])
        for name in {key, each.name, "*"} if each.severity == "error" else {key}:
            every |= {(name, row, column)}
        assert each.severity == "advice" or each.helps, each.message
        assert each.message and each.in_language("ja").message
    return every


@pytest.mark.parametrize("sort", LIVE)
def test_each_is_a_card_or_told_with_its_cell(sort: str, folder: Path) -> None:
    make, finding, expected = LIVE[sort]
    make(folder)
    found = loaded(folder)

    if finding is None or expected:
        assert ids(found) == expected
    if finding is None:
        assert [each for each in told(found) if not each[0].startswith("table-note")] == []
    else:
        key, row, column = finding
        where = {(name, r) if column == 0 else (name, r, c) for name, r, c in told(found)}
        assert ((key, row) if column == 0 else finding) in where


@pytest.mark.parametrize("sort", TABLES)
def test_what_an_import_tells_a_live_table_tells(sort: str, folder: Path) -> None:
    make, note, _ = TABLES[sort]
    path = make(folder)
    found = told(loaded(folder))
    if path.suffix == ".json":
        assert {key for key, _, _ in found} == {"unread-file.in-cards"}
    elif note is not None:
        key, row = note[0], max(1, note[1])
        wanted = "*" if key.startswith("sheet-refused") else key
        assert (wanted, row) in {(name, line) for name, line, _ in found}


@pytest.mark.parametrize("sort", REFUSED)
def test_what_is_no_table_is_one_finding_and_the_rest_of_the_game_is_checked(
    sort: str, folder: Path
) -> None:
    name, data, key = REFUSED[sort]
    text(folder, data, name)
    found = told(loaded(folder))

    if sort == "a huge file":
        assert {name for name, _, _ in found} == {"file-too-large", "*"}
    elif name.endswith((".json", ".png")):
        assert {name for name, _, _ in found} == {"unread-file.in-cards"}
    else:
        assert {name for name, _, _ in found} == {key, "unreadable-table", "*"}


def test_the_corpus_is_large_enough() -> None:
    assert len({*LIVE, *TABLES, *REFUSED}) >= 80


def test_a_workbook_without_its_library_is_one_finding(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book(folder, HEAD, CARD)
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    found = loaded(folder).diagnostics

    assert [each.name for each in found] == ["unreadable-table"]
    assert "openpyxl" in found[0].message and "sheets" in found[0].helps[0]


def test_a_place_of_a_workbook_is_its_cell_and_the_row_is_shown(folder: Path) -> None:
    book(folder, HEAD, CARD, change=cell("C2", "2 wine"))
    [found] = [each for each in loaded(folder).diagnostics if each.severity == "error"]

    assert found.span.place == "harbour/cards/t.xlsx:cards!C2"
    assert found.span.snippet()[1] == "2 | Ferry | boat | 2 wine | 3 | 2"
    assert found.span.snippet()[2].index("^") == found.span.snippet()[1].index("wine")


def test_a_place_of_a_csv_file_is_its_line_and_column(folder: Path) -> None:
    lines("name,kind,cost", "Ferry,boat,2 wine")(folder)
    [found] = [each for each in loaded(folder).diagnostics if each.severity == "error"]

    assert found.span.place == "harbour/cards/t.csv:2:14"


def test_a_table_and_yaml_make_the_same_game(folder: Path) -> None:
    head = "id,name,name (ja),kind,cost,effect,copies"
    lines(head, "ferry,Ferry,渡し船,boat,2 gold 1 calm,draw 1,3")(folder)
    from_table = loaded(folder).game
    (folder / "t.csv").unlink()
    (folder.parent / "ferry.yaml").write_text(
        "cards:\n- {id: ferry, kind: boat, name: {en: Ferry, ja: 渡し船}, copies: 3,\n"
        "   cost: 2 gold + 1 calm, effect: draw 1}\n",
        "utf-8",
    )
    from_yaml = loaded(folder).game

    assert from_table is not None and from_yaml is not None
    one, other = (next(c for c in game.definitions if c.id == "ferry")
                  for game in (from_table, from_yaml))  # fmt: skip
    assert (one.name, one.kind, one.copies, one.digest) == (
        other.name, other.kind, other.copies, other.digest,
    )  # fmt: skip


def test_a_card_is_named_in_another_table_by_its_name(folder: Path) -> None:
    after = "      after: {is: maybe def of thing = none, text: {en: after, ja: 後}}\n"
    game = GAME.replace("      old: {is", f"{after}      old: {{is")
    (folder.parent / "game.yaml").write_text(game, "utf-8")
    text(folder, "name,kind,after\nFerry,boat,Old Tug\n", "a.csv")
    text(folder, "name,kind,after\nOld Tug,boat,Raft\n", "b.csv")
    found = loaded(folder)

    assert ids(found) == ["ferry", "old-tug"]
