"""In a batch that a rule sees from before, a modifier works on the cards on which it works outside
of one: not on a card that lies where its rules are off."""

from __future__ import annotations

import pytest

from tests.interpreter.small import match_of, of_players, play, program_of

GAME = """\
kinds:
  card:
    start: player.play
    active-in: [player.play]
    triggers: [{after: leave where c != self, do: add 1 to me.heard}]
  crown:
    start: STARTS
    active-in: [player.crowns]
    modifiers: [{value: worth, to: result + 10, LAYER}]
cards:
- {id: twin, kind: card, copies: 2}
- {id: crown, kind: crown}
players: {count: 1, state: {earned: int = 0, heard: int = 0}}
zones:
  box: {of: crown, seen-by: everyone}
  player.play: {of: card, seen-by: everyone}
  player.crowns: {of: crown, seen-by: everyone}
  past: {of: card, seen-by: everyone}
values:
  worth(int n) -> int: n
events:
  leave (card c):
    do: |
      move c to past
      add worth(1) to me.earned
actions:
  go: {do: "together for each c in me.play, leave c"}
  wait: {}
phases: [{id: acting, turns: players, offer: [go, wait]}]
"""


@pytest.mark.parametrize("layer", ["", "layer: 1"])
@pytest.mark.parametrize(("starts", "earned"), [("box", 2), ("player.crowns", 22)])
def test_the_only_card_of_a_modifier_counts_where_it_works(starts, earned, layer):
    text = GAME.replace("STARTS", starts).replace(", LAYER", f", {layer}" if layer else "")
    match = match_of(program_of(text, 1), ("ada",))

    play(match, "go")

    assert of_players(match, "heard") == (2,)
    assert of_players(match, "earned") == (earned,)
