"""What one pays among secret choices is gone for them, and there for all others until `then`."""

from __future__ import annotations

import json

import pytest

from interpreter.observe.determinize import determinize
from interpreter.observe.observation import observe
from interpreter.observe.seat_view import WATCHER
from interpreter.trajectory.saving import restore_match, save_match
from tests.interpreter.small import match_of, of_players, play, program_of

GAME = """\
enums: {metal: [iron, gold]}
players:
  count: 2
  state:
    coins: int = 3
    metals: bag of metal = 2 iron + 1 gold
    bought: int = 0
events:
  pay (int n):
    when: n <= me.coins
    do: subtract n from me.coins
    text: "{me} pays {n}"
  hand-over (amount of metal a):
    when: payable(me.metals, a)
    do: |
      choose b from a where it <= me.metals
      if b is not none, subtract b from me.metals
phases:
- id: buying
  do: |
    at once for each p in players:
      let n = 0
      while n < 5 and can(pay 2 by p):
        may by p pay 2, add 1 to n
        else, set n to 5
      may by p hand-over 2 any, add 1 to n
    then:
      set p.bought to n
      for each q in opponents(p), subtract min(q.coins, 1) from q.coins
- {id: close, do: end game}
end: {rank: bought}
"""


@pytest.fixture(scope="module")
def program():
    return program_of(GAME)


def seen(match, seat):
    return json.dumps(observe(match, seat), sort_keys=True)


def test_it_is_paid_when_all_have_chosen(program):
    match = match_of(program)
    play(match, "yes")
    assert match.decision.player == 0 and of_players(match, "coins") == (1, 3)
    play(match, "yes", "gold")  # with one coin nothing is asked of `pay 2` any more

    assert match.decision.player == 1
    play(match, "no", "no")
    assert of_players(match, "bought") == (2, 5)
    # Ada has 3 - 2, and Bo's turn takes 1 from her; hers took 1 from Bo.
    assert of_players(match, "coins") == (0, 2)
    assert of_players(match, "metals") == (((0, 1),), ((0, 2), (1, 1)))


@pytest.mark.parametrize("events", [True, False])
def test_others_see_nothing_of_it_before(program, events):
    views = []
    for answers in (["yes", "yes", "iron"], ["no", "no"]):
        match = match_of(program, events=events)
        before = seen(match, 1)
        play(match, *answers[:1])
        if match.decision.player == 0:
            assert seen(match, 1) == before
            own = observe(match, 0)["players"][0]["state"]["coins"]
            assert own == (1 if answers[0] == "yes" else 3)
        play(match, *answers[1:])
        assert match.decision.player == 1
        views.append((seen(match, 1), seen(match, WATCHER), match.decision.labels))

    assert views[0] == views[1]


def test_a_copy_and_a_saved_match_go_on_alike(program):
    match = match_of(program)
    play(match, "yes")
    again = restore_match(lambda *_: match.machine, save_match(match))
    assert seen(again, 1) == seen(match, 1) and again.digest() == match.digest()

    copy = match.clone()
    for each in (match, again, copy):
        play(each, "no", "no", "no")
    assert match.digest() == again.digest() == copy.digest()
    assert of_players(match, "bought") == (1, 5)


HANDS = (
    GAME
    + """\
kinds:
  card: {start: deck, attributes: {worth: int}}
  plain: {extends: card}
  marked: {extends: card, state: {marks: int = 0, turned: bool = false}}
cards:
- {kind: plain, id: low, worth: 1, copies: 3}
- {kind: marked, id: high, worth: 9, copies: 3}
zones:
  deck: {of: card, order: stack, seen-by: nobody}
  player.hand: {of: card, seen-by: owner}
setup: |
  shuffle deck
  for each p in players, move top(deck, 2) to p.hand
"""
)


def test_a_world_drawn_among_secret_payments_keeps_its_cards():
    """What one pays is of players, not of cards: opening the choices gives no card back."""
    match = match_of(program_of(HANDS))
    play(match, "yes")  # Ada has paid, and is asked again

    worlds = [determinize(match, 1, seed) for seed in range(8)]
    assert len({world.state.entity_definitions for world in worlds}) > 1
    for world in worlds:
        shape = len(world.state.values)
        play(world, "no", "no", "no")
        assert world.over and world.outcome.kind == "win"
        assert len(world.state.values) == shape
        assert of_players(world, "bought") == (1, 5) and of_players(world, "coins") == (0, 2)


HIDDEN_STATE = (
    HANDS.replace(
        "attributes: {worth: int}}",
        "attributes: {worth: int}, state: {turned: {is: bool = false, seen-by: nobody}}}",
    )
    .replace(", turned: bool = false", "")
    .replace("  shuffle deck\n", "  shuffle deck\n  set first(deck).turned to true\n")
)


def test_hidden_state_of_cards_drawn_among_secret_payments_is_none_of_players():
    """What was before is of the table and the players: nothing of a card comes to it."""
    match = match_of(program_of(HIDDEN_STATE))
    play(match, "yes")

    drawn = set()
    for seed in range(8):
        world = determinize(match, 1, seed)
        size = len(match.state.before_secret)
        assert world.state.before_secret == match.state.before_secret
        cards = world.state.values[size:]
        drawn.add(tuple(cards))
        play(world, "no", "no", "no")
        assert world.state.values[size:] == cards
    assert len(drawn) > 1
