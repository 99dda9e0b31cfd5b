"""A card whose text is left out shows the one that is made from its rules, wherever it is shown."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.apps.commands.main import group
from cardwright.apps.press import faces

MADE = {
    "affection": {"en": "Entering: gain 1 Essence.", "ja": "登場時：エッセンス1を得る。"},
    "euphoria": {"en": "Entering: draw 2 cards.", "ja": "登場時：2枚引く。"},
}


def ran(*words: str) -> str:
    return CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke(group, words).stdout


@pytest.fixture(scope="module")
def cards() -> dict[str, object]:
    return {card.id: card for card in cardwright.cards("cerebria", "kind:emotion")}


@pytest.mark.parametrize("id_", MADE)
def test_it_is_what_people_read(cards, id_: str):
    card = cards[id_]

    assert card.definition.text == {}
    assert {lang: card.text(lang) for lang in ("en", "ja")} == MADE[id_]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_lists_and_files_show_it(lang: str):
    listed = ran("cards", "cerebria", "id:affection", "show:id,text", "--lang", lang)
    written = json.loads(ran("cards", "cerebria", "affection", "--json"))["cards"][0]

    assert MADE["affection"][lang] in listed
    assert written["text"] == MADE["affection"]


def test_the_face_shows_it(cards):
    drawn = faces.svg(faces.face(cards["affection"], "en"))

    assert "Entering" in drawn


def test_a_printed_text_comes_before_it(cards):
    assert cards["guilt"].text("en") == cards["guilt"].definition.text["en"]
    assert cards["guilt"].text("en") not in cards["guilt"].rules("en")
