"""A card that is a copy of another: what players see of it, and what must not tell them apart."""

from __future__ import annotations

import pytest

from interpreter.effects.transitive import Conflicts
from interpreter.observe.determinize import determinize
from interpreter.observe.observation import observe
from interpreter.trajectory.saving import restore_match, save_match
from tests.interpreter.small import match_of, of_players, play, program_of

GAME = """\
kinds:
  beast:
    attributes: {power: int}
    state: {definition: def of beast until turn}
    active-in: player.field
    copies: 2
cards:
- {kind: beast, id: mouse, power: 1, start: player.field}
- {kind: beast, id: lion, power: 5, start: player.hand}
- {kind: beast, id: fox, power: 3, start: player.hand}
- {kind: beast, id: owl, power: 2, start: player.hand}
players: {count: 2, state: {points: int = 0}}
zones:
  player.field: {of: beast, seen-by: everyone}
  player.hand: {of: beast, seen-by: owner}
values:
  strongest(player p) -> int: max(p.field, power, 0)
events:
  grow: {do: "for each c in me.field where it.definition == mouse, set c.definition to lion"}
  disguise: {do: "for each c in me.hand where it.definition == fox, set c.definition to owl"}
  weigh: {do: "add strongest(me) to me.points"}
actions:
  roar: {do: grow}
  hide: {do: disguise}
  look:
    do: |
      reveal any(me.hand, it.definition == fox) to opponents
      disguise
  release: {do: "move (me.hand where it.definition == lion) to me.field"}
  count-up: {when: strongest(me) > 4, do: weigh}
  drop: {choose: {c: me.field}, do: move c to me.hand}
phases:
- id: acting
  turns: players
  while: true
  offer: [roar, hide, look, release, count-up, drop, pass]
"""
TRIGGERS = """\
triggers:
- {after: roar, do: grow}
- {after: roar, do: weigh}
"""


@pytest.fixture(scope="module")
def program():
    return program_of(GAME)


def names(match, zone, seat=0):
    """Return what lies in a zone of a player, as another sees it."""
    return observe(match, 1)["players"][seat]["zones"][zone]["cards"]


def test_what_is_offered_follows_what_a_card_has_become(program):
    match = match_of(program)
    assert "count-up" not in match.decision.labels  # the mice are no stronger than 1

    play(match, "roar", "count-up")
    assert of_players(match, "points") == (5, 0)


def test_it_is_shown_with_what_it_is_by_itself(program):
    match = match_of(program)
    assert all("state" not in card for card in names(match, "field"))

    play(match, "roar")
    assert [card["card"] for card in names(match, "field")] == ["lion"] * 2
    assert [card["state"] for card in names(match, "field")] == [{"definition": "mouse"}] * 2


def test_a_copy_is_another_option_than_what_it_copies(program):
    match = match_of(program)
    play(match, "roar", "release", "drop")
    assert len(match.decision.labels) == 2  # of two mice that are lions, and of two lions

    play(match, match.decision.labels[0])
    left = {card["card"] for card in names(match, "field")}
    assert left == {"lion"} and len(names(match, "field")) == 3


def test_worlds_that_are_drawn_have_the_same_cards(program):
    match = match_of(program)
    play(match, "hide")
    becoming = match.machine.natives.becoming

    def cards(found):
        st = found.state
        return [(becoming.own_definition(st, e), d) for e, d in enumerate(st.entity_definitions)]

    seen, true = observe(match, 1), cards(match)
    drawn = [determinize(match, 1, seed) for seed in range(8)]
    assert all(observe(each, 1) == seen for each in drawn)
    assert all(sorted(cards(each)) == sorted(true) for each in drawn)
    assert len({tuple(cards(each)) for each in drawn}) > 1


def test_what_players_were_told_of_it_is_forgotten(program):
    match = match_of(program)
    play(match, "look")

    assert match.state.facts == ()
    determinize(match, 1, 1)


def test_a_saved_match_goes_on_with_what_cards_have_become(program):
    match = match_of(program)
    play(match, "roar")
    again = restore_match(lambda *_: match.machine, save_match(match))

    assert again.digest() == match.digest()
    play(again, "pass")
    assert {card["card"] for card in names(again, "field")} == {"mouse"}


def test_the_order_of_rules_matters_where_one_reads_what_the_other_changes():
    game = program_of(GAME + TRIGGERS).game
    one, other = (rule.id for rule in game.triggers)

    assert Conflicts(game).matter(one, other)
