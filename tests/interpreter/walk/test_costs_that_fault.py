"""A cost that faults stops the match when it is tried, on every road, however sure it is to be paid
where it does not."""

from __future__ import annotations

import pytest

from tests.interpreter.small import match_of, program_of

GAME = """\
kinds: {card: {attributes: {rank: int}, state: {worn: int = 0}}}
cards: [{kind: card, id: ace, rank: 1}]
zones: {row: {of: card, order: row, seen-by: everyone}}
players: {count: 2, state: {coins: int = 0}}
actions:
  go: {cost: "COST"}
  wait: {}
phases: [{id: act, turns: players, offer: [go, wait]}]
end: {when: round > 2, rank: coins}
"""
COSTS = {
    "whose state it is": "add 1 to row[1].worn",
    "what is added": "add 6 // me.coins to me.coins",
    "what is named": "let n = 6 // me.coins; add 1 to me.coins",
}


@pytest.mark.parametrize("cost", COSTS.values(), ids=COSTS)
@pytest.mark.parametrize("events", [False, True], ids=["silent", "logged"])
def test_a_cost_that_faults_stops_the_match(events, cost):
    match = match_of(program_of(GAME.replace("COST", cost)), events=events)

    assert match.outcome.kind == "fault"
