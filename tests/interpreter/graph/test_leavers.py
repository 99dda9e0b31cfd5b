"""Triggers whose own card may leave before their turn are found, and no others."""

from __future__ import annotations

import pytest

from interpreter.graph.findings import graph_diagnostics
from tests.interpreter.small import program_of

GAME = """\
kinds:
  beast:
    active-in: player.field
    start: player.field
    state: {wounds: int = 0}
cards:
- {id: wolf, kind: beast, copies: 3, triggers: [RULE]}
players: {count: 1, state: {coins: int = 0}}
zones:
  player.field: {of: beast, seen-by: everyone}
  player.past: {of: beast, seen-by: everyone}
events:
  die (beast c): {do: move c to me.past}
  wound (beast c): {do: add 1 to c.wounds}
  praise (beast c): {do: add 1 to me.coins}
always:
- {for: c in player.field where it.wounds > 2, do: die c by c.controller}
actions:
  act: {do: "BODY"}
phases:
- {id: day, turns: players, offer: [act]}
policy: {triggers: TRIGGERS, leavers: LEAVERS}
end: {when: round > 2, winners: players}
"""
IN_TURN = "for each c in me.field, die c"
MOURNING = "{after: die where c != self, do: add 1 to me.coins}"
HURT = "{after: wound self, do: add 1 to me.coins}"


def found(rule: str, body: str, triggers: str = "queue", leavers: str = "stop") -> list[str]:
    """Return what is found of lost triggers."""
    text = GAME.replace("RULE", rule).replace("BODY", body)
    text = text.replace("TRIGGERS", triggers).replace("LEAVERS", leavers)
    every = graph_diagnostics(program_of(text, 1).game)
    return [each.labels[0].span.text for each in every if each.name == "lost-trigger"]


@pytest.mark.parametrize(
    ("rule", "body", "taken"),
    [
        (MOURNING, IN_TURN, ["die c"]),
        ("{after: move to me.past where c != self, do: add 1 to me.coins}", IN_TURN, ["die c"]),
        (MOURNING, "move me.field to me.past", []),
        (MOURNING, "together for each c in me.field, die c", []),
        (MOURNING, "die first(me.field)", []),
        (MOURNING, "for each c in me.past, die c", []),
        ("{after: die self, do: add 1 to me.coins}", IN_TURN, []),
        ("{after: die where c == self, do: add 1 to me.coins}", IN_TURN, []),
        ("{before: die where c != self, do: add 1 to me.coins}", IN_TURN, []),
        ("{after: die where c != self, at-once: true, do: add 1 to me.coins}", IN_TURN, []),
        ("{after: praise, do: add 1 to me.coins}", "for each c in me.field, praise c", []),
        (HURT, "wound first(me.field)", ["die c by c.controller"]),
        ("{after: praise self, do: add 1 to me.coins}", "praise first(me.field)", []),
    ],
)
def test_what_takes_the_card_away(rule: str, body: str, taken: list[str]) -> None:
    assert found(rule, body) == taken


@pytest.mark.parametrize(("triggers", "leavers"), [("queue", "act"), ("immediate", "stop")])
def test_none_is_lost_where_the_policy_lets_them_act(triggers: str, leavers: str) -> None:
    assert found(MOURNING, IN_TURN, triggers, leavers) == []
    assert found(HURT, "wound first(me.field)", triggers, leavers) == []
