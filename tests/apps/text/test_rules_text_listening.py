"""Rules text of what cards listen to: who acts stands where the event's own text says it."""

from __future__ import annotations

import pytest

from cardwright.apps.text.course import steps_text
from cardwright.apps.text.names import Names
from cardwright.apps.text.rules import rules_text
from tests.interpreter.small import program_of

GAME = """\
kinds:
  leader: {start: deck, active-in: deck, text: {en: leader, ja: 指揮官}}
  field: {unique: true, text: {en: region, ja: 地域}}
cards:
- {kind: field, id: marsh, name: {en: Marsh, ja: 沼}}
- kind: leader
  id: crow
CARD
zones:
  deck: {of: leader, order: stack, seen-by: nobody, text: {en: deck, ja: 山札}}
  pile: {of: leader, seen-by: everyone, text: {en: pile, ja: 捨て札}}
  player.hand: {of: leader, seen-by: owner, text: {en: hand, ja: 手札}}
players: {count: 2, state: {points: {is: int = 0, text: {en: points, ja: 点}}}}
events:
  score (int n): {do: add n to me.points, text: {en: "{me} scores {n}", ja: "{me}が{n}点得る"}}
  lose (int n): {do: subtract n from me.points, text: {en: "{me} loses {n}", ja: "{me}が{n}点失う"}}
  fall (int n) at (field r):
    do: lose n
    text: {en: "{n} bands of {me} fall in {r}", ja: "{r}で{me}の{n}部隊が倒れる"}
  grow (int n):
    do: score n
    text: {en: "the hoard of {me} grows by {n}", ja: "{me}の蓄えが{n}増える"}
  tick (int n): {do: score n, text: {en: "{me}'s spring ticks {n}", ja: "{me}のばねが{n}進む"}}
  burn (leader c): {do: move c to pile, text: {en: "{c} of {me} burns", ja: "{me}の{c}が燃える"}}
  take (int n): {do: draw n, text: {en: "{me} takes {n}", ja: "{me}が{n}枚取る"}}
  stand-off: {text: {en: nobody wins, ja: 決着がつかない}}
  nightfall: {text: {en: dusk falls, ja: 日が暮れる}}
  draw-even at (field r): {text: {en: "nobody wins in {r}", ja: "{r}では決着がつかない"}}
actions:
  test:
    do: |
BODY
phases:
- {id: playing, turns: players, offer: [test, pass], text: {en: Playing, ja: プレイ}}
- {id: carrying, do: stand-off, text: {en: Carrying out orders, ja: 命令の実行}}
end: {when: round > 3}
"""
TRIGGERS = [
    # what nobody does
    ("{after: nightfall, do: score 1}", "After dusk falls, score 1.", "日が暮れるたび、1点得る。"),
    ("{after: nightfall by me, do: score 1}",
     "After dusk falls, score 1.",
     "日が暮れるたび、1点得る。"),
    # whose bands: the opponent's, mine, anybody's
    ("{after: fall where actor in opponents, do: score 1 by me}",
     "After any number of bands of an opponent fall in a region, score 1.",
     "地域で対戦相手の部隊が倒れるたび、1点得る。"),
    ("{after: fall by me, do: score 1}",
     "After any number of your bands fall in a region, score 1.",
     "地域で自分の部隊が倒れるたび、1点得る。"),
    ("{after: fall, do: score 1 by me}",
     "After any number of bands of a player fall in a region, score 1.",
     "地域でプレイヤーの部隊が倒れるたび、1点得る。"),
    ("{after: grow where actor in opponents, do: score 1 by me}",
     "After the hoard of an opponent grows, score 1.",
     "対戦相手の蓄えが増えるたび、1点得る。"),
    ("{after: tick where actor in opponents, do: tick 1 by me}",
     "After an opponent's spring ticks, your spring ticks 1.",
     "対戦相手のばねが進むたび、自分のばねが1進む。"),
    ("{after: burn by me, do: score 1}",
     "After a leader of yours burns, score 1.", "自分の指揮官が燃えるたび、1点得る。"),
    # a phase has its name on both sides of its beginning
    ("{before: carrying, do: score 1 by me}",
     "Before the phase “Carrying out orders” begins, score 1.",
     "「命令の実行」の開始の前、1点得る。"),
    ("{after: carrying, do: score 1 by me}",
     "After the phase “Carrying out orders” begins, score 1.",
     "「命令の実行」の開始の後、1点得る。"),
    # no blank where a number is left out
    ("{after: take where actor in opponents and actor.points > 1, do: score 1 by me}",
     "After an opponent takes, if the points of that player are more than 1, score 1.",
     "対戦相手が取るたび、そのプレイヤーの点が1より大きいなら、1点得る。"),
    # what was before the event
    ("{after: burn by me where was(c in me.hand), do: score 1}",
     "After a leader of yours burns, if just before that, that leader is in your hand, score 1.",
     "自分の指揮官が燃えるたび、その前にその指揮官が自分の手札にあるなら、1点得る。"),
    ("{after: score by me where was(me.points) < 10 and me.points >= 10, do: score 1}",
     "After you score, if your points before that are less than 10 and your points are 10 or more, "
     "score 1.",
     "自分が得るたび、その前の自分の点が10未満、かつ自分の点が10以上なら、1点得る。"),
    ("{after: score by me where before < 10, let: {before: me.points}, do: score 1}",
     "After you score, if your points before that are less than 10, score 1.",
     "自分が得るたび、その前の自分の点が10未満なら、1点得る。"),
    ("{after: burn by me, do: score was(count(pile))}",
     "After a leader of yours burns, score the number of leaders in the pile before that.",
     "自分の指揮官が燃えるたび、(その前の捨て札の指揮官の数)点得る。"),
]  # fmt: skip
REPLACEMENTS = [
    ("{instead: fall by me, do: score n}",
     "When any number of your bands would fall in a region, instead score that many.",
     "地域で自分の部隊が倒れる代わりに、その数の点を得る。"),
    ("{instead: stand-off, do: score 1 by me}",
     "When nobody would win, instead score 1.", "決着がつかない代わりに、1点得る。"),
    ("{instead: draw-even, do: score 1 by me}",
     "When nobody would win in a region, instead score 1.",
     "地域では決着がつかない代わりに、1点得る。"),
    ("{instead: burn by me, do: score 1}",
     "When a leader of yours would burn, instead score 1.",
     "自分の指揮官が燃える代わりに、1点得る。"),
    ("{instead: carrying, do: score 1 by me}",
     "When the phase “Carrying out orders” would begin, instead score 1.",
     "「命令の実行」の開始の代わりに、1点得る。"),
    # what a cost requires is said before it
    ("{instead: stand-off, cost: require me.points >= 2; lose 1, do: score 2 by me}",
     "When nobody would win, if your points are 2 or more, you may lose 1 instead. "
     "If you do, score 2.",
     "決着がつかない代わりに、自分の点が2以上なら、1点失うことができる。そうしたら、2点得る。"),
    # there is one card only, and it is no second one
    ("{instead: stand-off, cost: choose o from me.hand; move o to pile, do: score 1 by me}",
     "When nobody would win, you may put a leader in your hand into the pile instead. "
     "If you do, score 1.",
     "決着がつかない代わりに、自分の手札の指揮官1枚を捨て札に置くことができる。"
     "そうしたら、1点得る。"),
]  # fmt: skip
STEPS = [
    ("fall 1 at marsh by start-player", "1 bands of the start player fall in Marsh.",
     "沼でスタートプレイヤーの1部隊が倒れる。"),
    ("may require me.points > 2; lose 1, score 2",
     "If your points are more than 2, you may lose 1. If you do, score 2.",
     "自分の点が2より大きいなら、1点失うことができる。そうしたら、2点得る。"),
    ("fall 1 at marsh by me", "1 bands of yours fall in Marsh.", "沼で自分の1部隊が倒れる。"),
    ("for each p in players, grow 1 by p", "The hoard of each player grows by 1.",
     "各プレイヤーの蓄えが1増える。"),
]  # fmt: skip


