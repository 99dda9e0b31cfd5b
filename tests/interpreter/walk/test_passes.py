"""To pass ends a phase with `while` in the turn of who passes; one with `repeat` until it begins
anew."""

from __future__ import annotations

from functools import cache

import pytest

from tests.interpreter.small import PLAYERS, match_of, of_players, play, program_of

HEAD = """\
players: {count: 2, state: {points: int = 0}}
state: {left: int = 9}
actions:
  take: {do: add 1 to me.points; subtract 1 from left}
  grab: {do: add 2 to me.points; subtract 2 from left}
  rest: {do: add 10 to me.points}
end: {when: left <= 0, rank: points}
"""
ROADS = [(True, False), (True, True), (False, False), (False, True)]
AFTERWARDS = "- {id: afterwards, turns: players, offer: [grab, rest]}\n"

pytestmark = pytest.mark.parametrize("events", [False, True])
program = cache(program_of)


def begin(phases, events):
    return match_of(program(f"{HEAD}phases:\n{phases}"), PLAYERS, events=events)


def asked(match):
    return PLAYERS[match.decision.player], match.decision.labels


def points(match):
    return of_players(match, "points")


def test_the_guides_game_goes_on_to_the_next_phase_of_the_turn(events):
    phases = """\
- id: day
  turns: players
  phases:
  - {id: delivering, while: me.points < 3, offer: [take, pass]}
  - {id: using, offer: [grab, rest]}
"""
    match = begin(phases + AFTERWARDS, events)

    play(match, "take", "pass")
    assert asked(match) == ("ada", ("grab", "rest"))
    play(match, "rest", "pass")
    assert asked(match) == ("bo", ("grab", "rest"))
    play(match, "rest", "rest", "rest")
    assert points(match) == (21, 20)
    assert asked(match) == ("ada", ("grab", "rest"))  # with 21 points there is nothing to deliver


def test_passing_ends_the_turn_in_which_the_same_player_goes_on(events):
    phases = "- {id: day, turns: players, while: me.points < 3, offer: [take, grab, pass]}\n"
    match = begin(phases + AFTERWARDS, events)

    play(match, "take", "take", "pass", "pass")
    assert asked(match) == ("ada", ("grab", "rest"))
    assert points(match) == (2, 0)


def test_a_phase_left_begins_anew_in_the_next_round(events):
    match = begin(
        "- {id: day, turns: players, while: me.points < 3, offer: [take, pass]}\n", events
    )

    play(match, "pass", "pass")
    assert asked(match) == ("ada", ("take", "pass"))


def test_a_body_passes_too(events):
    phases = """\
- id: day
  turns: players
  phases:
  - id: counting
    while: me.points < 5
    do: |
      add 1 to me.points
      if me.points == 2, pass
"""
    assert points(begin(phases + AFTERWARDS, events)) == (2, 2)


def test_who_passes_within_an_inner_phase_leaves_the_innermost_that_goes_on(events):
    phases = """\
- id: day
  turns: players
  repeat: true
  phases:
  - id: buying
    while: me.points < 9
    phases:
    - {id: offering, offer: [take, pass]}
    - {id: thanking, do: add 1 to me.points}
  - {id: leaving, offer: [pass, rest]}
"""
    match = begin(phases + AFTERWARDS, events)

    play(match, "take")
    assert points(match) == (2, 0)
    play(match, "pass")
    assert asked(match) == ("ada", ("pass", "rest"))
    assert points(match) == (2, 0)
    play(match, "pass", "pass", "rest")
    assert asked(match) == ("bo", ("pass", "rest"))  # ada is out of the day, bo has 10
    play(match, "pass")
    assert asked(match) == ("ada", ("grab", "rest"))


def test_to_pass_when_asked_in_anothers_turn_does_not_bring_one_back(events):
    phases = """\
- id: day
  turns: players
  repeat: true
  phases:
  - {id: own, offer: [take, pass]}
  - id: answers
    turns: players where it.points < 1
    phases:
    - {id: answering, while: me.points < 1, offer: [rest, pass]}
"""
    match = begin(phases + AFTERWARDS, events)

    play(match, "pass")  # ada leaves the day
    assert asked(match) == ("ada", ("rest", "pass"))
    play(match, "pass", "pass")  # both decline to answer
    assert asked(match) == ("bo", ("take", "pass"))
    play(match, "take", "pass")  # ada declines in bo's turn, and stays out
    assert asked(match) == ("bo", ("take", "pass"))


def test_a_phase_that_goes_on_for_the_table_is_left_by_nobody(events):
    phases = """\
- id: bids
  while: left > 3
  phases:
  - {id: bidding, turns: players, offer: [grab, pass]}
"""
    match = begin(phases + AFTERWARDS, events)

    play(match, "pass", "grab")
    assert asked(match) == ("ada", ("grab", "pass"))


def test_turns_that_go_on_and_are_repeated_are_left_at_once(events):
    phases = "- {id: day, turns: players, repeat: true, while: left > 3, offer: [take, pass]}\n"
    match = begin(phases + AFTERWARDS, events)

    play(match, "take", "pass")
    assert asked(match) == ("bo", ("take", "pass"))
    play(match, "take", "pass")
    assert asked(match) == ("ada", ("grab", "rest"))
