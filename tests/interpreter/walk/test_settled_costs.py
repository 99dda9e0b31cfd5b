"""What is paid for an action is part of it: what always holds, what waits and the end are looked at
when all of it is over, however little the action itself does."""

from __future__ import annotations

import pytest

from tests.interpreter.small import match_of, of_players, play, program_of

ROADS = pytest.mark.parametrize("events", [False, True])

SPENT = """\
players: {count: 2, state: {coins: int = 1, points: int = 0, seen: list of int}}
events:
  spend: {do: subtract 1 from me.coins}
  note (int n): {do: add n to me.seen}
actions:
  buy: {in: act, cost: COST, do: note 2}
  wait: {in: act, do: add 1 to me.points}
phases: [{id: act, turns: players, repeat: true}]
"""


@ROADS
def test_the_end_is_looked_at_after_what_was_paid(events):
    text = (
        SPENT.replace("COST", "spend") + 'end: {when: "any(players, coins == 0)", rank: points}\n'
    )
    match = match_of(program_of(text), events=events)

    play(match, "buy")
    assert match.over


@ROADS
def test_what_always_holds_is_looked_at_after_what_was_paid(events):
    text = SPENT.replace("COST", "spend") + (
        "always: [{for: p in players, when: p.coins == 0, do: set p.coins to 5}]\n"
    )
    text = text.replace("always", "end: {rank: points}\nalways")
    match = match_of(program_of(text), events=events)

    play(match, "buy")
    assert of_players(match, "coins") == (5, 1)


@ROADS
def test_what_a_cost_has_raised_acts_when_the_action_is_over(events):
    """ "A cost is paid before anything acts": 1 and 2 come of cost and action, 3 of the trigger."""
    text = SPENT.replace("COST", "spend; note 1") + (
        "triggers: [{after: spend, do: note 3}]\nend: {rank: points}\n"
    )
    match = match_of(program_of(text), events=events)

    play(match, "buy")
    assert of_players(match, "seen") == ((1, 2, 3), ())
