"""What cards carry besides rules is found, exported, printed, and comes back from a table."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.apps.cards.entries import Entry
from cardwright.apps.cards.store import cards
from cardwright.apps.commands.main import group
from cardwright.apps.press import faces
from tests.dsl.tables.harbour import GAME

CARDS = """
cards:
- {id: raft, kind: boat, name: {en: Raft, ja: いかだ}, text: {en: Hm., ja: うむ},
   about: {number: 3, artist: Ann Lee, tags: [sea, old], flavour: {en: It floats., ja: 浮く。},
   mood: {en: calm, ja: 静か}}}
- {id: tub, kind: boat, name: {en: Tub, ja: たらい}, about: {number: 12, rarity: rare}}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "harbour").mkdir()
    (tmp_path / "harbour" / "game.yaml").write_text(GAME + CARDS, "utf-8")
    return tmp_path / "harbour"


def run(*words: object) -> str:
    result = CliRunner().invoke(group, [*map(str, words)])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize(("query", "ids"), [
    ("artist:lee", ["raft"]), ("artist!=lee", []), ("絵師:lee", ["raft"]), ("number>=4", ["tub"]),
    ("mood:静か", ["raft"]), ("tags:old", ["raft"]), ("floats", ["raft"]), ("rarity:rare", ["tub"]),
    ("sort:-number", ["tub", "raft"]),
])  # fmt: skip
def test_cards_are_found_by_it(folder: Path, query: str, ids: list[str]) -> None:
    assert [card.id for card in cards(folder, query)] == ids


def test_a_word_that_no_card_says_is_told_with_what_there_is(folder: Path) -> None:
    with pytest.raises(cardwright.QueryError, match="rare"):
        cards(folder, "rarity:rar3")


def test_it_is_in_every_export(folder: Path, tmp_path: Path) -> None:
    for ending in ("json", "csv", "md", "sqlite"):
        run("cards", folder, "--export", tmp_path / f"out.{ending}")
    [raft, _] = json.loads((tmp_path / "out.json").read_text("utf-8"))["cards"]
    with sqlite3.connect(tmp_path / "out.sqlite") as base:
        rows = [*base.execute("SELECT text FROM about WHERE word = 'tags' ORDER BY position")]

    assert raft["about"]["tags"] == [{"en": "sea"}, {"en": "old"}]
    assert "about.mood_ja" in (tmp_path / "out.csv").read_text("utf-8-sig").split("\r\n")[0]
    assert "- mood: calm / 静か" in (tmp_path / "out.md").read_text("utf-8")
    assert rows == [("sea",), ("old",)]


def test_a_table_of_it_comes_back_and_changes_it(folder: Path, tmp_path: Path) -> None:
    table = tmp_path / "out.csv"
    run("cards", folder, "--table", table)
    assert "nothing changes" in run("import", table, "--into", folder)

    text = table.read_text("utf-8-sig").replace("Ann Lee", "Bo Ek").replace("sea, old", "lake")
    table.write_text(text.replace(",rare,", ",common,"), "utf-8")
    run("import", table, "--into", folder, "--yes")

    model = cardwright.load(folder).model
    found = {card.id: card.about for card in model.definitions}
    assert found["raft"]["artist"] == ({"en": "Bo Ek"},)
    assert found["raft"]["tags"] == ({"en": "lake"},)
    assert found["tub"]["rarity"] == ({"en": "common"},)
    assert found["raft"]["flavour"] == ({"en": "It floats.", "ja": "浮く。"},)


def test_a_face_prints_it(folder: Path) -> None:
    (folder / "look.yaml").write_text("look: {boat: {line: [about.mood], foot: [number]}}", "utf-8")
    model = cardwright.load(folder).model
    [raft, *_] = (Entry(model, card, None) for card in model.definitions if card.id == "raft")
    texts = {text.text: text.is_italic for text in faces.face(raft, "ja").texts}

    assert texts["浮く。"] and not texts["うむ"]
    assert {"静か", "3"} <= texts.keys() and "Ann Lee" not in "".join(texts)
    assert 'font-style="italic"' in faces.svg(faces.face(raft, "en"))
