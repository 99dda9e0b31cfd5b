"""A small game without cards, whose cards stand in tables."""

from __future__ import annotations

GAME = """\
id: harbour
version: "1"
language: 1
title: {en: Harbour, ja: 港}
enums:
  good:
    gold: {en: gold, ja: 金}
    calm: {en: calm, ja: 凪}
    tide: {en: tide, ja: 潮}
kinds:
  thing:
    start: supply
    attributes:
      cost: {is: "amount of good = []", text: {en: cost, ja: コスト}}
      effect: {is: maybe effect, text: {en: effect, ja: 効果}}
      worth: {is: int = 0, text: {en: victory points, ja: 得点}}
      old: {is: bool = false, text: {en: old, ja: 古い}}
      tags: {is: "list of good = []", text: {en: tags, ja: 札}}
    text: {en: thing, ja: 物}
  keeper: {extends: thing, text: {en: keeper, ja: 番人}}
  boat: {extends: thing, text: {en: boat, ja: 船}}
  weather: {extends: thing, text: {en: weather, ja: 天気}}
  place: {extends: thing, text: {en: place, ja: 場所}}
players:
  count: 2-4
  state: {goods: {is: "bag of good = 4 gold + 4 calm + 4 tide", text: {en: goods, ja: 財}}}
zones:
  supply: {of: thing, order: stack, seen-by: everyone, text: {en: supply, ja: 山}}
  player.hand: {of: thing, seen-by: owner, text: {en: hand, ja: 手札}}
  discard: {of: thing, seen-by: everyone, text: {en: discard pile, ja: 捨て札}}
events:
  gain (bag of good b):
    do: add b to me.goods
    text: {en: "{me} gains {b}", ja: "{me}は{b}を得る"}
  draw (int n):
    do: repeat n times, move first(supply) to me.hand
    text: {en: "{me} draws {n}", ja: "{me}は{n}枚引く"}
  pay (amount of good a):
    when: payable(me.goods, a)
    do: |
      choose b from a where it <= me.goods
      if b is not none, subtract b from me.goods
    text: {en: "{me} pays {a}", ja: "{me}は{a}を払う"}
actions:
  use:
    in: using
    choose: {c: me.hand}
    cost: pay c.cost
    do: |
      do c.effect
      move c to discard
    text: {en: "use {c}", ja: "{c}を使う"}
setup: |
  shuffle supply
  for each p in players:
    repeat 5 times, move first(supply) to p.hand
phases:
- {id: using, turns: players, offer: [use, pass], text: {en: Using, ja: 使用}}
- {id: over, do: "if round == 3, end game", text: {en: End, ja: 終了}}
end: {rank: [count(goods)]}
"""
