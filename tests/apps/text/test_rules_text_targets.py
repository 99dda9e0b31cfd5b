"""Rules text of what is a card or a player: its noun, and what a branch calls it."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.apps.press.rulebook_text import rules_lines

PACKAGE = Path(__file__).parents[2] / "conformance" / "targets"
SAID = {
    "en": (
        "Choose one of the beasts in every player’s field and the players other than you",
        "Only if the size of that beast or player is more than 0.",
        "If that beast or player is a player, subtract 1 from the life of that player; otherwise"
        " put that beast into the past.",
        "Choose one of the hand of the player after you and the player after you.",
        "if “x” is a beast, set the foe of “x” to the active player; otherwise subtract 1 from the"
        " life of “x”.",
        "After a player points a player, add 1 to the pointed of that player.",
        "a player would hurt a player whose life is less than 3",
    ),
    "ja": (
        "全プレイヤーのfieldのbeastとプレイヤーのうち",
        "そのbeastかプレイヤーがプレイヤーなら、そのプレイヤーのlifeから1を引く。",
        "そうでなければそのbeastをpastに置く。",
        "beastかプレイヤーAがbeastなら、beastAのfoeを手番プレイヤーにする。",
        "自分の次のプレイヤーのhandと自分の次のプレイヤーのうち1つを選ぶ。",
    ),
}


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_branch_calls_it_what_it_is_known_to_be(lang: str):
    game = cardwright.load(PACKAGE).model
    text = " ".join(line.strip() for line in rules_lines(game, lang, 10_000))
    for said in SAID[lang]:
        assert said in text
