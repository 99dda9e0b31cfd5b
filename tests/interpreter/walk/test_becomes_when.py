"""A rule that waits for a condition: `when` must hold too at the moment when it becomes true."""

from __future__ import annotations

from tests.interpreter.small import match_of, of_players, play, program_of

GAME = """\
players: {count: 2, state: {coins: int = 0, points: int = 0}}
actions:
  take: {do: add 1 to me.coins}
  save: {do: add 3 to me.coins}
triggers:
- for: p in players
  becomes: p.coins >= 3
  when: leader(players, coins) == p
  do: |
    let own = p.coins
    let all = sum(players, coins)
    add own + all to p.points
phases: [{id: act, turns: players, offer: [take, save]}]
end: {when: round > 9, rank: [points]}
"""


def test_when_may_have_names_of_its_own_beside_those_of_the_body() -> None:
    match = match_of(program_of(GAME))

    play(match, "save", "save")  # the second one shares the lead: nobody leads
    assert of_players(match, "points") == (3 + 3, 0)
