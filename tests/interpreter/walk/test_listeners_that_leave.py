"""A body that began while a card listened goes on when that card has left in its middle."""

from __future__ import annotations

import pytest

from tests.interpreter.small import match_of, of_players, play, program_of

GAME = """\
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
def test_the_rest_of_a_body_is_done_when_its_listener_has_left(first: str, second: str) -> None:
    match = match_of(program_of(GAME, 1), ("ada",))
    play(match, "clear", first, second)
    assert match.decision.labels == ("clear", "wait")
    assert of_players(match, "coins") == (11,)
