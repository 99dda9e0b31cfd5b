"""The rules of a game as `rules` prints them: places, the table, phases, actions, settings."""

from __future__ import annotations

import pytest

from cardwright.apps.press.rulebook_text import rulebook_text, rules_lines
from tests.interpreter.small import program_of

GAME = """\
options: {last: {type: 3..8, default: 6, text: {en: Rounds, ja: ラウンド数}}}
enums: {good: {is: {coin: {en: coin, ja: 金貨}}, text: {en: good, ja: 品}}}
kinds:
  worker:
    state: {boss: {is: maybe player, text: {en: boss, ja: 主}}}
    text: {en: worker, ja: 働き手}
  spot:
    unique: true
    attributes:
      room: {is: int, text: {en: room, ja: 定員}}
      fee: {is: maybe cost, text: {en: fee, ja: 料金}}
      find: {is: maybe effect, text: {en: when found, ja: 見つけたとき}}
    text: {en: spot, ja: 場所}
  plan: {start: plans, text: {en: plan, ja: 設計図}}
cards:
- {kind: worker, id: hand, copies: 9, name: {en: worker, ja: 働き手}}
- {kind: spot, id: mill, name: {en: Mill, ja: 水車}, room: 2, fee: pay 1, find: gain 2}
- {kind: plan, id: pier, copies: 5, name: {en: Pier, ja: 桟橋}}
zones:
  plans: {of: plan, order: stack, seen-by: nobody, text: {en: plans, ja: 設計図の山}}
  market: {of: plan, slots: 4, seen-by: everyone, text: {en: market, ja: 市場}}
  player.house: {of: worker, seen-by: owner, text: {en: house, ja: 家}}
  spot.bed: {of: worker, max: 2, seen-by: everyone, text: {en: bed, ja: 寝床}}
players:
  count: 2-4
  state:
    coins: {is: int = 3, text: {en: coins, ja: 金}}
    caught: {is: bool = false, text: {en: caught in the net, ja: 網にかかっている}}
events:
  gain (int n): {do: add n to me.coins, text: {en: "{me} gains {n}", ja: "{me}は{n}を得る"}}
  pay (int n):
    when: me.coins >= n
    do: subtract n from me.coins
    text: {en: "{me} pays {n}", ja: "{me}は{n}を払う"}
  hire:
    do: |
      create 2 hand into me.house -> made
      for each w in made, set w.boss to me
    text: {en: "{me} hires", ja: "{me}が雇う"}
  trip:
    do: |
      if me.caught, gain 1
      if not me.caught, gain 1 if player-count == 4 else 2
      set me.caught to true
      set me.caught to false
      do mill.find
    text: {en: "{me} trips", ja: "{me}がつまずく"}
actions:
  send:
    choose: {s: every spot}
    cost: do s.fee
    do: hire; trip
    text: {en: "send a worker to {s}", ja: "{s}に働き手を送る"}
setup: shuffle plans
phases:
- id: work
  turns: players where coins > 0
  repeat: true
  offer: [send]
  text: {en: Work, ja: 仕事}
- {id: rest, turns: players, repeat: true, offer: [pass], text: {en: Rest, ja: 休み}}
- {id: dusk, do: "if round == last, end game", text: {en: Dusk, ja: 夕暮れ}}
"""
ENGLISH = (
    "- Plans: plans, nobody sees them",
    "- Market: plans, 4 places, all see them",
    "- House of each player: workers, the owner sees them",
    "- Bed of each spot: workers, at most 2, all see them",
    "- Mill: Room 2. Fee: pay 1. When found: gain 2.",
    "- Work: In turn, round and round as long as there is anybody: each player whose coins are "
    "more than 0. Actions: send a worker to a spot.",
    "- Rest: In turn, round and round until all have passed: each player. Actions: pass.",
    "- Dusk: If the number of the round is the value of “Rounds”, the game ends.",
    "- Send a worker to a spot: Choose a spot. Pay the fee of that spot. Hire. Trip.",
    "- Pass",
    "- Hire: Put 2 worker from outside the game into your house. For each of those workers: set "
    "the boss of that worker to you.",
    "- Trip: If you are caught in the net, gain 1. If you are not caught in the net, gain (1 if "
    "the number of players is 4, otherwise 2). You become caught in the net. You are no longer "
    "caught in the net. Do the “when found” of Mill.",
)
JAPANESE = (
    "- 設計図の山：設計図、誰も見ない",
    "- 市場：設計図、4か所、全員が見る",
    "- プレイヤーごとの家：働き手、持ち主が見る",
    "- 水車：定員 2。料金：1を払う。見つけたとき：2を得る。",
    "- 夕暮れ：ラウンド数が「ラウンド数」の値なら、ゲームが終わる。",
    "- パスする",
    "- つまずく：自分が網にかかっているなら、1を得る。自分が網にかかっていないなら、"
    "(プレイ人数が4なら1、そうでなければ2)を得る。自分が網にかかっている状態になる。"
    "自分が網にかかっている状態でなくなる。水車の「見つけたとき」を行う。",
)


@pytest.fixture(scope="module")
def game():
    return program_of(GAME).game


@pytest.mark.parametrize("line", ENGLISH)
def test_english_rules(game, line):
    assert line in rulebook_text(game, "en").splitlines()


@pytest.mark.parametrize("line", JAPANESE)
def test_japanese_rules(game, line):
    assert line in rulebook_text(game, "ja").splitlines()


def test_lines_that_go_on_stand_where_they_began(game):
    lines = rules_lines(game, "en", 60)
    first = next(at for at, line in enumerate(lines) if line.startswith("  Trip: "))
    assert lines[first + 1].startswith("  ") and not lines[first + 1].startswith("   ")


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        (
            "en",
            ["Workers: worker ×9", "Plans: Pier ×5", "What each of them does: cardwright cards"],
        ),
        ("ja", ["働き手：働き手 ×9", "設計図：桟橋 ×5", "それぞれの働き：cardwright cards"]),
    ],
)
def test_the_cards_there_are_come_last_with_where_to_read_what_they_do(lang, told):
    lines = rulebook_text(program_of(GAME).game, lang).splitlines()[-3:]

    assert all(line.startswith(f"- {said}") for line, said in zip(lines, told, strict=True))


def test_of_many_cards_only_the_number_is_told():
    more = "".join(f"- {{kind: plan, id: p{n}, name: Plan {n}}}\n" for n in range(30))
    text = rulebook_text(program_of(GAME.replace("zones:\n", more + "zones:\n", 1)).game)

    assert "- Plans: 31 different" in text
