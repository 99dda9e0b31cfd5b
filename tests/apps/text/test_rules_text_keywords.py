"""Rules text of keywords: the line of a card, their rules, and rules that give and take them."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.apps.text.rules import kind_rules_text, rules_text
from dsl.model.game import Game

PACKAGE = Path(__file__).parents[2] / "conformance" / "keywords"
CARDS = {
    "bat": (["Flying, drains."], ["飛行、吸収。"]),
    "guard": (["Ward 2."], ["護り2。"]),
    "captain": (
        ["Ward 1.", "Each other beast that is in your field also has drains and ward 1."],
        ["護り1。", "自分のfieldにある他のbeastは吸収と護り1も持つ。"],
    ),
    "silencer": (
        ["Each beast that is not in your field has no keywords."],
        ["自分のfieldにないbeastはキーワード能力を持たない。"],
    ),
    "clipper": (["Each other beast does not have flying."], ["他のbeastは飛行を失う。"]),
}
RULES = (
    ["Drains: After this strikes, gain that many.",
     "Rage n: If this is tapped, the power of this is higher by n."],
    ["吸収：これが与えるたび、その数得る。",
     "激怒n：これがtappedなら、これのpowerはnだけ増える。"],
)  # fmt: skip


@pytest.fixture(scope="module")
def game() -> Game:
    """Return the game of beasts."""
    return cardwright.load(PACKAGE).model


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize(("place", "lang"), [(0, "en"), (1, "ja")])
def test_a_card_is_told_as_printed(game: Game, card: str, place: int, lang: str):
    definition = next(each for each in game.definitions if each.id == card)

    assert [*rules_text(game, definition, lang)] == CARDS[card][place]


@pytest.mark.parametrize(("place", "lang"), [(0, "en"), (1, "ja")])
def test_the_rules_of_a_keyword_begin_with_it(game: Game, place: int, lang: str):
    told = kind_rules_text(game, "beast", lang)

    assert [text for text in told if text in RULES[place]] == RULES[place], told
