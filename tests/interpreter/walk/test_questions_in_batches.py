"""What stands instead of an event in a batch is seen from before it, also by who answers."""

from __future__ import annotations

import pytest

from interpreter.walk.match import Match
from tests.interpreter.small import PLAYERS, match_of, of_players, play, program_of

GAME = """
kinds:
  beast: {active-in: player.field, start: store}
cards:
- id: asker
  kind: beast
  replacements: [{instead: go, optional: true, do: add 1 to me.asked}]
- id: keeper
  kind: beast
  replacements: [{instead: go, optional: true, by: next(me), do: add 1 to me.kept}]
- {id: lamb, kind: beast}
players: {count: 2, state: {asked: int = 0, kept: int = 0}}
zones:
  store: {of: beast, seen-by: everyone}
  player.field: {of: beast, seen-by: everyone, order: row}
  player.past: {of: beast, seen-by: everyone}
events:
  go (beast c): {do: move c to me.past}
  depart (beast c):
    do: |
      if c.definition == asker, move c to me.past
      else:
        go c
actions:
  leave: {do: "together for each c in me.field where it.definition != keeper, depart c"}
  stay: {do: add 0 to me.asked}
setup: "for each c in store, move c to first(players).field"
phases: [{id: day, turns: players, offer: [leave, stay]}]
end: {when: round > 3, rank: asked}
"""


@pytest.fixture
def match() -> Match:
    """A match in which the asker has left, and its owner is asked whether it acts."""
    found = match_of(program_of(GAME), PLAYERS)
    play(found, "leave")
    assert found.decision.kind == "replacement"
    return found


def _past(match: Match) -> list[str]:
    definitions = match.machine.program.game.definitions
    zone = next(
        number
        for number, family in enumerate(match.state.zone_families)
        if match.machine.program.families[family].key.name == "past"
    )
    cards = match.state.zones[zone]
    return [definitions[match.state.entity_definitions[card]].id for card in cards]


def test_a_rule_whose_card_has_left_acts_if_it_is_chosen(match: Match) -> None:
    match.apply(0)

    assert of_players(match, "asked") == (1, 0)
    assert _past(match) == ["asker"], "the lamb has not gone"


def test_a_refusal_is_meant_for_what_was_asked_about(match: Match) -> None:
    """The other player is asked about the card that is still there."""
    asked = match.decision.player
    match.apply(1)

    assert match.decision.kind == "replacement"
    assert match.decision.player != asked
    match.apply(0)
    assert of_players(match, "kept") == (1, 0)
    assert _past(match) == ["asker"]


def test_where_all_refuse_it_happens(match: Match) -> None:
    match.apply(1)
    match.apply(1)

    assert of_players(match, "asked") == of_players(match, "kept") == (0, 0)
    assert _past(match) == ["asker", "lamb"]
