"""Phases that ask: others have their say, and the turn stays whose it is."""

from __future__ import annotations

import pytest

import cardwright

BELLS = """\
id: bells
version: "1"
language: 1
title: Bells
players:
  count: 3
  state:
    bells: int = 2
    calls: int = 0 until turn
    rung: int = 0
actions:
  begin:
    do: add 1 to me.calls
  ring:
    when: me.bells > 0
    do: subtract 1 from me.bells; add 1 to me.rung
  stop-it:
    do: pass
phases:
- id: day
  turns: players
  repeat: REPEAT
  phases:
  - id: beginning
    offer: [begin]
  - id: answering
    asks: opponents
    ANSWERING
- id: night
  do: if round == 2, end game
end: {rank: [rung]}
"""
ONCE = "offer: [ring, stop-it]"
AGAIN = "repeat: true\n    offer: [ring, stop-it]"


@pytest.fixture(params=[False, True], ids=["blocks", "walker"])
def start(request, tmp_path):
    def begin(answering, repeat="true"):
        text = BELLS.replace("ANSWERING", answering).replace("REPEAT", repeat)
        (tmp_path / "game.yaml").write_text(text)
        return cardwright.load(tmp_path).start(3, 1, walker=request.param)

    return begin


def asked(match):
    """Return the seats of who is asked and of whose turn it is."""
    return match.decision.player, match.observe(0)["active"]


def value(match, seat, name):
    return match.observe(0)["players"][seat]["state"][name]


def test_each_is_asked_once_and_the_turn_stays(start):
    match = start(ONCE)
    assert asked(match) == (1, 0)
    match.apply("ring")
    assert asked(match) == (2, 0)
    assert value(match, 0, "calls") == 1  # `until turn`: it is the first seat's turn yet
    match.apply("stop-it")
    assert asked(match) == (2, 1)
    assert value(match, 0, "calls") == 0


def test_pass_in_it_leaves_no_phase_outside(start):
    """All have passed in turns of others, and have turns of the phase that repeats all the same."""
    match = start(ONCE)
    for turn in (0, 0, 1, 1, 2, 2, 0):
        assert asked(match)[1] == turn
        match.apply("stop-it")


def test_who_acts_lets_all_others_answer_again(start):
    match = start(AGAIN)
    match.apply("stop-it")
    assert asked(match) == (2, 0)
    match.apply("ring")
    assert asked(match) == (1, 0)
    match.apply("stop-it")
    assert asked(match) == (2, 0)
    match.apply("stop-it")
    assert asked(match)[1] == 1


def test_who_can_do_nothing_has_passed(start):
    """A lone answer is given by itself: each rings as often as they have bells, and it is over."""
    match = start("repeat: true\n    offer: [ring]", repeat="false")
    assert match.over
    assert [value(match, seat, "rung") for seat in range(3)] == [2, 2, 2]


def test_a_match_that_asks_is_saved_and_taken_up_again(start, tmp_path):
    match = start(AGAIN)
    match.apply("ring")
    again = cardwright.load(tmp_path).restore(match.save())
    assert asked(again) == asked(match) == (2, 0)
    again.apply("stop-it")
    assert asked(again) == (1, 0)
