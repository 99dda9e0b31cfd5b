"""Rules text of what one player decides and another does: who pays, who draws."""

from __future__ import annotations

import pytest

from cardwright.apps.text.course import steps_text
from cardwright.apps.text.names import Names
from tests.interpreter.small import program_of

GAME = """\
kinds: {leaf: {start: deck, text: {en: leaf, ja: 葉}}}
cards: [{kind: leaf, id: ash, copies: 9}]
zones:
  deck: {of: leaf, order: stack, seen-by: nobody}
  heap: {of: leaf, seen-by: everyone, text: {en: heap, ja: 山}}
  player.hand: {of: leaf, seen-by: owner, text: {en: hand, ja: 手札}}
players: {count: 2, state: {coins: {is: int = 3, text: {en: Coins, ja: コイン}}}}
events:
  earn (int n): {do: add n to me.coins, text: {en: "{me} earns {n}", ja: "{me}は{n}を得る"}}
  spend (int n):
    when: me.coins >= n
    do: subtract n from me.coins
    text: {en: "{me} spends {n}", ja: "{me}は{n}を払う"}
  fetch (int n): {do: "move top(deck, n) to me.hand", text: {en: "draw {n}", ja: "{n}枚引く"}}
actions:
  test:
    choose: {p: opponents}
    do: |
BODY
phases: [{id: ringing, turns: players, offer: [test, pass]}]
end: {when: round > 3}
"""
CHOOSES = "choose one by p:\n  "
TEXTS = [
    (CHOOSES + "fetch 2\n  earn 3",
     "That player chooses one of these: you draw 2 / you earn 3.",
     "そのプレイヤーが次のうち1つを選ぶ：自分が2枚引く / 自分は3を得る。"),
    (CHOOSES + "spend 1, earn 1\n  choose c from me.hand, move c to heap",
     "That player chooses one of these: that player spends 1; then you earn 1 / that player "
     "chooses a leaf in the hand of that player; then you put that leaf into the heap.",
     "そのプレイヤーが次のうち1つを選ぶ：そのプレイヤーは1を払い、その後自分は1を得る / "
     "そのプレイヤーがそのプレイヤーの手札の葉1枚を選び、その後自分がその葉を山に置く。"),
    ("choose one:\n  fetch 2\n  spend 1, earn 3",
     "Do one of these: draw 2 / spend 1; then earn 3.",
     "次のうち1つを行う：2枚引く / 1を払い、その後3を得る。"),
    ("may by p, fetch 2",
     "That player may have you draw 2.",
     "そのプレイヤーは自分が2枚引くことを選べる。"),
    ("may by p, fetch 2 by p",
     "That player may draw 2.",
     "そのプレイヤーは2枚引くことができる。"),
    ("may by p spend 1, fetch 2\nelse, earn 1",
     "That player may spend 1. If they do, you draw 2. If they do not, you earn 1.",
     "そのプレイヤーは1を払うことができる。そうしたら、自分が2枚引く。"
     "そうしなければ、自分は1を得る。"),
    ("may by p choose c from me.hand; move c to heap, fetch 1",
     "That player may put a leaf in the hand of that player into the heap. If they do, you draw 1.",
     "そのプレイヤーはそのプレイヤーの手札の葉1枚を山に置くことができる。"
     "そうしたら、自分が1枚引く。"),
    ("may spend 1, fetch 2\nelse, earn 1",
     "You may spend 1. If you do, draw 2. If you do not, earn 1.",
     "1を払うことができる。そうしたら、2枚引く。そうしなければ、1を得る。"),
    ("choose c from me.hand by p\nmove c to heap",
     "That player chooses a leaf in your hand. Put that leaf into the heap.",
     "そのプレイヤーが自分の手札の葉1枚を選ぶ。 その葉を山に置く。"),
    ("choose c from p.hand by p\nmove c to heap by p",
     "That player puts a leaf in the hand of that player into the heap.",
     "そのプレイヤーがそのプレイヤーの手札の葉1枚を山に置く。"),
    ("choose n from 1..3 by p\nearn n",
     "That player chooses X from 1 to 3. Earn X.",
     "そのプレイヤーが1から3までのXを選ぶ。 Xを得る。"),
    ("order cs from me.hand by p\nmove cs to heap",
     "That player puts your hand in any order. Put those leaves into the heap.",
     "そのプレイヤーが自分の手札を好きな順に並べる。 それらの葉を山に置く。"),
]  # fmt: skip


def said(body: str, lang: str) -> str:
    lines = "\n".join(f"      {line}" for line in body.split("\n"))
    game = program_of(GAME.replace("BODY", lines)).game
    action = next(each for each in game.actions if each.id == "test")
    return " ".join(steps_text(action.body, Names(game, lang)))


@pytest.mark.parametrize(("body", "english", "japanese"), TEXTS)
def test_it_is_said_who_decides_who_pays_and_who_acts(body, english, japanese):
    assert said(body, "en") == english
    assert said(body, "ja") == japanese
