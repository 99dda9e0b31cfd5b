"""Exports of cards: what other programs read is what the cards say, and nothing runs in them."""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
import subprocess
import sys
from functools import cache
from pathlib import Path
from urllib.parse import urlencode

import pytest
from click.testing import CliRunner

from cardwright.api.loading import find_package
from cardwright.apps.cards.card import as_plain
from cardwright.apps.cards.export import (
    FORMS,
    csv_bytes,
    json_bytes,
    lines_bytes,
    markdown_bytes,
    marked,
    parquet_bytes,
    safe_cell,
)
from cardwright.apps.cards.export_data import TABLES, Export, database_bytes, export_of, grams
from cardwright.apps.cards.store import Cardbase
from cardwright.apps.commands.main import group
from cardwright.apps.face.words import install_line

ROOT = Path(__file__).resolve().parents[3]
GAMES = ("worldmonger", "equilibrion", "res-arcana", "dream-tricks", "cerebria")
HOSTILE = """\
id: hostile
version: "1"
language: 1
title: {en: "=cmd|' /C calc'!A0 <b>", ja: "|表|"}
kinds:
  thing: {attributes: {worth: int}}
players: {count: 1}
phases: [{id: all, do: end game}]
end: {rank: [0]}
cards:
- kind: thing
  id: first-thing
  name: {en: '=HYPERLINK("http://x")', ja: "'); DROP TABLE cards; --"}
  text: {en: "+1 <script>alert(1)</script>", ja: "@SUM(A1)\\t| # [x](y)"}
  worth: -3
"""


@cache
def base(game: str) -> Cardbase:
    """Return the cards of a game."""
    return Cardbase(find_package(game))


@cache
def exported(game: str, query: str = "") -> Export:
    """Return what is exported of a game."""
    return export_of(base(game), base(game).find(query), query)


def connected(export: Export) -> sqlite3.Connection:
    """Return the database of an export."""
    connection = sqlite3.connect(":memory:")
    connection.deserialize(database_bytes(export))
    return connection


def csv_rows(export: Export) -> list[dict[str, str]]:
    """Return the rows of a table as another program reads them."""
    return [*csv.DictReader(io.StringIO(csv_bytes(export).decode("utf-8-sig"), newline=""))]


@pytest.mark.parametrize("game", GAMES)
def test_sqlite_holds_every_card_and_text(game):
    read = connected(exported(game)).execute
    cards = [as_plain(card) for card in base(game).cards]

    rows = read("SELECT id, expansion, kind, start, copies, name_en, name_ja FROM cards").fetchall()
    assert rows == [
        (c["id"], c["expansion"], c["kind"], c["start"], c["copies"], c["name"]["en"],
         c["name"]["ja"]) for c in cards
    ]  # fmt: skip
    texts = read("SELECT card, sort, language, position, text FROM texts").fetchall()
    assert sorted(texts) == sorted(
        [(n, "printed", lang, 0, text) for n, c in enumerate(cards, 1) for lang, text in
         c["text"].items()]
        + [(n, "rules", lang, i, line) for n, c in enumerate(cards, 1) for lang in ("en", "ja")
           for i, line in enumerate(c["rules"][lang])]
    )  # fmt: skip
    kinds = read("SELECT card, kind FROM kinds ORDER BY card, position").fetchall()
    assert kinds == [(n, kind) for n, c in enumerate(cards, 1) for kind in c["kinds"]]
    names = read("SELECT card, name FROM attributes ORDER BY card, rowid").fetchall()
    assert names == [(n, name) for n, c in enumerate(cards, 1) for name in c["attributes"]]
    assert read("PRAGMA foreign_key_check").fetchall() == []
    assert read("PRAGMA integrity_check").fetchone() == ("ok",)


