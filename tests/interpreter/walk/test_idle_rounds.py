"""Rounds in which nobody can do anything: whose turn it is belongs to the position that the watch
for loops looks at, on every road."""

from __future__ import annotations

import pytest

from tests.interpreter.small import match_of, program_of

GAME = """\
players: {count: 3, state: {coins: int = 1}}
actions: {buy: {when: me.coins > 1, do: subtract 1 from me.coins}}
phases: [{id: act, turns: players, offer: [buy]}]
POLICY
end: {when: round > 1500, rank: coins}
"""


@pytest.mark.parametrize("policy", ["", "policy: {watch: event}"])
@pytest.mark.parametrize("events", [False, True], ids=["silent", "logged"])
def test_a_course_without_decisions_comes_to_its_end(events, policy):
    program = program_of(GAME.replace("POLICY", policy), 3)
    match = match_of(program, ("ada", "bo", "cy"), events=events)

    assert match.outcome.kind == "win"
