"""Costs in which something is chosen from a list: offered while there is something, or while a rule
does something else instead."""

from __future__ import annotations

import pytest

from interpreter.walk.match import Match
from tests.interpreter.small import match_of, of_players, play, program_of

GAME = """\
kinds: {card: {active-in: [player.play], copies: 4}}
zones:
  player.play: {of: card, order: row, seen-by: everyone}
  player.hand: {of: card, seen-by: owner}
  heap: {of: card, seen-by: everyone}
players: {count: 2, state: {coins: int = 2}}
events:
  give-up:
    do: |
      choose c from me.hand
      move c to heap
actions:
  sell:
    in: act
    cost: give-up
    do: add 3 to me.coins
  show:
    in: act
    do: move first(me.hand) to me.play
  wait: {in: act}
setup: |
  for each p in players, create 1 sword + 1 shield into p.hand
phases:
- {id: act, turns: players, repeat: true}
end: {when: "count(heap) == 4", rank: [coins]}
cards:
- {id: sword, kind: card}
- id: shield
  kind: card
  replacements:
  - instead: give-up by me where me.hand is empty
    do: subtract 1 from me.coins
"""


@pytest.fixture
def match() -> Match:
    """Return a match at its first decision."""
    return match_of(program_of(GAME))


def test_any_card_that_is_there_can_be_chosen(match: Match) -> None:
    play(match, "sell")
    assert (match.decision.kind, match.decision.labels) == ("choose", ("shield", "sword"))
    play(match, "shield")
    assert match.decision.labels == ("sell", "show", "wait")


def test_nothing_to_choose_from_is_not_offered(match: Match) -> None:
    play(match, "sell", "shield", "wait", "sell", "wait")
    assert (match.decision.player, match.decision.labels) == (0, ("show", "wait"))


def test_what_happens_instead_needs_nothing_to_choose_from(match: Match) -> None:
    play(match, "show", "wait", "show", "wait")
    assert (match.decision.player, match.decision.labels) == (0, ("sell", "show", "wait"))
    play(match, "sell")
    assert of_players(match, "coins")[0] == 4
