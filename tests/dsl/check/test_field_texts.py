"""What people call attributes and state: `text` beside `is`."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.api.package import Package
from dsl.model.expressions import StateKey

GAME = """\
id: x
version: "1"
language: 1
title: {{en: X, ja: エックス}}
kinds:
  coin:
    attributes:
      worth: {worth}
    state:
      bent: {{is: bool = false keep, seen-by: owner, text: {{en: bent, ja: 曲がり}}}}
    start: bank
cards:
- {{kind: coin, id: penny, worth: 1}}
zones:
  bank: {{of: coin, seen-by: everyone}}
players: {{count: 1, state: {{debt: {{is: int = 2, text: {{en: debt, ja: 借金}}}}}}}}
actions:
  bend:
    choose: {{c: bank}}
    do: set c.bent to true; add c.worth to me.debt; if me.debt > 3, end game
phases:
- {{id: day, turns: players, offer: [bend]}}
end: {{winners: players}}
"""


def package(folder: Path, worth: str):
    home = folder / "x"
    home.mkdir()
    (home / "game.yaml").write_text(GAME.format(worth=worth), encoding="utf-8")
    return Package.at(home)


def test_fields_have_texts(tmp_path):
    game = cardwright.check(package(tmp_path, "{is: int = 0, text: {en: value, ja: 値}}")).game

    (worth,) = game.kinds["coin"].attributes
    assert (str(worth.type), worth.text) == ("int", {"en": "value", "ja": "値"})
    bent = game.state[StateKey("coin", "bent")]
    assert (bent.keep, bent.seen_by, bent.text) == (True, "owner", {"en": "bent", "ja": "曲がり"})
    assert game.state[StateKey("player", "debt")].text == {"en": "debt", "ja": "借金"}


def test_fields_without_text_have_none(tmp_path):
    game = cardwright.check(package(tmp_path, "int = 0")).game

    assert game.kinds["coin"].attributes[0].text == {}


@pytest.mark.parametrize(
    ("worth", "name"),
    [
        ("{text: {en: value}}", "missing-key"),
        ("{is: int, seen-by: owner}", "unknown-key"),
        ("{is: innt}", "unknown-type"),
    ],
)
def test_what_is_wrong_with_a_field(tmp_path, worth, name):
    found = cardwright.check(package(tmp_path, worth)).diagnostics

    assert name in [each.name for each in found]


def test_a_text_lacks_a_language(tmp_path):
    found = cardwright.lint(package(tmp_path, "{is: int = 0, text: {en: value}}"))

    assert [(each.name, each.message) for each in found if each.name == "missing-translation"] == [
        ("missing-translation", "the text of `worth` is not there in `ja`")
    ]


EXPANSION = """\
id: more
version: "1"
language: 1
title: {en: More, ja: 追加}
requires: [x]
extend:
  enums:
    metal: {is: {silver: {en: silver, ja: 銀}}}
"""


def test_an_enum_has_a_text_of_its_own_and_can_be_extended(tmp_path):
    enums = "enums:\n  metal: {is: [iron, gold], text: {en: metal, ja: 金属}}\n  side: [left]\n"
    packed = package(tmp_path, "int = 0")
    home = tmp_path / "x"
    (home / "game.yaml").write_text(GAME.format(worth="int = 0") + enums, encoding="utf-8")
    (home / "expansions" / "more").mkdir(parents=True)
    (home / "expansions" / "more" / "expansion.yaml").write_text(EXPANSION, encoding="utf-8")

    alone, whole = (
        cardwright.check(each, False).game for each in (packed, packed.with_expansions(["more"]))
    )

    assert alone.enums["metal"].members == ("iron", "gold")
    assert alone.enums["metal"].text == {"en": "metal", "ja": "金属"}
    assert alone.enums["side"].text == {}
    assert whole.enums["metal"].members == ("iron", "gold", "silver")
    assert whole.enums["metal"].texts[2] == {"en": "silver", "ja": "銀"}
    assert whole.enums["metal"].text == {"en": "metal", "ja": "金属"}
