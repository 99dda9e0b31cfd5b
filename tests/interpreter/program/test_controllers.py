"""`c.controller` is who is `me` in the rules of a card; `turns: [me]` is a list of one."""

from __future__ import annotations

from tests.interpreter.small import match_of, of_players, play, program_of

GAME = """\
kinds:
  thing: {start: player.yard}
  rock: {extends: thing}
  knight: {extends: thing, state: {lord: maybe player}, controller: self.lord}
cards:
- {kind: rock, id: rock}
- {kind: knight, id: knight}
zones:
  player.yard: {of: thing, seen-by: everyone}
  heath: {of: thing, seen-by: everyone}
players: {count: 2, state: {mine: int = 0, loose: int = 0}}
actions:
  swear: {do: "for each k in me.yard where k is knight, set k.lord to first(opponents)"}
  roam: {do: move me.yard where it is rock to heath}
  look:
    do: |
      set me.mine to count(c in player.yard + heath, c.controller == me)
      set me.loose to count(player.yard + heath where it.controller is none)
phases:
- id: day
  turns: players
  phases:
  - {id: acting, turns: [me], offer: [swear, roam, look]}
"""


def test_the_kind_says_who_controls_a_card_else_its_holder_else_its_owner():
    match = match_of(program_of(GAME))
    play(match, "look", "swear")  # when ada looks no knight has a lord; then bo's swears to her
    assert (of_players(match, "mine")[0], of_players(match, "loose")[0]) == (1, 2)

    play(match, "look", "roam")
    assert (of_players(match, "mine")[0], of_players(match, "loose")[0]) == (2, 1)
    play(match, "look", "look")  # nobody holds bo's rock on the heath: he owns it
    assert of_players(match, "mine") == (2, 1)


def test_turns_may_be_a_list_that_is_written_out():
    match = match_of(program_of(GAME))
    seats = []
    for _ in range(4):
        seats.append(match.decision.player)
        play(match, "look")
    assert seats == [0, 1, 0, 1]
