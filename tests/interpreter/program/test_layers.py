"""Modifiers of a lower layer come first; within one those that set, then those that change."""

from __future__ import annotations

import pytest

from tests.interpreter.small import match_of, of_players, play, program_of

GAME = """\
kinds:
  charm:
    attributes: {size: int, is-late: bool = false}
    state: {came: int = 0}
    start: box
    active-in: [field]
cards:
- {kind: charm, id: beast, size: 5}
- kind: charm
  id: alike
  size: 1
  modifiers: [{value: strength where c.size == 5, to: "1", layer: self.came}]
- kind: charm
  id: giant
  size: 1
  modifiers: [{value: strength where c.size == 5, to: "8", layer: self.came}]
- kind: charm
  id: captain
  size: 1
  modifiers: [{value: strength where c.size == 5, to: result + 1, layer: "1"}]
- kind: charm
  id: doubler
  size: 1
  modifiers: [{value: strength where c.size == 5, to: result * 2}]
zones:
  box: {of: charm, order: row, seen-by: everyone}
  field: {of: charm, seen-by: everyone}
players: {count: 2, state: {seen: int = 0}}
state: {clock: int = 0}
values:
  strength(charm c) -> int: c.size
actions:
  play-one:
    choose: {c: box}
    do: |
      move c to field
      add 1 to clock
      set c.came to clock
  look: {do: "set me.seen to sum(every charm where size == 5, strength(it))"}
phases: [{id: acting, turns: players, offer: [play-one, look]}]
"""


def seen_after(*cards):
    """Return the strength of the beast once some cards have come, one after the other."""
    match = match_of(program_of(GAME))
    for card in cards:
        play(match, "play-one", card)
    play(match, "look")
    return max(of_players(match, "seen"))


@pytest.mark.parametrize(
    ("cards", "strength"),
    [
        ((), 5),
        (("giant", "alike"), 1),  # whoever came last has set it
        (("alike", "giant"), 8),
        (("captain", "alike"), 1),  # the captain's layer is 1: what came second sets after it
        (("alike", "captain"), 2),  # within layer 1 it is set, then changed
        (("doubler", "captain"), 5 * 2 + 1),  # layer 0, then layer 1
        (("captain", "doubler"), 5 * 2 + 1),
    ],
)
def test_they_come_in_the_order_of_their_layers(cards, strength):
    assert seen_after(*cards) == strength
