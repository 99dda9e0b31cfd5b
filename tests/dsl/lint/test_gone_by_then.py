"""Triggers that ask a moved card for what the move has taken are found, and no others."""

from __future__ import annotations

import pytest

from dsl.lint.rules import RULES, lint
from dsl.load import load_sources, prelude_in
from dsl.records import Source
from tests.interpreter.small import HEAD, PRELUDE

GAME = """\
kinds:
  beast:
    active-in: player.field
    start: player.field
    state: {wounds: int = 0, medals: int = 0 keep}
players: {count: 1, state: {coins: int = 0}}
zones:
  player.field: {of: beast, seen-by: everyone}
  player.past: {of: beast, seen-by: everyone}
values:
  strength(beast b) -> int: 4 - b.wounds
events:
  die (beast c): {do: move c to me.past}
  slay (beast c): {do: die c}
  try (beast c): {do: "if c.wounds > 1, move c to me.past"}
  come-back (beast c): {do: move c to me.field}
  heal (beast c): {do: move c to me.past; move c to me.field}
cards:
- id: wolf
  kind: beast
  triggers: [RULE]
phases:
- {id: day, turns: players, do: slay first(me.field)}
end: {when: round > 2, winners: players}
"""
WOUNDS = "`wounds` is at its default by then: the event has put `c` into `player.past`"
THERE = "`c` is in `player.past` by then: the event has put it there"


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("{after: die where c.wounds > 1, do: draw-it}", WOUNDS),
        ("{after: die where c != self and strength(c) > 1, do: draw-it}", WOUNDS),
        ("{after: slay where c.wounds > 1, do: draw-it}", WOUNDS),
        ("{after: move to me.past where c is beast and c.wounds > 1, do: draw-it}", WOUNDS),
        ("{after: die self, do: add self.wounds to me.coins}", WOUNDS),
        ("{after: die where c == self, do: add strength(self) to me.coins}", WOUNDS),
        ("{after: die where c in me.field, do: draw-it}", THERE),
        ("{after: move to me.past where c in me.field, do: draw-it}", THERE),
        ("{after: die where c.medals > 1, do: draw-it}", None),
        ("{after: die where was(c.wounds) > 1, do: draw-it}", None),
        ("{after: die where was(c in me.field), do: draw-it}", None),
        ("{after: die where w > 1, let: {w: c.wounds}, do: draw-it}", None),
        ("{before: die where c.wounds > 1 and c in me.field, do: draw-it}", None),
        ("{after: die where self.wounds > 1 and c in me.past, do: draw-it}", None),
        ("{after: die where c not in me.field, do: draw-it}", None),
        ("{after: try where c.wounds > 1, do: draw-it}", None),
        ("{after: heal where c.wounds > 1, do: draw-it}", None),
        ("{after: come-back where c.wounds > 1, do: draw-it}", None),
        ("{after: move where c in me.field and c is beast and c.wounds > 1, do: draw-it}", None),
        ("{after: die where true, do: set c.wounds to c.wounds + 1}", None),
    ],
)
def test_what_the_move_has_taken(rule: str, said: str | None) -> None:
    rule = rule.replace("draw-it", "add 1 to me.coins")
    text = HEAD + GAME.replace("RULE", rule)
    loaded = load_sources([Source("small/game.yaml", text)], "small", prelude_in(PRELUDE))
    assert loaded.game is not None, [each.message for each in loaded.diagnostics]
    mine = tuple(each for each in RULES if each[0] == "gone-by-then")

    found = [each.message for each in lint(loaded.game, loaded.used, loaded.sources, mine)]

    assert found == ([] if said is None else [said])
