"""A body that began while a card listened goes on when that card has left in its middle."""

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
kinds: {card: {active-in: [player.table], copies: 1}}
zones:
  player.table: {of: card, order: row, seen-by: everyone}
  away: {of: card, seen-by: everyone}
players: {count: 1, state: {coins: int = 0}}
events:
  drop (card c): {do: move c to away}
actions:
  clear:
    in: act
    cost: choose c from me.table; drop c
    do: |
      choose d from me.table
      drop d
      add 1 to me.coins
  wait: {in: act}
setup: |
  for each p in players:
    create 1 bell into p.table
    create 1 stone into p.table
    create 1 feather into p.table
phases:
- {id: act, turns: players}
end: {rank: [coins]}
cards:
- {id: stone, kind: card}
- {id: feather, kind: card}
- id: bell
  kind: card
  triggers:
  - after: drop
    do: add 10 to me.coins
"""


@pytest.mark.parametrize(("first", "second"), [("bell", "stone"), ("stone", "bell")])
@pytest.mark.parametrize("blocks", [True, False])
def test_the_rest_of_a_body_is_done_when_its_listener_has_left(
    blocks: bool, first: str, second: str
) -> None:
    prelude = prelude_in(ROOT / "cards" / "prelude")
    loaded = load_sources([Source("small/game.yaml", GAME)], "small", prelude)
    assert loaded.game is not None, loaded.diagnostics
    machine = assemble_machine(assemble_program(loaded.game, {}, 1), blocks=blocks)
    match = Match.start(machine, 1, ("ada",), events=False)
    for answer in ("clear", first, second):
        match.apply(match.decision.labels.index(answer))
    assert match.decision.labels == ("clear", "wait")
    layout = machine.program.layout
    (place,) = layout.seat.values()
    assert match.state.values[layout.seat_base + place] == 11
