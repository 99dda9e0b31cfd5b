"""Costs that ask on the way: seen to be payable, or not, just where a trial says so."""

from __future__ import annotations

import random

import pytest

from interpreter.walk.match import Match
from interpreter.walk.offers import Offers
from tests.interpreter.small import match_of, program_of

GAME = """\
enums: {colour: [red, blue]}
kinds:
  card: {state: {used: bool = false}, active-in: [player.play], copies: 8}
zones:
  player.play: {of: card, order: row, seen-by: everyone}
  player.hand: {of: card, seen-by: owner}
  player.out: {of: card, seen-by: everyone}
  shelf: {of: card, order: row, seen-by: everyone, max: 3}
players: {count: 2, state: {pool: {is: bag of colour}, points: int = 0, rounds: int = 0}}
values:
  fresh(player p) -> list of card: p.play where not used
events:
  pay (amount of colour a):
    when: payable(me.pool, a)
    do: |
      choose found from a where it <= me.pool
      let b = default(found, [])
      subtract b from me.pool
  pay-alike (int n) -> int:
    do: |
      choose x from 0..max(every colour, me.pool[it] // n)
      if x > 0:
        choose c from every colour where me.pool[it] >= n * x
        pay (n * x) c
      return default(x, 0)
  use (card c):
    when: not c.used
    do: set c.used to true
  use-one:
    do: |
      choose c from fresh(me)
      use c
  shelve (card c):
    do: move c to shelf
  throw (card c):
    do: move c to c.holder.out
actions:
  alike: {in: act, cost: pay-alike 1 -> x, do: "add default(x, 0) to me.points"}
  pairs: {in: act, cost: pay 1 red; pay-alike 2 -> x, do: "add default(x, 0) to me.points"}
  throw-one: {in: act, cost: choose c from me.hand; throw c, do: add 2 to me.points}
  shelve-one: {in: act, cost: choose c from me.play; shelve c, do: add 3 to me.points}
  two: {in: act, cost: use-one; use-one, do: add 4 to me.points}
  self-and-one: {in: act, cost: use first(me.play); use-one, do: add 5 to me.points}
  matching:
    in: act
    cost: |
      choose c from every colour
      choose d from every colour where it != c
      pay 2 c
      throw first(me.hand)
    do: add 6 to me.points
  wait: {in: act, do: "add 1 to me.rounds; add 1 red + 1 blue to me.pool"}
setup: |
  for each p in players:
    create 2 knight + 1 page into p.hand
    create 2 knight into p.play
    add 2 red to p.pool
  create 1 page into start-player.play
phases:
- {id: act, turns: players, repeat: true}
end: {when: "any(players, rounds > 6)", rank: [points]}
cards:
- {id: knight, kind: card}
- id: page
  kind: card
  replacements:
  - instead: use by me where count(me.hand) == 1
    do: add 1 to me.points
"""
SEEN = ("alike", "throw-one", "shelve-one", "self-and-one")


@pytest.fixture(scope="module")
def program():
    return program_of(GAME)


def _by_chance(match: Match, seed: int) -> list[tuple[str, ...]]:
    """Play to the end by chance and return what could be chosen each time."""
    found, chance = [], random.Random(seed)
    while match.decision is not None:
        found.append((match.decision.kind, *match.decision.labels))
        match.apply(chance.randrange(len(match.decision.labels)))
    return found


def test_blocks_and_the_walker_offer_the_same(program):
    for seed in range(25):
        blocks, walker = (match_of(program, blocks=each) for each in (True, False))
        assert _by_chance(blocks, seed) == _by_chance(walker, seed)


def test_what_is_seen_is_what_a_trial_finds(program, monkeypatch):
    match, asked = match_of(program, blocks=True), set()
    found_of = Offers._found

    def checked(self, st, users, me, cans):
        for number, card in users:
            dry = self.dry[number]
            seen = None if dry.plan.cost is None else cans[number](st, me, card)
            if seen is not None and not dry.when:
                window, st.window = st.window, 0
                L = [me, card, me, *dry.room]
                assert dry.tries(st, L) == seen, dry.plan.action.id
                st.window = window
                asked.add((dry.plan.action.id, seen))
        return found_of(self, st, users, me, cans)

    monkeypatch.setattr(Offers, "_found", checked)
    for seed in range(25):
        _by_chance(match_again(match), seed)

    assert {(name, True) for name in SEEN} <= asked
    assert {("throw-one", False), ("self-and-one", False), ("shelve-one", False)} <= asked


def match_again(match: Match) -> Match:
    """Return a new match of the same machine."""
    return Match.start(match.machine, 1, ("ada", "bo"), events=False)


def test_a_look_ahead_changes_nothing(program):
    match = match_of(program, blocks=True)
    machine = match.machine
    plan = next(p for p in machine.program.actions if p.action.id == "self-and-one")
    st = match.state
    st.listening = 0
    before = (st.values, st.values[:], st.window, st.result)

    assert machine.compiled.dry[plan.take.first][0](st, 0, None) is True
    assert (st.values, st.values[:], st.window, st.result) == before
    assert st.values is before[0]


LISTENING = """\
kinds: {card: {active-in: [player.play]}}
zones: {player.play: {of: card, seen-by: everyone}, box: {of: card, seen-by: everyone}}
players: {count: 2, state: {coins: int = 1, points: int = 0}}
events:
  earn:
    do: add 1 to me.coins
  pay (int n):
    when: me.coins >= n
    do: subtract n from me.coins
actions:
  two: {in: act, cost: earn; pay 2, do: add 1 to me.points}
  three: {in: act, limit: 1 per game, cost: earn; pay 3, do: add 1 to me.points}
  four: {in: act, cost: earn; pay 4, do: add 1 to me.points}
  wait: {in: act}
  rest: {in: act}
setup: create CARD into box; move every card to players[1].play
phases:
- {id: act, turns: players, repeat: true}
cards:
- {id: idle, kind: card}
- id: rich
  kind: card
  replacements:
  - instead: earn
    do: add 2 to me.coins
- id: poor
  kind: card
  replacements:
  - instead: earn
"""


@pytest.mark.parametrize("blocks", [True, False])
@pytest.mark.parametrize(
    ("card", "offered"),
    [("idle", ("two",)), ("rich", ("two", "three")), ("poor", ())],
)
def test_rules_that_act_on_a_cost_count_before_it_is_paid(card, offered, blocks):
    """A coin is there and one is earned: two can be paid, three where the card earns another, none
    where it takes away that event, which fails a cost."""
    match = match_of(program_of(LISTENING.replace("CARD", card)), blocks=blocks)

    assert {*match.decision.labels} == {*offered, "wait", "rest"}
    assert {refusal.action for refusal in match.refusals} == {"two", "three", "four"} - {*offered}
