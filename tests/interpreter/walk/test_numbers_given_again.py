"""Numbers of retired cards that are given again change nothing of a match."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.walk import moves
from tests.interpreter.small import match_of, of_players, program_of

GAME = """\
kinds:
  thing: {}
  token:
    extends: thing
    attributes: {worth: int = 1}
    state: {age: int = 0, partner: maybe token}
    active-in: player.field
    triggers:
    - {after: retire self, do: add 10 to me.points}
  urn:
    extends: thing
    active-in: player.field
    start: player.field
cards:
- {kind: token, id: sprite, copies: any}
- {kind: token, id: ghoul, worth: 2, copies: 2}
- {kind: urn, id: urn}
players: {count: 2, state: {points: int = 0, kept: maybe token, held: list of token}}
zones:
  player.field: {of: thing, order: row, seen-by: everyone}
actions:
  make:
    choose: {n: 1..2, d: definitions(token)}
    do: |
      create n d into me.field -> made
      for each c in made, set c.age to 5
  drop:
    choose: {c: me.field where it is token}
    do: retire c
  keep:
    choose: {c: me.field where it is token}
    do: |
      set me.kept to c
      set me.held to me.held + [c]
  come-and-go:
    do: |
      create 1 sprite into me.field -> made
      set first(made).partner to me.kept
      retire first(made)
  tell:
    do: |
      for each c in me.field where it is token, add c.age + c.worth to me.points
      if me.kept is not none, add default(me.kept.age, 0) to me.points
      add count(me.held) to me.points
phases: [{id: acting, turns: players, offer: [make, drop, keep, come-and-go, tell]}]
end: {when: round > 40, winners: players}
"""


def told(program, logs, seed):
    """Return what a random match shows, and how many numbers it used."""
    match, chance, seen = match_of(program, events=logs), Random(seed), []
    while match.decision is not None:
        labels = match.decision.labels
        seen.append((labels, of_players(match, "points")))
        match.apply(chance.randrange(len(labels)))
    return seen, len(match.state.places)


@pytest.mark.parametrize("seed", range(6))
def test_a_match_goes_on_as_it_would(seed, monkeypatch):
    program = program_of(GAME)
    usual, many = told(program, False, seed)
    monkeypatch.setattr(moves, "CROWDED", 0)

    for logs in (False, True):
        seen, few = told(program, logs, seed)
        assert seen == usual
        assert few < many


def test_a_card_that_something_names_keeps_its_number(monkeypatch):
    monkeypatch.setattr(moves, "CROWDED", 0)
    match = match_of(program_of(GAME))
    st = match.state
    labels = ("make", "2", "sprite")
    for label in labels:
        match.apply(match.decision.labels.index(label))
    made = [card for card, zone in enumerate(st.places) if zone >= 0][-2:]
    for card in made:
        match.machine.natives.retire(st, 0, card)
    st.result = made[0]

    assert moves.spare_numbers(st, match.machine.evaluator) == (made[1],)
