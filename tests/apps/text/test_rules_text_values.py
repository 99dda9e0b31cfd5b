"""Rules text of values by their own words, of bags of players and things, and of their changes."""

from __future__ import annotations

import pytest

from cardwright.apps.text.course import meaning_of_value, stages, steps_text
from cardwright.apps.text.names import Names
from cardwright.apps.text.rules import rules_text
from tests.interpreter.small import program_of

GAME = """\
enums:
  land: {fen: {en: fen, ja: 湿地}, hill: {en: hill, ja: 丘}}
  good: {is: {coin: {en: coin, ja: 金貨}, sand: {en: sand, ja: 砂}}, text: {en: good, ja: 品}}
kinds:
  region:
    unique: true
    attributes: {land: {is: land, text: {en: land, ja: 地形}}}
    state:
      bands: {is: bag of player, text: {en: bands, ja: 部隊}}
      keeper: {is: maybe player, text: {en: keeper, ja: 支配者}}
    text: {en: region, ja: 地域}
  leader: {start: tent, active-in: tent, text: {en: leader, ja: 指揮官}}
cards:
- {kind: region, id: marsh, name: {en: Marsh, ja: 沼}, land: fen}
- {kind: region, id: crag, name: {en: Crag, ja: 岩山}, land: hill}
- kind: leader
  id: crow
CARD
zones:
  tent: {of: leader, seen-by: everyone, text: {en: tent, ja: 天幕}}
  market: {of: leader, slots: 3, seen-by: everyone, text: {en: market, ja: 市場}}
  scrap: {of: leader, seen-by: everyone, text: {en: scrap, ja: 屑}}
players:
  count: 2
  state:
    glory: {is: int = 0, text: {en: glory, ja: 名声}}
    sent: {is: bag of region, text: {en: orders laid, ja: 置いた命令}}
    goods: {is: bag of good, text: {en: goods, ja: 品}}
state: {votes: {is: bag of player, text: {en: votes, ja: 票}}}
values:
  home(player p) -> region:
    is: default((every region where keeper == p)[1], marsh)
    text: {en: "home of {p}", ja: "{p}の本拠"}
  sides(region r) -> list of player:
    is: players where r.bands[it] > 0
    text: {en: "players with bands in {r}", ja: "{r}に部隊のいるプレイヤー"}
  contested(region r) -> bool:
    is: count(sides(r)) > 1
    text: {en: "{r} is contested", ja: "{r}で争いがある"}
  rich(player p) -> bool:
    is: p.glory > 9
    text: {en: "{p} has much glory", ja: "{p}が名高い"}
  yield(player p, region r) -> int:
    is: 1
    text: {en: "what {r} pays {p}", ja: "{r}が{p}にもたらす名声"}
  reach(region r) -> list of region:
    is: every region where it != r
    text: {en: "regions to go to from {r}", ja: "{r}から行ける地域"}
  on-map(player p) -> int:
    is: sum(every region, bands[p])
    text: {en: "bands of {p} on the map", ja: "盤上の{p}の部隊"}
events:
  earn (int n):
    do: add n to me.glory
    text: {en: "{me} earns {n} glory", ja: "{me}は名声{n}を得る"}
  fight (region r):
    do: earn 1 by start-player
    text: {en: "a fight breaks out in {r}", ja: "{r}で戦いになる"}
  gain (bag of good b): {do: add b to me.goods, text: {en: "{me} gains {b}", ja: "{me}は{b}を得る"}}
actions:
  test:
    choose: {r: every region}
    do: |
BODY
phases:
- {id: playing, turns: players where count(sent) < 3, offer: [test, pass]}
- {id: fights, for: r in every region where contested(r), do: fight r}
end: {when: round > 3}
"""
STEPS = [
    # a text that begins with `what` takes no article
    ("earn yield(me, r)", "Earn (what that region pays you) glory.",
     "名声(その地域が自分にもたらす名声)を得る。"),
    ("set home(me).keeper to none", "Set the keeper of your home to nobody.",
     "自分の本拠の支配者をなしにする。"),
    # yes and no by their own words
    ("if contested(r), earn 1", "If that region is contested, earn 1 glory.",
     "その地域で争いがあるなら、名声1を得る。"),
    ("if not contested(r), earn 1", "If that region is not contested, earn 1 glory.",
     "その地域で争いがないなら、名声1を得る。"),
    ("if rich(me), earn 1", "If you have much glory, earn 1 glory.",
     "自分が名高いなら、名声1を得る。"),
    ("if not rich(start-player), earn 1", "If the start player does not have much glory, "
     "earn 1 glory.", "スタートプレイヤーが名高くないなら、名声1を得る。"),
    ("if any(every region, contested(it)), earn 1",
     "If there is a region that is contested, earn 1 glory.",
     "争いがある地域があるなら、名声1を得る。"),
    # what would be
    ("if would(fight r, rich(start-player)), earn 1",
     "If after a fight breaks out in that region, the start player has much glory, earn 1 glory.",
     "その地域で戦いになるとすると、スタートプレイヤーが名高いなら、名声1を得る。"),
    ("if not would(earn 2, rich(me)), earn 1",
     "If it is not so that after you earn 2 glory, you have much glory, earn 1 glory.",
     "名声2を得るとすると自分が名高い、ということがないなら、名声1を得る。"),
    # is there any, is there just one
    ("if only(sides(r)) is not none, earn 1",
     "If there is exactly one of the players with bands in that region, earn 1 glory.",
     "その地域に部隊のいるプレイヤーがちょうど1人なら、名声1を得る。"),
    ("let p = only(sides(r)); if p is not none, earn 1 by p",
     "Note the only one of the players with bands in that region. "
     "If there is such a player, that player earns 1 glory.",
     "その地域に部隊のいるプレイヤーの唯一の1人を覚えておく。 "
     "そのプレイヤーがいるなら、そのプレイヤーは名声1を得る。"),
    ("let c = market[1]; if c is not none, move c to scrap",
     "If the market is not empty, put the first leader of the market into the scrap.",
     "市場が空でないなら、市場の最初の指揮官を屑に置く。"),
    # bags of players, and of things
    ("add 2 me to r.bands", "Add 2 to your bands on that region.",
     "その地域の自分の部隊に2を加える。"),
    ("subtract 1 start-player from r.bands",
     "Subtract 1 from the bands of the start player on that region.",
     "その地域のスタートプレイヤーの部隊から1を引く。"),
    ("add 1 r to me.sent", "Add 1 to your orders laid for that region.",
     "その地域についての自分の置いた命令に1を加える。"),
    ("choose s from every region by chance with (2 * s.bands[me])",
     "Choose at random a region, weighed by 2 times your bands on it.",
     "無作為に地域1つを選ぶ(重みは2×その自分の部隊)。"),
    ("choose g from me.goods by chance",
     "Choose at random a good that is in your goods, weighed by the number of it in your goods.",
     "無作為に自分の品にある品1つを選ぶ(重みは自分の品のそれの数)。"),
    ("add 1 me to votes", "Add 1 to your votes.", "自分の票に1を加える。"),
    ("if r.bands[me] > 0, earn 1", "If you have bands on that region, earn 1 glory.",
     "その地域に自分の部隊があるなら、名声1を得る。"),
    ("if r.bands[start-player] == 0, earn 1",
     "If the start player has no bands on that region, earn 1 glory.",
     "その地域にスタートプレイヤーの部隊がないなら、名声1を得る。"),
    ("if r.bands[me] > 2, earn 1", "If your bands on that region are more than 2, earn 1 glory.",
     "その地域の自分の部隊が2より大きいなら、名声1を得る。"),
    ("choose s from every region where bands[me] > 0; fight s",
     "A fight breaks out in a region that holds your bands.",
     "自分の部隊がある地域1つで戦いになる。"),
    ("choose s from every region where bands[me] == 0; fight s",
     "A fight breaks out in a region that holds none of your bands.",
     "自分の部隊がない地域1つで戦いになる。"),
    ("choose s from every region where me.sent[it] < 2; fight s",
     "A fight breaks out in a region for which your orders laid for it is less than 2.",
     "自分の置いた命令が2未満の地域1つで戦いになる。"),
    ("if me.sent[r] > 0, earn 1", "If you have orders laid for that region, earn 1 glory.",
     "その地域についての自分の置いた命令があるなら、名声1を得る。"),
    ("for each p in players where r.bands[it] > 0, earn 1 by p",
     "Each player who has bands on that region earns 1 glory.",
     "その地域に部隊があるプレイヤーそれぞれは名声1を得る。"),
    ("for each g in every good where me.goods[g] > 0, earn me.goods[g]",
     "For each good that is in your goods: earn (the number of that good in your goods) glory.",
     "自分の品にある品それぞれについて：名声(自分の品のその品の数)を得る。"),
    ("gain me.goods", "Gain your goods.", "自分の品を得る。"),
]  # fmt: skip
CARDS = [
    ("{value: yield where p == me, to: result + 1}",
     "What each region pays you is 1 higher.", "地域が自分にもたらす名声は1増える。"),
    ("{value: home where p == me, to: marsh}", "Your home is Marsh.",
     "自分の本拠は沼である。"),
    ("{value: reach where r.land == fen, to: distinct(result + (every region where it != r))}",
     "The regions to go to from each region whose land is fen also include the other regions.",
     "地形が湿地の地域から行ける地域には他の地域も含まれる。"),
]  # fmt: skip
INSTEAD = [
    ('{instead: "gain by me where b[sand] > 0", do: gain b + 1 sand}',
     "When you would gain goods, if there is sand among those goods, instead gain those goods "
     "and 1 sand.",
     "自分が品を得る代わりに、それらの品のうちに砂があるなら、それらの品と砂1を得る。"),
]  # fmt: skip
MEANINGS = [
    ("on-map", "The sum over the regions of the bands of that player on it.",
     "地域のそのプレイヤーの部隊の合計。"),
    ("sides", "The players who have bands on that region.", "その地域に部隊があるプレイヤー。"),
]  # fmt: skip


