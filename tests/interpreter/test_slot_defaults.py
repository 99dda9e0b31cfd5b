"""What a call leaves out: defaults, and defaults that are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.load import load_sources, prelude_in
from dsl.source import Source
from interpreter.compile.program import assemble_program
from interpreter.run.assembly import assemble_machine
from interpreter.run.match import Match

ROOT = Path(__file__).parents[2]
GAME = """\
id: small
version: "1"
language: 1
title: Small
players: {count: 2, state: {coins: int = 0}}
state:
  favourite: maybe player
events:
  reward (player p = favourite) with (int n = 2):
    do: add n to p.coins
actions:
  point:
    in: act
    do: set favourite to next(me)
  praise:
    in: act
    do: |
      reward
      reward with 5
      reward me
phases:
- {id: act, turns: players}
end: {rank: [coins]}
"""


@pytest.mark.parametrize("blocks", [True, False])
def test_a_call_whose_default_is_none_is_skipped(blocks):
    prelude = prelude_in(ROOT / "cards" / "prelude")
    loaded = load_sources([Source("small/game.yaml", GAME)], "small", prelude)
    assert loaded.game is not None, loaded.diagnostics
    machine = assemble_machine(assemble_program(loaded.game, {}, 2), blocks=blocks)
    match = Match.start(machine, 1, ("ada", "bo"), events=False)

    answers = ["praise", "point", "praise", "praise"]
    coins = []
    for answer in answers:
        match.apply(match.decision.labels.index(answer))
        coins.append(coins_of(match))

    assert coins == [(2, 0), (2, 0), (11, 0), (18, 2)]


def coins_of(match):
    layout, st = match.machine.program.layout, match.state
    (place,) = layout.seat.values()
    return tuple(st.values[layout.seat_base + seat * layout.seat_size + place] for seat in (0, 1))
