"""A card that begins to listen in the middle of an event hears the rest of it, log or no log."""

from __future__ import annotations

import pytest

from interpreter.walk.match import Match
from tests.interpreter.small import match_of, of_players, play, program_of

GAME = """\
kinds: {card: {active-in: [player.table], copies: 1}}
zones:
  player.table: {of: card, order: row, seen-by: everyone}
  supply: {of: card, seen-by: everyone}
players: {count: 1, state: {coins: int = 0}}
events:
  claim (card c): {do: move c to me.table}
  pay-out (int n): {do: add n to me.coins}
actions:
  take:
    in: act
    choose: {c: supply}
    do: |
      claim c
      set me.coins to 2 * me.coins
  take-and-be-paid:
    in: act
    choose: {c: supply}
    do: |
      move c to me.table
      pay-out 1
      choose d from me.table + supply
      set me.coins to 2 * me.coins
  take-all-and-be-paid:
    in: act
    do: |
      for each c in supply:
        pay-out 1
        move c to me.table
      choose d from me.table
      set me.coins to 2 * me.coins
setup: |
  create 1 bell into supply
  create 1 drum into supply
  create 1 harp into supply
phases:
- {id: act, turns: players}
policy: {triggers: immediate}
end: {rank: [coins]}
cards:
- {id: bell, kind: card, triggers: [{after: claim self, do: add 10 to me.coins}]}
- {id: drum, kind: card}
- {id: harp, kind: card, triggers: [{after: pay-out, do: add 1000 to me.coins}]}
"""

MOVED = "triggers: [{after: move self, do: add 100 to me.coins}]"
COURSES = [
    ("take bell", False, 20),
    ("take bell", True, 20),
    ("take drum", True, 200),
    ("take-and-be-paid harp bell", False, 2002),
    ("take-and-be-paid harp bell", True, 2002),
    ("take-and-be-paid drum bell", True, 202),
    ("take-all-and-be-paid bell", False, 6),
    ("take-all-and-be-paid bell", True, 206),
]


@pytest.mark.parametrize(("course", "is_drum_heard", "coins"), COURSES)
def test_what_wakes_in_an_event_hears_it(course: str, is_drum_heard: bool, coins: int) -> None:
    """Three ways of taking cards: `bell` hears how it is taken, `harp` what comes after, `drum`,
    where it has a rule, its own move."""
    drum = "id: drum, kind: card"
    text = GAME.replace(drum, f"{drum}, {MOVED}") if is_drum_heard else GAME
    program = program_of(text, 1)
    found = {
        events: coins_after(match_of(program, ("ada",), events=events), course)
        for events in (False, True)
    }

    assert found == dict.fromkeys(found, coins)


def coins_after(match: Match, course: str) -> int:
    play(match, *course.split())
    return of_players(match, "coins")[0]
