"""Rules text of modifiers, loops without a condition, cards of several places, and either-or."""

from __future__ import annotations

import pytest

from cardwright.apps.text.course import stages, steps_text
from cardwright.apps.text.names import Names
from cardwright.apps.text.rules import rules_text
from dsl.languages import OWN
from tests.interpreter.small import program_of

GAME = """\
enums:
  ore: {tin: {en: tin, ja: 錫}, zinc: {en: zinc, ja: 亜鉛}}
kinds:
  forge:
    start: deck
    active-in: deck
    text: {en: forge, ja: 鍛冶場}
    state: {lit: {is: bool = false, text: {en: lit, ja: 点火}}}
  guild:
    start: guilds
    unique: true
    text: {en: guild, ja: 組合}
cards:
- {kind: guild, id: north}
- kind: forge
  id: toll
  modifiers: [{value: price where p in opponents, to: result + 1 any}]
  triggers: [{after: earn where actor in opponents, do: earn 1}]
- kind: forge
  id: crowd
  modifiers: [{value: size, to: result + count(deck)}, {value: size, to: result - 2}]
zones:
  deck: {of: forge, order: stack, seen-by: everyone, text: {en: deck, ja: 山札}}
  guilds: {of: guild, seen-by: everyone, text: {en: guilds, ja: 組合}}
  guild.hall: {of: forge, seen-by: everyone, text: {en: hall, ja: 館}}
  guild.sign: {of: forge, max: 1, seen-by: everyone, text: {en: sign, ja: 看板}}
players: {count: 2, state: {coins: {is: int = 3, text: {en: Coins, ja: コイン}}}}
state: {herald: {is: maybe player, text: {en: herald, ja: 伝令}}}
values:
  price(forge c, player p) -> amount of ore:
    is: 2 tin
    text: {en: "price of {c} for {p}", ja: "{p}にとっての{c}の値段"}
  size -> int: {is: 4, text: {en: size, ja: 大きさ}}
  worth-of(forge c) -> int: 1 if c.lit else 2
events:
  earn (int n):
    do: add n to me.coins
    text: {en: "{me} earns {n} coins", ja: "{me}は{n}コイン得る"}
  cheer:
    do: add 1 to me.coins
    text: {en: "Bingo! {me} wins", ja: "ビンゴ！{me}の勝ち"}
actions:
  test:
    do: |
BODY
  done: {do: leave trading}
phases:
- id: trading
  while: true
  phases:
  - {id: deals, turns: players, offer: [test, done]}
end: {when: round > 3}
"""


def game_of(body: str = "pass"):
    return program_of(GAME.replace("BODY", f"      {body}")).game


def said(body: str, lang: str) -> str:
    game = game_of(body)
    action = next(each for each in game.actions if each.id == "test")
    return " ".join(steps_text(action.body, Names(game, lang)))


def card_text(card: str, lang: str) -> tuple[str, ...]:
    game = game_of()
    return rules_text(game, next(each for each in game.definitions if each.id == card), lang)


TEXTS = [
    (
        "if herald is not none, set herald to none",
        "If there is a herald, set the herald to nobody.",
        "伝令がいるなら、伝令をなしにする。",
    ),
    (
        "if not any(p in players, p.coins > 5), earn 1",
        "If there is no player whose Coins are more than 5, earn 1 coins.",
        "コインが5より大きいプレイヤーがいないなら、1コイン得る。",
    ),
    ("earn count(deck)", "Earn (the number of forges in the deck) coins.",
     "(山札の鍛冶場の数)コイン得る。"),
    ("cheer", "Bingo! you win.", "ビンゴ！自分の勝ち。"),
    ("earn 1 if me.coins > 3 else 2",
     "Earn (1 if your Coins are more than 3, otherwise 2) coins.",
     "(自分のコインが3より大きいなら1、そうでなければ2)コイン得る。"),
    ("earn worth-of(top(deck)) + 1",
     "Earn (1 if the top forge of the deck is lit, otherwise 2) plus 1 coins.",
     "(山札の一番上の鍛冶場が点火なら1、そうでなければ2)+1コイン得る。"),
    ("choose c from each(guilds, hall) where lit; earn 1",
     "Choose a forge that is lit in the hall of any guild. Earn 1 coins.",
     "いずれかの組合の館の点火の鍛冶場1枚を選ぶ。 1コイン得る。"),
    ("if north.sign.lit, move north.sign to deck",
     "If the sign of north is lit, put the sign of north into the deck.",
     "northの看板が点火なら、northの看板を山札に置く。"),
    ("earn worth-of(first(north.hall)) - worth-of(first(north.sign))",
     "Earn (1 if the first forge of the hall of north is lit, otherwise 2) minus "
     "(1 if the sign of north is lit, otherwise 2) coins.",
     "(northの館の最初の鍛冶場が点火なら1、そうでなければ2)-(northの看板が点火なら1、そうでなければ2)コイン得る。"),
    ("while true, earn 1", "Again and again: earn 1 coins.", "繰り返す：1コイン得る。"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "english", "japanese"), TEXTS)
def test_what_steps_do(body, english, japanese):
    assert said(body, "en") == english
    assert said(body, "ja") == japanese


def test_a_phase_without_a_condition_goes_on_until_it_is_over():
    phases = game_of().phases

    frames = [stages(phases, Names(game_of(), lang))[0].frame for lang in OWN]
    assert frames == [("Again and again, until it is over.",), ("終わるまで繰り返す。",)]


def test_what_an_opponent_does_and_pays():
    assert card_text("toll", "en") == (
        "After an opponent earns coins, earn 1 coins.",
        "The price of each forge for each opponent is increased by 1 ore of any type.",
    )
    assert card_text("toll", "ja") == (
        "対戦相手がコイン得るたび、1コイン得る。",
        "対戦相手にとっての鍛冶場の値段は好きなもの1個だけ多くなる。",
    )


def test_by_how_much_a_number_changes():
    assert card_text("crowd", "en") == (
        "The size is higher by the number of forges in the deck.",
        "The size is 2 lower.",
    )
    assert card_text("crowd", "ja") == (
        "大きさは山札の鍛冶場の数だけ増える。",
        "大きさは2減る。",
    )


NESTED = """\
if me.coins > 5:
        if me.coins > 7:
          earn 1
        earn 2
      else:
        earn 3"""


def test_what_holds_steps_says_where_it_ends():
    """`Otherwise` and `then` belong to the nearest condition for whoever reads them."""
    english, japanese = said(NESTED, "en"), said(NESTED, "ja")

    assert "(if your Coins are more than 7, earn 1 coins); then earn 2 coins; otherwise" in english
    assert (
        "（自分のコインが7より大きいなら、1コイン得る）、その後2コイン得る。そうでなければ"
        in japanese
    )


def test_what_ends_with_its_sentence_needs_no_brackets():
    assert "(" not in said("if me.coins > 5:\n        if me.coins > 7, earn 1", "en")
