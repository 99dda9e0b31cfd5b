"""`leave PHASE`: a phase that goes on is over, with all that is left of it."""

from __future__ import annotations

import pytest

import cardwright

FAIR = """\
id: leaving
version: "1"
language: 1
title: Leaving
players:
  count: 3
  state:
    dances: int = 0
    steps: int = 0 until turn
    drinks: int = 0
    bows: int = 0
state: {balls: int = 0, heats: int = 0 until ball}
events:
  curtain:
    do: leave BALL
actions:
  dance:
    do: add 1 to me.dances; add 1 to me.steps
  rest:
    do: pass
  faint:
    do: add 1 to me.bows; curtain
  drink:
    do: add 1 to me.drinks
triggers:
- after: curtain
  do: for each p in players, add 10 to p.bows by p
phases:
- id: ball
  do: add 1 to balls
- id: ball-again
  for: n in 1..2
  phases:
  - id: heat
    do: add 1 to heats
  - id: floor
    turns: players
    LOOP
    phases:
    - id: dancing
      offer: [dance, rest, faint]
    - id: bar
      offer: [drink, faint]
  - id: applause
    do: for each p in players, add 100 to p.bows
- id: night
  do: end game
end: {rank: [dances]}
"""
TRIGGER = "  do: for each p in players, add 10 to p.bows by p\n"


@pytest.fixture
def start(tmp_path):
    def begin(left, loop="while: me.dances < 3"):
        text = FAIR.replace("BALL", left).replace("LOOP", loop)
        text = text.replace(TRIGGER, "  do: for each p in players, add 10 to p.bows\n")
        (tmp_path / "game.yaml").write_text(text)
        return cardwright.load(tmp_path).start(3, 1)

    return begin


def play(match, *labels):
    for label in labels:
        match.apply(label)
    return match


def states(match, name):
    return [each["state"][name] for each in match.observe(0)["players"]]


def test_the_whole_loop_is_over_with_all_that_is_in_it(start):
    """Left in a turn of the first round through the list: no more turns, no applause, no second
    time; but what the event triggers still happens."""
    match = play(start("ball-again"), "dance", "drink", "faint")

    assert match.decision is None
    assert states(match, "bows") == [11, 10, 10]
    assert states(match, "dances") == [1, 0, 0]


def test_what_is_around_goes_on(start):
    """Only the inner phase is left: the applause comes, and the next time through."""
    match = play(start("floor"), "dance", "drink", "faint")

    assert match.decision is not None
    assert states(match, "bows") == [111, 110, 110]
    assert match.decision.player == 0


def test_an_innermost_phase_is_left_and_the_turn_goes_on(start):
    match = play(start("dancing"), "faint")

    assert match.decision.player == 0
    assert match.decision.labels == ("drink", "faint")


def test_the_turn_is_over_too(start):
    match = play(start("floor", "repeat: true"), "dance", "faint", "dance")

    assert states(match, "steps") == [1, 0, 0]
    assert match.observe(0)["active"] == 0


@pytest.mark.parametrize("events", [False, True], ids=["silent", "logged"])
def test_who_leaves_a_phase_that_is_being_left_comes_back_the_next_time(tmp_path, events):
    """The faint ends the floor for all, and what it triggers lets the first player pass in it. The
    next floor is a new one: they drink after they have danced, as anybody does."""
    text = FAIR.replace("BALL", "floor").replace("LOOP", "while: me.dances < 3")
    (tmp_path / "game.yaml").write_text(text.replace(TRIGGER, "  do: pass by first(players)\n"))
    match = cardwright.load(tmp_path).start(3, 1, events=events)

    play(match, "dance", "drink", "faint", "dance")

    assert (match.decision.player, match.decision.labels) == (0, ("drink", "faint"))


def test_a_phase_that_does_not_go_on_begins_as_ever(start):
    """The night is left before it comes: nothing is noted, and the night ends the match."""
    match = play(start("night", "text: loop"), "faint", "drink")

    assert match.decision.player == 1


def test_it_is_saved(start, tmp_path):
    match = play(start("floor"), "dance", "drink")
    again = cardwright.load(tmp_path).restore(match.save())

    assert play(again, "faint").digest() == play(match, "faint").digest()
