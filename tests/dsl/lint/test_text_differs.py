"""What is printed on a card is held against what it does, in English and in Japanese."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsl.lint.facts import Facts
from dsl.lint.text_differs import text_differs
from dsl.load import load_sources, prelude_in
from dsl.model.texts import numbers, says_each, says_may
from dsl.records import Source

PRELUDE = prelude_in(Path(__file__).resolve().parents[3] / "cards" / "prelude")
GAME = """\
id: small
version: "1"
language: 1
title: {en: Small, ja: 小}
kinds:
  fruit:
    attributes: {size: int = 1, juice: maybe effect, worth: int = 0}
    start: deck
    active-in: [player.field]
players: {count: 2-4, state: {coin: int = 0}}
zones:
  deck: {of: fruit, order: stack, seen-by: nobody}
  player.hand: {of: fruit, seen-by: owner}
  player.field: {of: fruit, seen-by: everyone}
events:
  gain (int n):
    do: add n to me.coin
  rain:
    do: for each p in players, gain 3 by p
  pay (int n):
    when: me.coin >= n
    do: subtract n from me.coin
cards:
- id: plum
  kind: fruit
  text: TEXT
RULES
phases:
- {id: day, turns: players, offer: [pass]}
end: {when: "any(players, coin > 99)", rank: [coin]}
"""


def found(text: str, rules: str, game: str = GAME) -> list[str]:
    body = "\n".join(f"  {line}" for line in rules.strip().splitlines())
    source = Source("small/game.yaml", game.replace("TEXT", text).replace("RULES", body))
    loaded = load_sources((source,), "small", PRELUDE)
    assert loaded.game is not None, loaded.diagnostics
    facts = Facts(loaded.game, loaded.used, loaded.sources)
    told = [*text_differs(facts)]
    assert len({each.span for each in told}) == len(told), "a place is named once"
    return [part for each in told for part in re.split("; (?=the text)", each.message)]


DRAW_2 = "triggers: [{after: day, do: draw 2}]"
FOR_ALL = "triggers: [{after: day, do: 'for each p in opponents, gain 2 by p'}]"
MAY = "triggers: [{after: day, do: 'may, draw 2'}]"
PAID = "actions: [{in: day, cost: pay 3, do: draw 2}]"
BY_TURN = "triggers: [{after: day, limit: 1 per turn, do: draw 2}]"
USED = "actions: [{in: day, limit: 1 per turn, do: draw 2}]"
RIGHT = (
    ("{en: 'Once each turn, after the day: draw 2.', ja: 手番ごとに1回、昼の後に2枚引く。}",
     BY_TURN),
    ("{en: 'Once each turn: draw 2.', ja: 手番ごとに1回、2枚引く。}", USED),
    ("{en: After the day draw 2., ja: 昼の後に2枚引く。}", DRAW_2),
    ("{en: After the day draw two cards., ja: 昼の後に二枚引く。}", DRAW_2),
    ("{en: At the end of the first day draw 2., ja: 最初の昼の後に２枚引く。}", DRAW_2),
    ("{en: You may draw 2., ja: 2枚引いてもよい。}", MAY),
    ("{en: Each opponent gains 2., ja: 対戦相手全員が2得る。}", FOR_ALL),
    ("{en: Your opponents gain 2., ja: 対戦相手は2得る。}", FOR_ALL),
    ("{en: 'Pay 3: draw 2.', ja: 3を支払う：2枚引く。}", PAID),
    ("{en: Every player gains three., ja: プレイヤーそれぞれが三つ得る。}", "triggers: [{after: day, do: rain}]"),  # noqa: E501
    ("{en: Worth 4 with a hand of five or more., ja: 手札が5枚以上なら4点。}",
     "worth: 4 if count(deck) > 4 else 0"),
    ("{en: Draw a pair., ja: 二つ組を引く。}", DRAW_2),
    ("{en: Draw trios., ja: 三すくみを引く。}", DRAW_2.replace("2", "3")),
    ("{en: Draw 2 for trios., ja: 三すくみで2枚引く。}", DRAW_2),
    ("{en: A plum for the 7th day., ja: 七日目のすもも。}", ""),
    ("{de: Ziehe zwei Karten.}", DRAW_2.replace("2", "1")),
)  # fmt: skip
WRONG = (
    ("{en: 'Once a round, after the day: draw 2.', ja: ラウンドに1回、昼の後に2枚引く。}", BY_TURN,
     ["in `en` counts by the round, and the limit is `1 per turn`", "in `ja` counts by the round"]),
    ("{en: 'Twice per game: draw 2.'}", USED, ["in `en` counts by the game"]),
    ("{en: Draw 3., ja: 2枚引く。}", DRAW_2, ["in `en` says 3", "in `en` does not say 2"]),
    ("{en: Draw 2 twos., ja: 四匹引く。}", DRAW_2,
     ["in `ja` says 4", "in `ja` does not say 2"]),
    ("{en: Draw 2., ja: 三枚引く。}", DRAW_2, ["in `ja` says 3", "in `ja` does not say 2"]),
    ("{en: Draw 2., ja: ３枚引く。}", DRAW_2, ["in `ja` says 3", "in `ja` does not say 2"]),
    ("{en: Draw twelve., ja: 十二枚引く。}", DRAW_2,
     ["in `en` says 12", "in `en` does not say 2", "in `ja` says 12", "in `ja` does not say 2"]),
    ("{en: 'Pay 2: draw 2.'}", PAID, ["in `en` does not say 3"]),
    ("{en: 'Draw 2.'}", PAID, ["in `en` does not say 3"]),
    ("{en: You may draw 2., ja: 2枚引いてもよい。}", DRAW_2,
     ["in `en` leaves a choice", "in `ja` leaves a choice"]),
    ("{en: Draw 2., ja: 2枚引く。}", MAY,
     ["in `en` does not say that a rule", "in `ja` does not say that a rule"]),
    ("{en: Each opponent loses a card.}", "actions: [{in: day, do: draw 1}]", ["speaks of all"]),
    ("{en: Another player gains 2., ja: 対戦相手1人が2得る。}", FOR_ALL,
     ["in `en` speaks of one player", "in `ja` speaks of one player"]),
    ("{de: Ziehe 3 Karten.}", DRAW_2, ["in `de` says 3", "in `de` does not say 2"]),
)  # fmt: skip


@pytest.mark.parametrize(("text", "rules"), RIGHT)
def test_a_text_that_says_what_is_done(text: str, rules: str):
    assert found(text, rules) == []


@pytest.mark.parametrize(("text", "rules", "messages"), WRONG)
def test_a_text_that_says_something_else(text: str, rules: str, messages: list[str]):
    said = found(text, rules)

    assert len(said) == len(messages), said
    assert all(part in each for part, each in zip(messages, said, strict=True)), said


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Pay 3X of one type: gain 10.", "en", {3, 10}),
        ("twice the two, one by one, B2B, 2nd", "en", {2}),
        ("全員が十五点、三つ組、二十一個、第一、一番上", "ja", {15, 21}),
        ("活力２と黄金１２", "ja", {2, 12}),
        ("zwei von 7", "de", {7}),
        ("{n} of {2}", "en", set()),
    ],
)
def test_numbers_are_read(text: str, language: str, expected: set[int]):
    assert numbers(text, language) == expected


def test_words_of_other_languages_are_not_judged():
    assert says_may("kann", "de") is None and says_each("jede", "de") is None
    assert says_may("up to 2", "en") and says_may("2枚まで", "ja")
    assert not says_each("any other", "en") and says_each("各自", "ja")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [("get 3", True), ("get 2", False), ("get 2 of 30", False), ("get both", False)],
)
def test_the_text_of_an_event_says_the_numbers_of_its_steps(text, wrong):
    event = f"events:\n  shower: {{do: gain 2, text: {{en: {text}}}}}\n"
    messages = found('""', "triggers: [{after: day, do: shower}]", GAME.replace("events:\n", event))

    assert ("the text in `en` says 3, and `shower` does 2" in messages) == wrong
