"""What a call leaves out: defaults, and defaults that are none."""

from __future__ import annotations

from tests.interpreter.small import match_of, of_players, play, program_of

GAME = """\
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


def test_a_call_whose_default_is_none_is_skipped():
    match = match_of(program_of(GAME))

    answers = ["praise", "point", "praise", "praise"]
    coins = []
    for answer in answers:
        play(match, answer)
        coins.append(of_players(match, "coins"))

    assert coins == [(2, 0), (2, 0), (11, 0), (18, 2)]
