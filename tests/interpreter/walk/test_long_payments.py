"""A cost of hundreds of units, each a decision of its own, does not run out of stack."""

from __future__ import annotations

from tests.interpreter.small import match_of, of_players, play, program_of

GAME = """\
enums: {colour: [red, blue]}
players: {count: 2, state: {pool: {is: bag of colour}}}
events:
  pay (amount of colour a):
    when: payable(me.pool, a)
    do: |
      choose found from a where it <= me.pool
      let b = default(found, [])
      subtract b from me.pool
actions:
  build:
    in: act
    cost: |
      pay 300 any
      require me.pool[red] == 0
  wait: {in: act}
setup: |
  for each p in players, set p.pool to 300 red + 300 blue
phases:
- {id: act, turns: players}
end: {rank: ["count(pool)"]}
"""


def test_a_way_to_pay_is_found_however_many_units() -> None:
    match = match_of(program_of(GAME))
    assert match.decision.labels == ("build", "wait")
    play(match, "build")
    assert match.decision.player == 1
    assert dict(of_players(match, "pool")[0]) == {1: 300}
