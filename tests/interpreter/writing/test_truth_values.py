"""A condition that is kept is true or false, whatever it is made of: never a list looked at."""

from __future__ import annotations

import pytest

from tests.interpreter.small import match_of, of_players, play, program_of

GAME = """\
kinds: {card: {attributes: {rank: int}, start: heap}}
zones:
  heap: {of: card, order: row, seen-by: everyone}
  player.hand: {of: card, order: row, seen-by: everyone}
players: {count: 1, state: {holds: bool = true, other: bool = true, third: bool = true}}
values:
  ready(player p) -> bool: p.hand is not empty and any(c in p.hand, c.rank > 0)
actions:
  look:
    in: act
    do: |
      set me.holds to me.hand is not empty and heap is not empty
      set me.other to ready(me)
      set me.third to me.hand is not empty or not (heap is not empty) or me.hand is not empty
  take:
    in: act
    choose: {c: heap}
    do: move c to me.hand
phases:
- {id: act, turns: players}
end: {rank: [count(hand)]}
cards:
- {kind: card, id: first, rank: 1}
- {kind: card, id: second, rank: 2}
- {kind: card, id: third, rank: 2}
"""


def kept(match):
    return [of_players(match, name)[0] for name in ("holds", "other", "third")]


@pytest.mark.parametrize("blocks", [True, False])
def test_lists_looked_at_are_not_kept(blocks: bool) -> None:
    match = match_of(program_of(GAME, 1), ("ada",), blocks=blocks)
    play(match, "look")
    assert [each is False for each in kept(match)] == [True, True, True], kept(match)
    play(match, "take", "first", "look")
    assert [each is True for each in kept(match)] == [True, True, True], kept(match)
