"""While `works-while` of a card does not hold, its rules do nothing, whatever their sort."""

from __future__ import annotations

import pytest

from tests.interpreter.small import match_of, of_players, play, program_of

GAME = """\
kinds:
  elf:
    attributes: {size: int = 1}
    state: {silent: bool = false}
    works-while: not self.silent
    start: player.row
    active-in: player.row
    modifiers:
    - value: worth where c == self
      to: result + 10
  imp:
    extends: elf
    actions:
    - {in: acting, do: add 100 to me.points, text: squeal}
cards:
- kind: elf
  id: crier
  triggers:
  - {after: shout by me, do: add 1 to me.points}
  - {before: weigh by me, do: add 1 to me.points}
  forbids: [nap]
- kind: elf
  id: mute
  works-while: "false"
  triggers: [{after: shout, do: add 1000 to me.points}]
  replacements: [{instead: shout}]
  forbids: [weigh]
- {kind: imp, id: imp}
zones:
  player.row: {of: elf, seen-by: everyone}
players: {count: 2, state: {points: int = 0}}
values:
  worth(elf c) -> int: c.size
events:
  shout:
  nap: {do: add 10000 to me.points}
  weigh: {do: "add sum(me.row, worth(it)) to me.points"}
actions:
  call: {do: shout}
  rest: {do: nap}
  hush: {do: "for each c in player.row, set c.silent to true"}
  look: {do: weigh}
phases: [{id: acting, turns: players, offer: [call, hush, rest, look]}]
"""


def test_rules_of_all_sorts_stop_together():
    match = match_of(program_of(GAME))
    assert "imp" in match.decision.labels
    play(match, "call", "look")
    assert of_players(match, "points") == (1, 1 + 11 + 1 + 11)  # the mute's own 1 is not raised
    play(match, "rest")  # the crier forbids it
    assert of_players(match, "points") == (1, 24)

    play(match, "hush")
    assert "imp" not in match.decision.labels
    play(match, "rest", "look", "call")
    assert of_players(match, "points") == (1 + 10000, 24 + 3)


FAREWELL = """\
kinds:
  elf:
    state: {silent: bool = false}
    works-while: not self.silent
    start: player.row
    active-in: player.row
    triggers:
    - {after: move self to pit, do: add 1 to me.points}
cards: [{kind: elf, id: elf}]
zones:
  player.row: {of: elf, seen-by: everyone}
  pit: {of: elf, seen-by: everyone}
players: {count: 2, state: {points: int = 0}}
actions:
  hush: {do: "for each c in player.row, set c.silent to true"}
  leave: {do: move me.row to pit}
phases: [{id: acting, turns: players, offer: [hush, leave]}]
"""


@pytest.mark.parametrize(("first", "points"), [("hush", (0, 0)), ("leave", (1, 0))])
def test_it_is_looked_at_before_the_event_that_ends_it(first, points):
    """Where it goes, its state is back at its defaults: it would speak there again."""
    match = match_of(program_of(FAREWELL))
    play(match, first, "leave")
    assert of_players(match, "points") == (points[0], 0 if first == "hush" else 1)
