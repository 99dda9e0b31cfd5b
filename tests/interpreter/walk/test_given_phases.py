"""A match that is given stands in any phase, and goes on from there as from nowhere else."""

from __future__ import annotations

import pytest

import cardwright

LAYING = """\
id: laying
version: "1"
language: 1
title: Laying
players: {count: 2, state: {laid: int = 0}}
state: {rows: int = 0}
actions:
  wait: {do: add 1 to me.laid}
  rest:
phases:
- id: game
  for: n in 1..3
  phases:
  - id: laying
    do: add 1 to rows
- id: using
  turns: players
  offer: [wait, rest]
end: {rank: laid}
"""


@pytest.mark.parametrize("events", [True, False], ids=["logged", "silent"])
def test_where_a_phase_does_something_the_first_time_round_of_three(tmp_path, events):
    (tmp_path / "game.yaml").write_text(LAYING)
    game = cardwright.load(tmp_path)

    match = game.start(2, events=events, given={"phase": "laying"}, seed=0)
    assert match.observe(0)["state"]["rows"] == 3
