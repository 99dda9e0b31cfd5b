"""A value that a script gives counts wherever it is asked for, in costs that are tried too."""

from __future__ import annotations

import pytest

from interpreter.walk.assembly import assemble_machine
from interpreter.walk.match import Match
from tests.interpreter.small import PLAYERS, program_of

GAME = """\
kinds: {card: {start: player.hand}}
cards: [{id: a, kind: card}, {id: b, kind: card}]
zones:
  player.hand: {of: card, seen-by: owner}
  heap: {of: card, seen-by: everyone}
players: {count: 2, state: {coin: int = 3}}
values: {price: 1}
events:
  burn (card c):
    do: |
      subtract price from me.coin
      move c to heap
actions:
  buy:
    cost: |
      choose c from me.hand
      burn c
    do: add 0 to me.coin
  rest: {do: add 0 to me.coin}
  wait: {do: add 0 to me.coin}
phases: [{id: buying, turns: players, offer: [buy, rest, wait]}]
end: {rank: coin}
"""


@pytest.mark.parametrize(
    ("price", "offered"), [(3, ("buy", "rest", "wait")), (4, ("rest", "wait"))]
)
def test_costs(price: int, offered: tuple[str, ...]) -> None:
    machine = assemble_machine(program_of(GAME))
    match = Match.start(machine, 1, PLAYERS, events=True)
    match.state.given_values = {("price", ()): price}
    match.apply(match.decision.labels.index("rest"))
    assert match.decision.labels == offered