def game_of(card: str = "", body: str = "pass"):
    return program_of(GAME.replace("CARD", card).replace("BODY", f"      {body}")).game


def card_text(card: str, lang: str) -> str:
    game = game_of(card)
    crow = next(each for each in game.definitions if each.id == "crow")
    return " ".join(rules_text(game, crow, lang))


@pytest.mark.parametrize(("rule", "english", "japanese"), TRIGGERS)
def test_what_a_trigger_waits_for(rule, english, japanese):
    assert card_text(f"  triggers: [{rule}]", "en") == english
    assert card_text(f"  triggers: [{rule}]", "ja") == japanese


@pytest.mark.parametrize(("rule", "english", "japanese"), REPLACEMENTS)
def test_what_a_replacement_takes_the_place_of(rule, english, japanese):
    assert card_text(f"  replacements: [{rule}]", "en") == english
    assert card_text(f"  replacements: [{rule}]", "ja") == japanese


@pytest.mark.parametrize(("body", "english", "japanese"), STEPS)
def test_whoever_acts_is_named_once(body, english, japanese):
    action = next(each for each in game_of(body=body).actions if each.id == "test")
    names = Names(game_of(body=body), "en"), Names(game_of(body=body), "ja")
    assert [" ".join(steps_text(action.body, each)) for each in names] == [english, japanese]
