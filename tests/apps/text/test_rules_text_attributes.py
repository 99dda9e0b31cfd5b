"""Rules text of attributes with parameters: on the card that says them, and where rules ask."""

from __future__ import annotations

import pytest

from cardwright.apps.text.course import action_title, meaning_of_value, steps_text
from cardwright.apps.text.names import Names
from cardwright.apps.text.rules import expression_words, rules_text
from tests.interpreter.small import program_of

GAME = """\
kinds:
  spot:
    unique: true
    attributes:
      gives: {is: maybe effect, text: {en: effect, ja: 効果}}
      open-to: {is: bool (player p) = true, text: {en: open, ja: 開放中}}
      fit-for: {is: bool (player p) = true, text: {en: "fit for {p}", ja: "{p}向き"}}
      due: {is: int (spot s) = 0, text: {en: way, ja: 道のり}}
      prize: {is: int (player p) = 0, text: {en: prize, ja: 賞}}
    text: {en: spot, ja: 場所}
cards:
- {kind: spot, id: mill, name: {en: Mill, ja: 水車}, gives: gain 2, open-to: p.coins < 5}
- kind: spot
  id: fort
  name: {en: Fort, ja: 砦}
  gives: gain 1
  prize: 3 * p.coins
  due: s.prize(start-player)
- {kind: spot, id: camp, name: {en: Camp, ja: 野営地}, fit-for: p.coins > 1, prize: 2}
- kind: spot
  id: dell
  name: {en: Dell, ja: 谷}
  prize: |
    if p.coins > 2, return 1
    return 0
players: {count: 2, state: {coins: {is: int = 0, text: {en: coins, ja: 金}}}}
events:
  gain (int n): {do: add n to me.coins, text: {en: "{me} gains {n}", ja: "{me}は{n}を得る"}}
values:
  score(player p) -> int:
    is: p.coins + sum(s in every spot, s.prize(p))
    text: {en: "score of {p}", ja: "{p}の得点"}
actions:
  go:
    choose: {s: every spot where it.open-to(me)}
    do: |
      gain s.prize(me)
      if s.prize(start-player) > 2, gain 1
      if s.open-to(start-player), gain 1
      if not s.open-to(me), gain 1
      if s.fit-for(me), gain 1
    text: {en: "go to {s}", ja: "{s}に行く"}
phases: [{id: main, turns: players, offer: [go, pass]}]
end: {when: round > 3}
"""
LANGUAGES = ("en", "ja")
CARDS = {
    "mill": (
        ("Effect: gain 2.", "Open: only if your coins are less than 5."),
        ("効果：2を得る。", "開放中：自分の金が5未満である場合のみ。"),
    ),
    "fort": (
        (
            "Effect: gain 1.",
            "Way for a spot: the prize of that spot for the start player.",
            "Prize: 3 times your coins.",
        ),
        (
            "効果：1を得る。",
            "場所にとっての道のり：その場所のスタートプレイヤーにとっての賞。",
            "賞：3×自分の金。",
        ),
    ),
    "camp": (
        ("Fit for you: only if your coins are more than 1.", "Prize: 2."),
        ("自分向き：自分の金が1より大きい場合のみ。", "賞：2。"),
    ),
    "dell": (
        ("Prize: if your coins are more than 2, the answer is 1. The answer is 0.",),
        ("賞：自分の金が2より大きいなら、答えは1。答えは0。",),
    ),
}
STEPS = (
    (
        "Gain the prize of that spot.",
        "If the prize of that spot for the start player is more than 2, gain 1.",
        "If that spot is open for the start player, gain 1.",
        "If that spot is not open, gain 1.",
        "If that spot is fit for you, gain 1.",
    ),
    (
        "(その場所の賞)を得る。",
        "その場所のスタートプレイヤーにとっての賞が2より大きいなら、1を得る。",
        "その場所がスタートプレイヤーにとって開放中なら、1を得る。",
        "その場所が開放中でないなら、1を得る。",
        "その場所が自分向きなら、1を得る。",
    ),
)


@pytest.fixture(scope="module")
def game():
    return program_of(GAME).game


@pytest.mark.parametrize("card", CARDS)
def test_what_a_card_says_stands_in_its_text(game, card):
    definition = next(each for each in game.definitions if each.id == card)
    assert tuple(rules_text(game, definition, lang) for lang in LANGUAGES) == CARDS[card]


def test_steps_call_it_by_its_text_and_say_for_whom(game):
    go = next(each for each in game.actions if each.id == "go")
    found = tuple(steps_text(go.body, Names(game, lang)) for lang in LANGUAGES)
    assert found == STEPS


def test_what_is_offered_is_asked_in_its_words(game):
    go = next(each for each in game.actions if each.id == "go")
    source = go.parameters[0].source
    assert action_title(go, Names(game, "en")) == "go to a spot"
    assert expression_words(game, source, "en") == "the spots that are open"
    assert expression_words(game, source, "ja") == "開放中の場所"


def test_values_add_it_up(game):
    (score,) = game.values["score"]
    assert [meaning_of_value(score, Names(game, lang))[1] for lang in LANGUAGES] == [
        ("The coins of that player plus the sum of the prize for that player of the spots.",),
        ("そのプレイヤーの金+場所のそのプレイヤーにとっての賞の合計。",),
    ]
