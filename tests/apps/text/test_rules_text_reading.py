"""Rules text as a player reads it aloud: what is meant again is said once, numbers as counts, where
things lie before what is asked of them."""

from __future__ import annotations

import pytest

from cardwright.apps.text.course import scoring, stages, steps_text
from cardwright.apps.text.names import Names
from tests.interpreter.small import program_of

GAME = """\
enums:
  herb: {mint: {en: "{leaf of mint|leaves of mint}", ja: "{薄荷|枚}"}, sage: {en: sage, ja: 鼠尾草}}
kinds:
  jar:
    attributes: {herb: {is: herb, text: {en: herb, ja: 香草}}}
    start: shelf
    text: {en: "{jar of glass|jars of glass}", ja: "{瓶|本}"}
  cell:
    unique: true
    state: {owner-of: {is: maybe player, text: {en: builder, ja: 建てた人}}}
    text: {en: cell, ja: マス}
cards:
- {kind: jar, id: pot, herb: mint}
- each: {kind: cell}
  rows: [{id: north}, {id: south}]
zones:
  shelf: {of: jar, order: row, seen-by: everyone, text: {en: shelf, ja: 棚}}
  player.bag: {of: jar, seen-by: everyone, text: {en: bag, ja: 袋}}
players:
  count: 2
  state:
    coins: {is: int = 3, text: {en: coins, ja: 金}}
    herbs: {is: bag of herb, text: {en: herbs, ja: 香草}}
state:
  broken: {is: bool = false, text: {en: hearts are broken, ja: ハートが出た}}
  closing: {is: bool = false, text: {en: the last round, ja: 最後のラウンド}}
  ends: {is: bool = false, text: {en: the dealer picks up, ja: 親が引き取る}}
values:
  worth(jar j) -> int: {is: 2, text: {en: "worth of {j}", ja: "{j}の値"}}
  of-sort(player p, herb h) -> int: count(p.bag, herb == h)
  way-from(cell c, list of cell seen) -> int:
    depth: 3
    is: >-
      1 + max(every cell where owner-of == c.owner-of and it not in seen,
      way-from(it, seen + [c]), 0)
    text: {en: "way from {c}[ past {seen}]", ja: "{c}から[、{seen}を避けて]続く道"}
  longest -> int:
    is: max(every cell, way-from(it, []), 0)
    text: {en: longest way, ja: いちばん長い道}
events:
  earn (int n):
    do: add n to me.coins
    text: {en: "{me} earns {n} {coin|coins}", ja: "{me}が{n}金を得る"}
  hint (int n):
    do: add n to me.coins
    text: {en: "{me} tells what is {n}", ja: "{me}が何が{n}かを言う"}
  wash (list of jar js):
    do: move js to shelf
    text: {en: "{js} is washed", ja: "{js}を洗う"}
  spend (bag of herb b):
    do: subtract b from me.herbs
    text: {en: "{me} spends {b}", ja: "{me}が{b}を使う"}
actions:
  test:
    do: |
BODY
  done: {do: leave trading}
phases:
- id: trading
  while: true
  phases:
  - {id: first-seat, turns: "[start-player]", offer: [test]}
  - {id: deals, turns: players, offer: [test, done]}
end: {when: round > 3, rank: longest}
"""


def game_of(body: str = "pass"):
    return program_of(GAME.replace("BODY", "\n".join(f"      {b}" for b in body.split("\n")))).game


def said(body: str, lang: str) -> str:
    game = game_of(body)
    action = next(each for each in game.actions if each.id == "test")
    return " ".join(steps_text(action.body, Names(game, lang)))


