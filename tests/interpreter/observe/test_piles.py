"""A pile whose top alone is seen is not looked through, and what leaves it unseen is unknown."""

from __future__ import annotations

import pytest

from interpreter.observe.determinize import determinize
from interpreter.observe.events import event_records
from interpreter.observe.observation import observe
from tests.interpreter.small import match_of, play, program_of

GAME = """\
kinds: {card: {attributes: {rank: int}, start: row}}
zones:
  row: {of: card, seen-by: everyone}
  pile: {of: card, order: stack, seen-by: {cards: nobody, top: everyone}}
  deck: {of: card, order: stack, seen-by: nobody}
  player.hand: {of: card, seen-by: owner}
players: {count: 2, state: {coins: int = 0}}
events:
  bury (card c):
    do: move c to pile
    text: "{me} buries {c}"
actions:
  bury-one: {choose: {c: row}, do: bury c}
  bury-all: {do: "for each c in sort(row, rank), bury c"}
  hide: {do: move pile to bottom of deck}
  hide-shuffled: {do: shuffle pile; move pile to bottom of deck}
  hide-one: {do: move top(pile) to bottom of deck}
  hide-together: {do: "together for each c in pile, move c to bottom of deck"}
  hide-two: {do: "repeat 2 times, move top(pile) to bottom of deck"}
  take-two: {do: "move top(pile, 2) to me.hand"}
  lift: {do: "move top(pile) to row"}
  show: {do: reveal pile to me}
phases:
- {id: act, turns: "[first(seats)]", offer: [bury-one, bury-all, hide, hide-shuffled, hide-one,
   hide-together, hide-two, take-two, lift, show]}
end: {rank: [coins]}
cards:
- each: {kind: card}
  rows: [{id: a, rank: 1}, {id: b, rank: 2}, {id: c, rank: 3}, {id: d, rank: 4}]
"""


@pytest.fixture(params=[False, True], ids=["silent", "logged"])
def begin(request):
    program = program_of(GAME)

    def match(*answers):
        found = match_of(program, events=request.param)
        play(found, *answers)
        return found

    return match


def shown(match, zone, seat=1):
    found = observe(match, seat)
    cards = {**found["zones"], **found["players"][0]["zones"]}[zone]["cards"]
    return [card["card"] for card in cards]


def test_what_lies_under_the_top_is_not_listed(begin):
    match = begin("bury-all")

    assert [shown(match, "pile", seat) for seat in (0, 1)] == [["d", None, None, None]] * 2


def test_the_next_card_is_seen_when_the_top_has_gone(begin):
    assert shown(begin("bury-all", "lift"), "pile") == ["c", None, None]


def test_what_was_covered_is_drawn_anew_in_imagined_worlds(begin):
    match = begin("bury-all")
    drawn = {determinize(match, 1, seed).state.entity_definitions for seed in range(20)}

    assert len(drawn) > 3
    assert {definitions[3] for definitions in drawn} == {3}


def test_a_pile_that_goes_under_the_deck_at_once_shows_its_top_alone(begin):
    assert shown(begin("bury-all", "hide"), "deck") == ["d", None, None, None]


def test_cards_that_move_together_show_the_top_alone(begin):
    match = begin("bury-all", "hide-together")

    assert shown(match, "deck") == ["d", None, None, None]
    assert shown(begin("bury-all", "hide-together"), "pile") == []


def test_a_pile_that_was_shuffled_shows_no_more_than_its_new_top(begin):
    deck = shown(begin("bury-all", "hide-shuffled"), "deck")

    assert deck[0] is not None
    assert deck[1:] == [None] * 3


def test_two_cards_taken_at_once_show_one(begin):
    match = begin("bury-all", "take-two")

    assert shown(match, "hand", 0) == ["c", "d"]
    assert shown(match, "hand", 1) == ["d", None]


def test_cards_that_go_one_by_one_are_seen_one_by_one(begin):
    assert shown(begin("bury-all", "hide-two"), "deck") == ["d", "c"]
    assert shown(begin("bury-all", "hide-two"), "pile") == ["b", None]


def test_what_is_shown_in_the_pile_is_known_to_whom_it_was_shown(begin):
    match = begin("bury-all", "show")

    assert shown(match, "pile", 0) == ["d", "c", "b", "a"]
    assert shown(match, "pile", 1) == ["d", None, None, None]


def test_the_log_names_what_was_seen_alone():
    match = match_of(program_of(GAME), events=True)
    play(match, "bury-all", "hide")
    moved = [r.arguments["c"] for r in event_records(match, 1) if r.name == "move"]

    assert moved == ["a", "b", "c", "d", "d", "a-card", "a-card", "a-card"]


def test_what_could_not_move_is_seen_again_as_the_top():
    text = GAME.replace("deck: {of: card, order: stack, seen-by: nobody}",
                        "deck: {of: card, order: stack, max: 1, seen-by: nobody}")  # fmt: skip
    for events in (False, True):
        match = match_of(program_of(text), events=events)
        play(match, "bury-all", "hide")

        assert shown(match, "pile") == ["c", None, None]
