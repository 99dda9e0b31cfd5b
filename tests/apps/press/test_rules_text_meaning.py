"""Rules texts keep what the rules mean: brackets, what a condition is about, what an amount is."""

from __future__ import annotations

import pytest

from cardwright.apps.press.rulebook_text import rulebook_text
from tests.interpreter.small import program_of

GAME = """\
enums:
  good:
    is: {wood: {en: wood, ja: 木材}, clay: {en: clay, ja: 粘土}, salt: {en: salt, ja: 塩}}
    text: {en: good, ja: 品}
kinds:
  dock:
    unique: true
    attributes: {good: {is: good, text: {en: "{value}", ja: "{value}"}}}
    state:
      shut: {is: bool = false, text: {en: was shut, ja: 閉じられた}}
      there: {is: list of player, text: {en: workers, ja: 働き手}}
    text: {en: dock, ja: 桟橋}
  die: {start: box, copies: 3, text: {en: die, ja: サイコロ}}
cards:
- {kind: dock, id: north, good: wood, name: {en: North, ja: 北}}
- {kind: dock, id: south, good: clay, name: {en: South, ja: 南}}
- {kind: die, id: cube, name: {en: Cube, ja: 立方}}
zones:
  box: {of: die, order: stack, seen-by: everyone, text: {en: box, ja: 箱}}
players:
  count: 2
  state:
    bell: {is: int = 0, text: {en: bell, ja: 鐘}}
    goods: {is: bag of good, text: {en: goods, ja: 品物}}
state:
  order-of-all: {is: list of player, text: {en: order, ja: 順番}}
  caller: {is: maybe player = none, text: {en: caller, ja: 呼んだ人}}
values:
  open-to(dock d, player p) -> bool:
    is: not d.shut and (d.there is empty or p.bell > 3 and p not in d.there)
    text: {en: "{d} is open to {p}", ja: "{d}が{p}に開いている"}
events:
  earn (amount of good a):
    do: choose b from a; add b to me.goods
    text: {en: "{me} gets {a}", ja: "{me}が{a}を得る"}
  visit (dock d):
    do: add me to d.there
    text: {en: "{me} visits the dock {d}", ja: "{me}が桟橋{d}を訪れる"}
actions:
  go:
    choose: {d: "every dock where open-to(it, me)"}
    do: visit d
    text: {en: "go to {d}", ja: "{d}へ行く"}
  wait:
    text: {en: wait, ja: 待つ}
  trade:
    choose: {k: every good where k != salt}
    do: earn 1 k; visit first(every dock where good == k)
    text: {en: "trade {k}", ja: "{k}を商う"}
setup: set order-of-all to sort(players, -bell)
phases:
- id: day
  turns: players
  phases:
  - {id: acting, offer: [go, wait, trade], text: {en: Acting, ja: 行動}}
  - id: calling
    asks: opponents where caller is not none
    offer: [wait]
    text: {en: Calling, ja: 呼び声}
  text: {en: Day, ja: 昼}
- id: work
  turns: "players if any(every dock, not shut) else []"
  offer: [wait]
  text: {en: Work, ja: 仕事}
- {id: roll, do: "move top(box, 2) to bottom of box", text: {en: Roll, ja: 振る}}
end: {when: round > 3, rank: bell}
"""
SAID = {
    "en": [
        "A dock is open to a player: This is so if that dock was not shut and (the workers of "
        "that dock are empty or (the bell of that player is more than 3 and that player is not "
        "among the workers of that dock)).",
        "Get an amount: ",
        "Visit a dock: ",
        "Trade a good: Choose a good other than salt.",
        "by falling bell",
        "each opponent if there is a caller.",
        "In turn: each player if there is a dock that was not shut.",
        "the top 2 dice",
        "whose good is that good",
    ],
    "ja": [
        "桟橋がプレイヤーに開いている：その桟橋が閉じられていない、かつ（その桟橋の働き手が"
        "空、または（そのプレイヤーの鐘が3より大きい、かつそのプレイヤーがその桟橋の働き手に"
        "含まれない））とき、そうである。",
        "ある量を得る：",
        "桟橋を訪れる：",
        "塩以外の品1つを選ぶ。",
        "鐘の大きい順の",
        "呼んだ人がいる場合の対戦相手それぞれ",
        "閉じられていない桟橋がある場合のプレイヤーそれぞれ",
        "品がその品である",
    ],
}


@pytest.mark.parametrize("lang", SAID)
def test_rules_say_what_they_mean(lang: str) -> None:
    text = rulebook_text(program_of(GAME).game, lang)
    missing = [each for each in SAID[lang] if each not in text]
    assert not missing, text


@pytest.mark.parametrize(("lang", "line"), [("en", "- Wait"), ("ja", "- 待つ")])
def test_an_action_that_does_nothing_has_no_colon(lang: str, line: str) -> None:
    lines = rulebook_text(program_of(GAME).game, lang).splitlines()
    assert line in lines