def test_sqlite_holds_attributes_as_they_are():
    read = connected(exported("res-arcana")).execute
    values = "SELECT value, number FROM attribute_values JOIN cards USING (card) WHERE id = ?"

    price = read(
        f"{values} AND name = 'price' ORDER BY attribute_values.position", ("wind-dragon",)
    )
    assert price.fetchall() == [("calm", 4), ("any", 4)]
    assert read(f"{values} AND name = 'points'", ("great-pyramid",)).fetchall() == [(None, 3)]
    assert read(f"{values} AND name = 'toll'", ("wind-dragon",)).fetchall() == [("true", 1)]
    assert read(
        "SELECT depends, shown FROM attributes JOIN cards USING (card) "
        "WHERE id = 'dragons-lair' AND name = 'points'"
    ).fetchone() == (1, base("res-arcana").cards[
        base("res-arcana").index.ids.index("dragons-lair")].shown("points", "en"))  # fmt: skip


def test_sqlite_answers_what_queries_answer():
    read = connected(exported("res-arcana")).execute
    for field, key, query in (
        ("does", "event:draw", "does:draw"),
        ("replaces", "event:lose-life", "replaces:lose-life"),
        ("asks", "who:opponent", "asks:opponent"),
        ("writes", "state:player.check-points", "writes:check-points"),
    ):
        rows = read("SELECT id FROM facts JOIN cards USING (card) WHERE field = ? AND key = ?",
                    (field, key)).fetchall()  # fmt: skip
        found = base("res-arcana").find(query).rows
        assert {id_ for (id_,) in rows} == {base("res-arcana").index.ids[row] for row in found}


@pytest.mark.parametrize("word", ["廃棄", "村人", "Villager", "山札の上", "draw 2"])
def test_the_search_in_sqlite_finds_what_words_find(word):
    read = connected(exported("worldmonger")).execute
    rows = read("SELECT id FROM search JOIN cards ON card = search.rowid WHERE search MATCH ?",
                (f'"{grams(word)}"',)).fetchall()  # fmt: skip

    found = base("worldmonger").find(f'"{word}" or "{word}"').rows
    assert sorted(id_ for (id_,) in rows) == [base("worldmonger").index.ids[row] for row in found]


def test_grams_are_pairs_of_letters():
    assert grams("Ａｂｃ、村人を d") == "ab bc 村人 人を d"
    assert grams("--") == ""


@pytest.mark.parametrize("game", GAMES)
def test_csv_holds_every_card_and_text(game):
    rows = list(
        csv.DictReader(io.StringIO(csv_bytes(exported(game)).decode("utf-8-sig"), newline=""))
    )
    cards = [as_plain(card) for card in base(game).cards]

    assert [row["id"] for row in rows] == [card["id"] for card in cards]
    for row, card in zip(rows, cards, strict=True):
        for lang in ("en", "ja"):
            assert row[f"name_{lang}"] == safe_cell(card["name"][lang])
            assert row[f"text_{lang}"] == safe_cell(card["text"].get(lang))
            assert row[f"rules_{lang}"] == "\n".join(card["rules"][lang])
        assert row["game"] == game and row["version"] == "1"
        assert row["digest"] == base(game).models[0].digest


@pytest.mark.parametrize("game", GAMES)
def test_json_and_lines_hold_the_same(game):
    export = exported(game)
    whole = json.loads(json_bytes(export))
    package, *cards = map(json.loads, lines_bytes(export).decode().splitlines())

    assert package == {"record": "package", **whole["package"]}
    assert cards == [{"record": "card", **card} for card in whole["cards"]]
    assert package["schema"] == 1 and package["cards"] == len(cards) == len(base(game).cards)
    assert package["source"] and package["digest"] and package["licence"] == "MIT"
    assert all(each["licence"] == "MIT" for each in package["expansions"])
    for card, entry in zip(whole["cards"], base(game).cards, strict=True):
        plain = json.loads(json.dumps(as_plain(entry)))
        assert {**card, "place": None} == {**card, **plain, "place": None}


