"""Conditions as people read them: why a match ended, what is not there."""

from __future__ import annotations

import pytest

import cardwright
from cardwright.apps.screen import Viewer
from cardwright.apps.text.course import condition_words

GAME = """\
id: conditions
version: "1"
language: 1
title: {en: Conditions, ja: 条件}
kinds: {card: {text: {en: card, ja: カード}}}
cards: [{kind: card, id: red, copies: 4}]
players: {count: 2}
zones:
  deck: {of: card, seen-by: nobody, text: {en: deck, ja: 山札}}
  player.hand: {of: card, seen-by: owner, text: {en: hand, ja: 手札}}
state:
  last-round: {is: maybe int, text: {en: last round, ja: 最終ラウンド}}
  most: {is: maybe int, text: {en: most of all, ja: 最大}}
phases: [{id: main, turns: players, do: pass}]
end: {when: "CONDITION", winners: players}
"""


@pytest.mark.parametrize(
    ("condition", "en", "ja"),
    [
        ("round == last-round", "this round is the last round", "このラウンドが最終ラウンド"),
        ("round == most", "the number of the round is the most of all", "ラウンド数が最大"),
        ("all(players, hand is empty)", "each player’s hand is empty", "各プレイヤーの手札が空"),
        ("any(players, hand is empty)", "there is a player whose hand is empty",
         "手札が空のプレイヤーがいる"),
        ("all(players, hand is not empty)", "there is no player whose hand is empty",
         "手札が空のプレイヤーがいない"),
        ("count(top(deck, 3), it.definition == red) >= 2",
         "the number of those of the top 3 cards of the deck whose name is red is 2 or more",
         "山札の上3枚のカードのうち、カード名がredのカードの数が2以上"),
    ],
)  # fmt: skip
def test_a_condition_reads_so(tmp_path, condition: str, en: str, ja: str) -> None:
    (tmp_path / "game.yaml").write_text(GAME.replace("CONDITION", condition), "utf-8")
    game = cardwright.load(tmp_path)
    when = game.model.end.when
    said = [
        condition_words(when.expression, Viewer(game, lang).wording.names, {})
        for lang in ("en", "ja")
    ]
    assert said == [en, ja]