def game_of(card: str = "", body: str = "pass"):
    lines = "\n".join(f"      {line}" for line in body.split("; "))
    return program_of(GAME.replace("CARD", card).replace("BODY", lines)).game


def card_text(card: str, lang: str) -> str:
    game = game_of(card)
    crow = next(each for each in game.definitions if each.id == "crow")
    return " ".join(rules_text(game, crow, lang))


def said(body: str, lang: str) -> str:
    game = game_of(body=body)
    action = next(each for each in game.actions if each.id == "test")
    return " ".join(steps_text(action.body, Names(game, lang)))


@pytest.mark.parametrize(("body", "english", "japanese"), STEPS)
def test_what_steps_do(body, english, japanese):
    assert (said(body, "en"), said(body, "ja")) == (english, japanese)


@pytest.mark.parametrize(("rule", "english", "japanese"), CARDS)
def test_what_changes_a_value(rule, english, japanese):
    card = f"  modifiers: [{rule}]"
    assert (card_text(card, "en"), card_text(card, "ja")) == (english, japanese)


@pytest.mark.parametrize(("rule", "english", "japanese"), INSTEAD)
def test_what_listens_to_a_bag(rule, english, japanese):
    card = f"  replacements: [{rule}]"
    assert (card_text(card, "en"), card_text(card, "ja")) == (english, japanese)


@pytest.mark.parametrize(("value", "english", "japanese"), MEANINGS)
def test_how_a_value_is_found(value, english, japanese):
    game = game_of()
    found = [meaning_of_value(game.values[value][0], Names(game, lang)) for lang in ("en", "ja")]
    assert [lines for _, lines in found] == [(english,), (japanese,)]


def test_for_whom_phases_are():
    game = game_of()
    english, japanese = ([each.frame for each in stages(game.phases, Names(game, lang))]
                         for lang in ("en", "ja"))  # fmt: skip
    assert english == [
        ("In turn: each player whose number of orders laid is less than 3.",),
        ("For each region that is contested, one after another:",),
    ]
    assert japanese[1] == ("争いがある地域それぞれについて、順に：",)
