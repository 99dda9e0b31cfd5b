"""Whatever stands in a table: it comes in, or a note says why; the game stays sound."""

from __future__ import annotations

import datetime
import tempfile
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from cardwright import Package, check
from cardwright.apps.authors.sheets.importing import Settings, plan
from cardwright.apps.authors.sheets.rows import csv_table, table_of, xlsx_table
from cardwright.apps.face.words import AppMistake
from dsl import CardTable
from dsl.tables.reading import FORMS
from dsl.tables.workbooks import Sheet, Value
from tests.dsl.tables.harbour import GAME

BOATS = """\
cards:
- rows:
  - {id: ferry, kind: boat, name: {en: Ferry}, cost: 1 gold}
  - id: tug
    kind: boat
    name: {en: Tug}
    worth: 2
- each: {kind: boat}
  id: "raft-{worth}"
  name: {en: "raft {worth}"}
  worth: 1..3
"""
HEADINGS = st.sampled_from([
    "id", "name (ja)", "名前", "type", "cost", "コスト", "effect", "worth", "victory points", "old",
    "tags", "text", "copies", "start", "source", "art", "only-if", "actions", "", "each", "rows",
    "mood",
])  # fmt: skip
WORDS = st.sampled_from([
    "boat", "Ferry", "ferry", "none", "true", "null", "2 gold", "2 gold 1 calm", "gain 1 gold",
    "gain 1 gold; draw 2", "draw 1\ndraw 2", "x2", "=1+2", "{self}", "{", "a: b", "# c", "- d",
    "[gold, calm]", "gold, calm", "'", '"', "\\", "1..3", "every good",
    "1e5", "~", "&a", "*a", "!t",
    "|", "%x", "@", "any", "gold/calm", "\x07", "\u2028", "\ufeff", "\u202e", "渡し船", "Élodie",
    "kind", "me", "if", "supply", "gain", "gold", "３金", "3 VP", "2-1", "  pad  ", "if x",
])  # fmt: skip
CELLS = st.one_of(
    WORDS, st.none(), st.booleans(), st.integers(-9, 99), st.just(2.5),
    st.just(datetime.date(2026, 1, 3)), st.text(max_size=8),
)  # fmt: skip


@st.composite
def tables(draw: st.DrawFn) -> list[list[Value]]:
    """Make a table with a name and mostly a kind."""
    headings = ["name", "kind", *draw(st.lists(HEADINGS, max_size=6))]
    kinds = st.one_of(st.just("boat"), st.just("boat"), CELLS)
    rows: list[list[Value]] = [[*headings]]
    for _ in range(draw(st.integers(1, 5))):
        rows.append([draw(CELLS), draw(kinds), *(draw(CELLS) for _ in headings[2:])])
    return rows


@given(tables(), st.booleans(), st.booleans())
@example([["name", "kind", "id", "only-if"], ["boat", "boat", "boat", "A)"]], True, False)
@settings(max_examples=15, deadline=None)
def test_any_table_leaves_a_sound_game_that_comes_back(
    rows: list[list[Value]], is_widened: bool, has_cards: bool
) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "harbour"
        folder.mkdir()
        (folder / "game.yaml").write_text(GAME, "utf-8")
        if has_cards:
            (folder / "boats.yaml").write_text(BOATS, "utf-8")
        package = Package.at(folder)
        wanted = Settings(add_attributes=is_widened)
        try:
            table = CardTable("t.csv", [Sheet("t.csv", rows, [])])
            found = plan(package, Path("t.csv"), table, wanted)
        except AppMistake as error:
            assert error.key == "sheet-attributes-refused"
            return
        assert found.findings == ()
        for path, text in found.texts.items():
            path.write_text(text, "utf-8")
        assert check(package).game is not None
        for ending, form in ((".csv", csv_table), (".xlsx", xlsx_table)):
            sheets = FORMS[ending](f"t{ending}", form(table_of(package)))
            assert plan(package, Path(f"t{ending}"), CardTable("t", sheets), Settings()).texts == {}
