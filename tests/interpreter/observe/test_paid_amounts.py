"""The log tells what was paid of an amount, not what was asked, to those who may know it."""

from __future__ import annotations

import pytest

from interpreter.observe.events import event_records
from interpreter.observe.seat_view import WATCHER
from interpreter.observe.transcript import transcript_lines
from tests.interpreter.small import match_of, play, program_of

GAME = """
enums: {color: [red, green, blue]}
kinds:
  chest: {state: {inside: bag of color}}
cards: [{id: chest, kind: chest}]
zones: {player.hand: {of: chest, seen-by: owner}, player.bin: {of: chest, seen-by: owner}}
players:
  count: 2
  state:
    jewels: bag of color
    purse: {is: bag of color, seen-by: owner}
events:
  pay (amount of color a) -> bag of color:
    when: payable(me.jewels, a)
    do: |
      choose found from a where it <= me.jewels
      let b = default(found, [])
      subtract b from me.jewels
      return b
    text: {en: "{me} pays {a}", ja: "{me}が{a}を払う"}
  bribe (amount of color a):
    do: |
      choose b from a where it <= me.purse
      if b is not none, subtract b from me.purse
    text: {en: "{me} slips {a}", ja: "{me}が{a}を忍ばせる"}
  find (amount of color a):
    do: choose b from a; add b to me.jewels
    text: {en: "{me} finds {a}", ja: "{me}が{a}を見つける"}
  hide (amount of color a) on (chest c):
    do: choose b from a; add b to c.inside
    text: {en: "{me} hides {a}", ja: "{me}が{a}を隠す"}
actions:
  fill-up: {do: hide 1 any on first(me.hand), text: fill up}
  buy: {cost: pay 2 any, do: find 1 red/blue, text: buy}
  whisper: {do: bribe 1 any, text: whisper}
  wait: {do: find 1 green, text: wait}
setup: |
  for each p in players:
    create 1 chest into p.hand
    set p.jewels to 2 red + 2 green
    set p.purse to 1 red + 1 blue
phases: [{id: day, turns: players, offer: [buy, fill-up, whisper, wait]}]
end: {when: round > 3}
"""


@pytest.fixture
def match():
    return match_of(program_of(GAME), events=True)


def test_what_was_paid_and_found_stands_in_the_log(match):
    play(match, "buy", "red", "green", "blue")
    lines = transcript_lines(match, "en", WATCHER)
    assert "ada pays 1 red and 1 green" in lines
    assert "  ada finds 1 blue" in lines
    japanese = transcript_lines(match, "ja", WATCHER)
    assert "adaがred1とgreen1を払う" in japanese


def test_what_leaves_no_choice_is_told_as_it_is(match):
    play(match, "wait")
    assert "  ada finds 1 green" in transcript_lines(match, "en", WATCHER)


def test_while_it_is_being_chosen_the_log_tells_what_is_asked(match):
    play(match, "buy", "red")
    paid = [each.text("en") for each in event_records(match, 0) if each.name == "pay"]
    assert paid == ["ada pays 2 of any kind"]


def test_what_comes_out_of_a_hidden_purse_only_its_owner_reads(match):
    play(match, "whisper", "blue")
    assert "  ada slips 1 blue" in transcript_lines(match, "en", 0)
    for seat in (1, WATCHER):
        assert "  ada slips 1 of any kind" in transcript_lines(match, "en", seat)


def test_what_lies_on_a_hidden_card_only_those_read_who_can_tell_it(match):
    play(match, "fill-up", "green")
    assert "  ada hides 1 green" in transcript_lines(match, "en", 0)
    for seat in (1, WATCHER):
        assert "  ada hides 1 of any kind" in transcript_lines(match, "en", seat)