TEXTS = {
    "a name that is meant again is noted": (
        "let best = leader(players, count(bag) + coins)\n"
        "if best is not none, add 1 to best.coins\n"
        "for each p in players where it != best, subtract 1 from p.coins",
        "Note the only player with the highest number of jars of glass in their bag plus "
        "their coins. If there is such a player, add 1 to the coins of that player. For each other "
        "player (“p”): subtract 1 from the coins of “p”.",
        "プレイヤーのうちその袋の瓶の数+その金が単独で最大のものを覚えておく。 "
        "そのプレイヤーがいるなら、そのプレイヤーの金に1を加える。 "
        "他のプレイヤーそれぞれ（プレイヤーA）について：プレイヤーAの金から1を引く。",
    ),
    "what is added to a name": (
        "let n = 1\nwhile n < 3:\n  add 2 to n\n  earn n",
        "“n” is 1 at first. As long as “n” is less than 3: add 2 to “n”; then earn “n” coins.",
        "数Aは初め1とする。 "
        "数Aが3未満である限り繰り返す：数Aに2を加え、その後(数A)金を得る。",
    ),
    "so many things": (
        "if of-sort(me, mint) >= 3, earn 1",
        "If there are at least 3 jars of glass in your bag whose herb is leaf of mint, "
        "earn 1 coin.",
        "自分の袋の中で香草が薄荷の瓶が3本以上あるなら、1金を得る。",
    ),
    "fewer": (
        "if count(shelf) < 2, earn 2",
        "If there are fewer than 2 jars of glass in the shelf, earn 2 coins.",
        "棚の瓶が2本未満なら、2金を得る。",
    ),
    "what holds for each": (
        "if all(h in every herb, of-sort(me, h) > 0), earn 1",
        "If for each of leaf of mint, sage, there is a jar of glass in your bag whose herb is it, "
        "earn 1 coin.",
        "薄荷、鼠尾草それぞれについて、自分の袋の中で香草がそれである瓶があるなら、1金を得る。",
    ),
    "units": ("spend 2 mint + 1 sage", "Spend 2 leaves of mint and 1 sage.",
              "薄荷2枚と鼠尾草1を使う。"),
    "a state that says all by itself": (
        "if not broken, set broken to true\nif ends, set ends to false",
        "If hearts are not broken, from now on hearts are broken. If the dealer picks up, it is no "
        "longer so that the dealer picks up.",
        "ハートが出ていないなら、ハートが出たものとする。 "
        "親が引き取るなら、親が引き取るものとしない。",
    ),
    "a state that is a noun": (
        "if not closing, set closing to true",
        "If it is not the last round, the game becomes the last round.",
        "最後のラウンドでないなら、ゲームを最後のラウンドにする。",
    ),
    "what is worth so much": (
        "wash me.bag where worth(it) <= 3",
        "The jars of glass in your bag whose worth is 3 or less are washed.",
        "自分の袋の中で値が3以下の瓶を洗う。",
    ),
    "so many of a long number": (
        "choose (me.coins * 2) js from me.bag; move js to shelf",
        "Put jars of glass in your bag (as many as your coins times 2) into the shelf.",
        "自分の袋の瓶(自分の金×2)本を棚に置く。",
    ),
    "the first of a zone": (
        "move first(shelf) to me.bag", "Put the first jar of glass of the shelf into your bag.",
        "棚の最初の瓶を自分の袋に置く。",
    ),
    "a number that is no count": (
        "choose n from 1..3; hint n; earn n",
        "Choose X from 1 to 3. Tell what is X. Earn X coins.",
        "1から3までのXを選ぶ。 何がXかを言う。 X金を得る。",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("body", "english", "japanese"), TEXTS.values(), ids=TEXTS)
def test_what_steps_do(body, english, japanese):
    assert said(body, "en") == english
    assert said(body, "ja") == japanese


def test_a_value_that_stands_within_itself_is_said_by_its_name():
    english, japanese = (dict(scoring(Names(game_of(), lang))) for lang in ("en", "ja"))
    assert english == {
        "longest way": ("The highest way from it among the cells (0 if there is none).",),
        "way from a cell past cells": (
            "1 plus the highest way from it past those cells and that cell among the cells whose "
            "builder is the builder of that cell and that are not among those cells (0 if there is "
            "none).",
        ),
    }
    assert japanese["いちばん長い道"] == ("マスの最大のそれから続く道(なければ0)。",)


def test_a_phase_for_one_is_for_that_one():
    for lang, said in (
        ("en", "Turn of the start player."),
        ("ja", "スタートプレイヤーが手番を行う。"),
    ):
        phase = stages(game_of().phases, Names(game_of(), lang))[0].stages[0]
        assert phase.frame == (said,)
