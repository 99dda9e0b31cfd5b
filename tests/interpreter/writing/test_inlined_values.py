"""Values written in place of their calls give what calls give, whatever stands around them."""

from __future__ import annotations

import pytest

from tests.interpreter.small import match_of, of_players, play, program_of

GAME = """\
kinds: {card: {attributes: {rank: int}, start: heap}}
zones: {heap: {of: card, order: row, seen-by: everyone}}
state: {favourite: maybe card = none}
players: {count: 1, state: {coins: int = 0}}
values:
  plus(int n, card c, int more) -> int: 10 * c.rank + n + 100 * more
actions:
  count:
    in: act
    choose: {c: heap}
    do: "set me.coins to default(plus(favourite.rank, c, 4), 0)"
  like:
    in: act
    choose: {c: heap}
    do: "set favourite to c"
phases:
- {id: act, turns: players}
end: {rank: [coins]}
cards:
- {kind: card, id: first, rank: 1}
- {kind: card, id: second, rank: 2}
- {kind: card, id: third, rank: 3}
"""


@pytest.mark.parametrize("blocks", [True, False])
def test_in_place_within_what_may_be_none(blocks: bool) -> None:
    match = match_of(program_of(GAME, 1), ("ada",), blocks=blocks)
    play(match, "count", "first")
    assert of_players(match, "coins") == (0,), "nothing is liked"
    play(match, "like", "third", "count", "second")
    assert of_players(match, "coins") == (423,)
