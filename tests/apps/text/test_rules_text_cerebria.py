"""Rules text of Cerebria: reads, in both languages, with nothing left open."""

from __future__ import annotations

import re
from functools import cache

import pytest

import cardwright
from cardwright.api.loading import find_package
from cardwright.apps.text.rules import rules_text
from dsl.model.game import Game

RAW = re.compile(r"[\x00\ue000-\uf8ff]|\w+\(\w+=|<[a-z]+ |\bNone\b|\bTrue\b|\bFalse\b|[{}]")
LATIN = re.compile(r"[a-z]{2,}")

CARDS = [
    ("adoration",
     "Entering: for each of the own Emotions next to this: put 1 Essence on "
     "that Emotion.",
     "登場時：これに隣接する自陣営の感情それぞれについて：その感情にエッセンス1を置く"
     "。"),
    ("anger",
     "Entering: remove 1 Essence from one of the rival Emotions next to this.",
     "登場時：これに隣接する相手の感情のうち1枚からエッセンス1を取り除く。"),
    ("full-bloom",
     "After a player puts Essence on an Emotion whose team is the team of this and whose "
     "free Essence spaces are 0, this is fulfilled.",
     "陣営がこれの陣営で空いているエッセンス欄の数が0の感情にエッセンスを置くたび、"
     "これを達成する。"),
    ("love",
     "After you invoke an Emotion for which there is one among the own Emotions next to it, "
     "gain 1 Willpower.",
     "自分がそれに隣接する自陣営の感情がある感情を喚起するたび、意志力1を得る。"),
    ("purity",
     "It is never so that each player can quell each Emotion that is this one or that is "
     "among the own Emotions next to this.",
     "プレイヤーがこれかこれに隣接する自陣営の感情に含まれる感情を鎮静できることはない。"),
    ("remorse",
     "Entering: each of the players of the rival of the team of this loses 2 "
     "Willpower.",
     "登場時：これの陣営の相手陣営のプレイヤーそれぞれは意志力2を失う。"),
    ("safety",
     "The price of a Quell of each Emotion that is among the own Emotions next to this by "
     "each player is 2 higher.",
     "プレイヤーによるこれに隣接する自陣営の感情に含まれる感情の鎮静のコストは2増える。"),
    ("self-esteem",
     "Entering: if there is one among the areas of the slot of this for which the "
     "team of this controls it, this gets an Intensity token of 1.",
     "登場時：これのスロットの数えられる場所のうち、これの陣営がそれを支配しているマスが"
     "あるなら、これが強度トークン1を得る。"),
    ("trust",
     "Entering: you may choose one of the Emotions of the team of this in play "
     "whose free Essence spaces are more than 0. If you do, pay 1 "
     "Essence; then put 1 Essence on that Emotion.",
     "登場時：場にあるこれの陣営の感情のうち、空いているエッセンス欄の数が0より大"
     "きい感情1枚を選ぶことができる。そうしたら、エッセンス1を支払い、"
     "その後その感情にエッセンス1を置く。"),
]  # fmt: skip


@cache
def model() -> Game:
    """Return the game."""
    game = cardwright.check(find_package("cerebria")).game
    assert game is not None
    return game


@pytest.mark.parametrize(("card", "english", "japanese"), CARDS, ids=[row[0] for row in CARDS])
def test_a_card_reads_so(card: str, english: str, japanese: str) -> None:
    definition = next(each for each in model().definitions if each.id == card)

    assert rules_text(model(), definition, "en") == (english,)
    assert rules_text(model(), definition, "ja") == (japanese,)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_nothing_is_left_open(lang: str) -> None:
    game = model()
    texts = [(each.id, line) for each in game.definitions for line in rules_text(game, each, lang)]

    assert [text for text in texts if RAW.search(text[1])] == []
    if lang == "ja":
        assert [text for text in texts if LATIN.search(text[1])] == []
