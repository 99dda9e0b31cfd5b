"""Positions: whole ones, arranged ones, and where they stand."""

from __future__ import annotations

import pytest

from interpreter.script.run import run_script

STANDING = """\
given:
  ada.hand: [gold, copper]
  bo.hand: [silver]
  deck: [silver, copper]
  bo.coin: 4
  phase: main
  turn: bo
steps:
"""


def test_a_whole_position_holds_exactly_what_it_says(failed):
    assert (
        failed(f"""{STANDING}
- expect: count(ada.hand) == 2 and count(bo.hand) == 1 and count(deck) == 2
- expect: top(deck).definition == silver and bo.coin == 4 and ada.coin == 0 and round == 1
- expect: active == bo
- asked: bo
""")
        == []
    )


def test_it_goes_on_from_the_phase_and_turn_it_names(failed):
    assert (
        failed(f"""{STANDING}
- bo: [lay, silver]
- expect: bo.coin == 7 and round == 2 and active == ada
- happened: gain 0 by bo
""")
        == []
    )


def test_slots_boxes_and_states_of_pieces_are_filled(failed):
    assert (
        failed("""\
given:
  row: [none, {gold: {marked: true}}, none]
  table: [chest]
  chest.inside: [copper, silver]
steps:
- expect: count(row) == 1 and only(row).position == 1 and only(row).marked
- expect: count(chest.inside) == 2 and count(deck) == 0
""")
        == []
    )


def test_a_number_stands_for_cards_that_do_not_matter(failed):
    assert failed("given: {deck: 5}\nsteps:\n- expect: count(deck) == 5\n") == []


def test_more_copies_than_there_are_cannot_be_placed(failed):
    assert failed("given: {deck: [gold, gold, gold, gold]}\nsteps:\n- asked: nobody\n") == [
        ("one more gold", "3 in all")
    ]


def test_a_value_can_be_given(failed):
    assert (
        failed("""\
given: {bonus: 5, ada.hand: [gold]}
steps:
- do: pick
- expect: ada.coin == 8
""")
        == []
    )


def test_an_arranged_hand_is_filled_by_the_seed(failed):
    assert (
        failed("""\
arrange:
  ada.hand: [gold]
  deck: [silver, silver]
steps:
- expect: any(ada.hand, it.definition == gold) and count(ada.hand) == 2
- expect: top(deck).definition == silver and count(deck) == 5
- expect: count(deck) + count(ada.hand) + count(bo.hand) == 9
""")
        == []
    )


def test_arranging_leaves_every_copy_in_one_place(play):
    match = play("arrange: {ada.hand: [gold, gold], bo.hand: [gold]}\nsteps:\n- asked: ada\n").match
    st = match.state
    placed = [card for zone in st.zones for card in zone if card is not None]

    assert sorted(placed) == sorted(set(placed))
    assert all(card in st.zones[st.places[card]] for card in placed)


def test_an_example_has_its_card_in_play(load, machines):
    game = load("steps:\n- asked: ada\n")
    (example,) = game.examples

    assert run_script(game, example, machines=machines).failures == ()


def test_cards_inside_of_an_arranged_card_are_placed(failed):
    assert (
        failed("""\
arrange:
  table: [{chest: {inside: [gold, {silver: {marked: true}}]}}]
  row: [gold]
steps:
- expect: chest.inside[1].definition == gold and chest.inside[2].definition == silver
- expect: chest.inside[2].marked and row[1].definition == gold
- expect: count(chest.inside) == 2
""")
        == []
    )


def test_given_values_count_wherever_they_are_asked_for(failed):
    assert (
        failed("""\
given: {ada.hand: [copper], bonus: 2, phase: main, turn: ada}
steps:
- ada: bank
""")
        == []
    )
    assert failed("steps:\n- illegal: {ada: [bank]}\n") == []


OWNED = """\
id: tiny
version: "1"
language: 1
title: Each town in turn, used by whoever owns it
kinds:
  town: {state: {holder-of: maybe player, used: bool = false}, unique: true, start: land}
players: {count: 2}
zones:
  land: {of: town, order: row, seen-by: everyone}
cards:
- {kind: town, id: north}
- {kind: town, id: south}
- {kind: town, id: west}
actions:
  use-town: {}
  rest: {}
phases:
- id: towns
  for: t in land
  phases:
  - {id: owners, turns: players where it == t.holder-of, offer: [use-town, rest]}
  - {id: after, do: set t.used to true}
"""
LYING = "land: [{north: {holder-of: ada}}, {south: {holder-of: bo}}, {west: {holder-of: bo}}]"


def test_a_phase_for_each_thing_stands_at_the_first_that_gives_the_turn(failed):
    text = f"given: {{{LYING}, phase: owners, turn: bo}}\nsteps:\n- bo: rest\n"
    assert failed(f"{text}- expect: south.used and not north.used\n", rules=OWNED) == []


def test_without_a_turn_it_stands_at_its_first(failed):
    text = f"given: {{{LYING}, phase: owners}}\nsteps:\n- ada: rest\n- expect: north.used\n"
    assert failed(f"{text}- asked: bo\n", rules=OWNED) == []


def test_a_turn_that_nothing_gives_is_told(failed):
    land = "land: [{north: {holder-of: ada}}, {south: {holder-of: ada}}]"
    text = f"given: {{{land}, phase: owners, turn: bo}}\nsteps:\n- asked: bo\n"
    why = "the phase gives none here; a zone that is not named is empty"
    assert failed(text, rules=OWNED) == [("a turn of bo", why)]


def test_a_card_on_a_common_board_is_somebodys(failed):
    assert (
        failed("""\
given:
  row: [{silver: {owner: bo, marked: true}}, gold, {copper: {owner: none}}]
  ada.hand: [gold, {copper: {owner: bo}}]
  bo.hand: [silver]
  table: [{chest: {owner: ada}}]
  phase: main
  turn: ada
steps:
- expect: row[1].owner == bo and row[1].controller == bo and row[1].holder is none
- expect: row[1].marked and row[2].owner is none and row[3].owner is none
- expect: each(ada.hand, it.owner) == [ada, bo] and chest.owner == ada
- ada: [lay, gold]
- expect: row[1].owner == bo
""")
        == []
    )


def test_what_is_arranged_says_it_too(failed):
    assert (
        failed("""\
arrange: {row: [{silver: {owner: bo}}]}
steps:
- expect: row[1].owner == bo
""")
        == []
    )


OUTSIDE = """\
id: tiny
version: "1"
language: 1
title: A house for each player, and workers who come with a position
kinds: {worker: {copies: 3}}
players: {count: 2}
zones: {player.house: {of: worker, seen-by: everyone}}
cards: [{kind: worker, id: pawn}]
actions: {rest: {}, stay: {}}
phases: [{id: work, turns: players, offer: [rest, stay]}]
"""


@pytest.mark.parametrize("begin", ["given", "arrange"])
@pytest.mark.parametrize("cards", ["2", "[pawn, pawn]", "[{pawn: 2}]", "{pawn: 2}"])
def test_who_holds_the_zone_owns_the_cards_that_come_into_it(begin, cards, failed):
    owned = "count(ada.house) == 2 and all(ada.house, it.owner == ada)"
    text = f"{begin}: {{ada.house: {cards}, phase: work}}\nsteps:\n- expect: {owned}\n"
    assert failed(text, rules=OUTSIDE) == []
