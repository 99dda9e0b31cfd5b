"""Costs of replacements: who pays them, what answers them, and payments within payments."""

from __future__ import annotations

import pytest

from interpreter.walk.match import Match
from tests.interpreter.small import match_of, of_players, play, program_of

GAME = """\
kinds: {card: {state: {tapped: bool = false}, active-in: [player.play], copies: 4}}
zones:
  player.play: {of: card, order: row, seen-by: everyone}
players: {count: 2, state: {coins: int = 3, hits: int = 0}}
events:
  pay (int n):
    when: n <= me.coins
    do: subtract n from me.coins
  hit (int n) from (card source): {do: add n to me.hits}
actions:
  strike:
    in: act
    do: for each p in opponents, hit 2 from first(me.play) by p
  dance:
    in: act
    cost: tap first(me.play); pay 3
  spend:
    in: act
    do: pay 1
  wait: {in: act}
setup: |
  for each p in players:
    create 1 sword into p.play
    create 1 mirror into p.play
phases:
- {id: act, turns: players}
end: {rank: [coins]}
cards:
- id: sword
  kind: card
  replacements:
  - instead: hit from self
    by: actor
    cost: choose m from 1..2; pay m
    do: add 10 to me.coins
- id: mirror
  kind: card
  replacements:
  - instead: hit by me
    cost: choose m from 1..2; pay m
  - instead: tap by me where c.definition == sword
    cost: tap self
    do: pay 0
"""


@pytest.fixture
def match() -> Match:
    """Return a match at its first decision."""
    return match_of(program_of(GAME))


def test_whoever_decides_also_pays_and_the_body_is_the_controllers(match: Match) -> None:
    play(match, "strike")
    assert match.decision.player == 1
    play(match, "sword", "2")
    assert of_players(match, "coins") == (13, 1)
    assert of_players(match, "hits") == (0, 0)


def test_an_answer_is_not_taken_for_one_within_the_next_cost(match: Match) -> None:
    play(match, "strike", "mirror")
    assert match.decision.labels == ("1", "2")
    play(match, "2")
    assert of_players(match, "coins") == (3, 1)


def test_a_payment_within_a_payment_leaves_the_outer_one_to_be_completed(match: Match) -> None:
    play(match, "spend", "wait")
    assert match.decision.labels == ("spend", "strike", "wait")


def test_a_payment_within_a_payment_is_made_with_it(match: Match) -> None:
    play(match, "dance", "mirror")
    assert of_players(match, "coins") == (0, 3)