def test_markdown_has_a_section_a_card():
    page = markdown_bytes(exported("worldmonger", "does:trash")).decode()

    assert [line for line in page.splitlines() if line.startswith("## ")] == [
        "## Law Code / 法典", "## Sacrifice / 生贄", "## Shrine Maiden / 巫女",
    ]  # fmt: skip
    assert "- query: does:trash" in page and "- source rules: rulebook of the first edition" in page
    assert "> You may trash 1 other culture in play." in page


def test_the_licence_is_that_of_the_manifest_else_of_the_file_beside_it(tmp_path):
    folder = tmp_path / "hostile"
    folder.mkdir()
    game, beside = folder / "game.yaml", folder / "LICENSE"
    for manifest, text, expected in (
        ("", None, None),
        ("", "\nCC BY 4.0\nmore", "CC BY 4.0"),
        ("licence: CC0-1.0\n", "CC BY 4.0", "CC0-1.0"),
    ):
        game.write_text(manifest + HOSTILE, encoding="utf-8")
        if text is not None:
            beside.write_text(text, encoding="utf-8")
        cards = Cardbase(find_package(str(folder)), cache=False)
        export = export_of(cards, cards.find(""), "")
        assert export.package["licence"] == expected
        assert csv_rows(export)[0]["licence"] == (expected or "")


@pytest.mark.parametrize("game", GAMES)
def test_parquet_holds_every_card(game):
    pytest.importorskip("pyarrow")
    import pyarrow
    import pyarrow.parquet as parquet

    export = exported(game)
    table = parquet.read_table(pyarrow.BufferReader(parquet_bytes(export)))
    rows = table.to_pylist()

    assert json.loads(table.schema.metadata[b"cardwright"]) == json.loads(
        json.dumps(export.package)
    )
    for lang in ("en", "ja"):
        for row, card in zip(rows, export.cards, strict=True):
            assert row["id"] == card["id"] and row[f"name_{lang}"] == card["name"][lang]
            assert (row[f"text_{lang}"] or "") == card["text"].get(lang, "")
            assert (row[f"rules_{lang}"] or "") == "\n".join(card["rules"][lang])
    if game == "worldmonger":
        assert [row["attribute.worth"] for row in rows] == [
            card["attributes"].get("worth") for card in export.cards
        ]


def test_a_query_decides_what_is_exported_and_in_which_order():
    ids = [card["id"] for card in exported("worldmonger", "kind:stock sort:-id").cards]

    assert ids == sorted(ids, reverse=True) and len(ids) == 15


def test_the_same_cards_give_the_same_bytes(tmp_path):
    forms = (".sqlite", ".csv", ".json", ".jsonl", ".md")
    script = (
        "import sys; from pathlib import Path; from cardwright.api.loading import find_package\n"
        "from cardwright.apps.cards.store import Cardbase\n"
        "from cardwright.apps.cards.export import write_cards\n"
        "cards = Cardbase(find_package('dream-tricks'), cache=False); found = cards.find('')\n"
        f"for form in {forms}: write_cards(cards, found, '', Path(sys.argv[1] + form))\n"
    )
    for seed in ("1", "2"):
        subprocess.run([sys.executable, "-c", script, str(tmp_path / seed)], check=True,
                       env={"PYTHONHASHSEED": seed, "PATH": ""}, cwd=ROOT)  # fmt: skip
    for form in forms:
        assert (tmp_path / f"1{form}").read_bytes() == (tmp_path / f"2{form}").read_bytes()


def test_hostile_texts_stay_texts(tmp_path):
    folder = tmp_path / "hostile"
    folder.mkdir()
    (folder / "game.yaml").write_text(HOSTILE, encoding="utf-8")
    cards = Cardbase(find_package(str(folder)), cache=False)
    export = export_of(cards, cards.find(""), "")

    assert connected(export).execute("SELECT name_ja FROM cards").fetchall() == [
        ("'); DROP TABLE cards; --",)
    ]
    (row,) = csv_rows(export)
    assert row["name_en"] == '\'=HYPERLINK("http://x")'
    assert row["text_en"].startswith("'+1") and row["text_ja"].startswith("'@SUM")
    assert row["attribute.worth"] == "-3"
    page = markdown_bytes(export).decode()
    assert "<script>" not in page and "<b>" not in page and "](y)" not in page.replace("\\]", "")
    assert export.cards[0]["place"]["path"] == "game.yaml"


