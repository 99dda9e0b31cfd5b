"""Lists that rest on whose turn it is are none outside of turns; steps with them are skipped."""

from __future__ import annotations

import pytest

from tests.interpreter.small import match_of, of_players, program_of

GAME = """\
kinds:
  chip: {start: bank}
cards:
- {kind: chip, id: red, copies: 2}
players: {count: 2, state: {coins: int = 0}}
zones:
  bank: {of: chip, seen-by: everyone}
  player.chips: {of: chip, seen-by: everyone}
values:
  held(player p) -> list of chip: p.chips
  all-held -> list of chip: held(active) + held(next(active))
  firsts -> list of chip: all-held where it.position == 0
  known(list of chip cs) -> int: count(cs)
  of-whom(bool now) -> list of chip: all-held if now else bank
events:
  gain (int n):
    do: for each p in players, add n to p.coins
actions:
  wait:
  rest:
setup: |
  move first(bank) to players[2].chips
  for each c in firsts, gain 1
  for each c in of-whom(true), gain 1
  let cs = firsts
  for each c in cs, gain 1
  gain known(firsts)
  gain known(of-whom(false))
phases:
- id: going-round
  turns: players
  phases:
  - {id: looking, do: "for each c in firsts, gain 10"}
  - {id: acting, offer: [wait, rest]}
end: {rank: [coins]}
"""


@pytest.mark.parametrize("blocks", [True, False])
def test_a_list_of_nobody_is_empty_for_steps(blocks):
    match = match_of(program_of(GAME), blocks=blocks)

    assert match.outcome is None
    assert of_players(match, "coins") == (11, 11)