@pytest.mark.parametrize(
    ("cell", "safe"),
    [("=1+1", "'=1+1"), ("-2", "-2"), ("-2.5", "-2.5"), ("- x", "'- x"), (" =1", "' =1"),
     ("\t=1", "'\t=1"), (None, ""), (True, "true"), (-3, "-3"), ("a=1", "a=1"), ("a\x00b", "ab"),
     ("＝1+1", "'＝1+1"), ("\u3000＠x", "'\u3000＠x"), ("－２", "'－２"), ("a＝1", "a＝1")],
)  # fmt: skip
def test_cells_are_no_formulas(cell, safe):
    assert safe_cell(cell) == safe


def test_texts_are_no_markdown():
    assert marked("# a *b* [c](d) <i> & 1|2") == "\\# a \\*b\\* \\[c\\](d) &lt;i> &amp; 1\\|2"
    assert marked("1. x\ny") == "1\\. x y"


def test_the_command_writes_files_and_refuses_others(tmp_path, monkeypatch):
    call = CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke
    file = tmp_path / "cards.jsonl"

    done = call(group, ["cards", "worldmonger", "does:trash", "--export", str(file)])
    assert (done.exit_code, done.stdout) == (0, f"cards: 3\nwritten to {file}\n")
    assert len(file.read_text(encoding="utf-8").splitlines()) == 4
    other = call(group, ["cards", "worldmonger", "--export", str(tmp_path / "cards.xls")])
    assert other.exit_code == 2 and "`.xls` is no form to write cards in" in other.stderr
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    missing = call(group, ["cards", "worldmonger", "--export", str(tmp_path / "cards.parquet")])
    assert missing.exit_code == 2
    assert missing.stderr == f"error: this needs pyarrow: {install_line('parquet')}\n"


def test_datasette_opens_the_database(tmp_path):
    pytest.importorskip("datasette")
    file = tmp_path / "cards.sqlite"
    file.write_bytes(database_bytes(exported("worldmonger")))

    answer = subprocess.run(
        [sys.executable, "-m", "datasette", str(file), "--get",
         "/cards/cards.json?_shape=array&_size=max"], check=True, capture_output=True,
    )  # fmt: skip
    assert [row["id"] for row in json.loads(answer.stdout)] == base("worldmonger").index.ids


def test_datasette_shows_every_text(tmp_path):
    pytest.importorskip("datasette")
    file = tmp_path / "cards.sqlite"
    file.write_bytes(database_bytes(exported("worldmonger")))
    sql = "SELECT id, text FROM texts JOIN cards USING (card) WHERE sort = 'printed' AND language"

    answer = subprocess.run(
        [sys.executable, "-m", "datasette", str(file), "--get",
         f"/cards.json?{urlencode({'sql': f'{sql} = :lang', 'lang': 'ja', '_shape': 'array'})}"],
        check=True, capture_output=True,
    )  # fmt: skip
    assert [(row["id"], row["text"]) for row in json.loads(answer.stdout)] == [
        (card["id"], card["text"]["ja"])
        for card in exported("worldmonger").cards if "ja" in card["text"]
    ]  # fmt: skip


def test_every_table_is_told():
    page = (ROOT / "docs" / "cards.md").read_text(encoding="utf-8")

    for name, columns in TABLES.items():
        row = next(line for line in page.splitlines() if line.startswith(f"| `{name}` |"))
        for column in re.findall(r"(?:^|, )([a-z_]+) (?:TEXT|INTEGER)", columns):
            assert f"`{column}`" in row
    assert all(f"`{ending}`" in page for ending in FORMS)
