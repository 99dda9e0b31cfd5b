"""Of a batch happens what finds room, event by event: rules and the log know of no more.

The guide: the test for room in a zone reads the current position, and it makes no difference
whether the batch holds the moves themselves or events that move.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from interpreter.walk.match import Match
from tests.interpreter.small import match_of, of_players, play, program_of

ROOM = {"store": 9, "pen": 2, "cage": 1}
GAME = """\
kinds: {beast: {attributes: {goal: place}, copies: 1}}
enums: {place: [to-store, to-pen, to-cage]}
cards:
CARDS
players: {count: 1, state: {before: int = 0, after: int = 0}}
zones:
  store: {of: beast, seen-by: everyone}
  pen: {of: beast, max: 2, seen-by: everyone}
  cage: {of: beast, slots: 1, seen-by: everyone}
triggers:
- {before: move, do: add 1 to start-player.before}
- {after: move, do: add 1 to start-player.after}
events:
  leap (beast c):
    do: |
      if c.goal == to-store, move c to store
      if c.goal == to-pen, move c to pen
      if c.goal == to-cage, move c to cage
actions:
  flat:
    do: |
      together for each c in every beast:
        if c.goal == to-store, move c to store
        if c.goal == to-pen, move c to pen
        if c.goal == to-cage, move c to cage
  nested: {do: "together for each c in every beast, leap c"}
phases: [{id: day, turns: players, offer: [flat, nested]}]
end: {when: round > 3, winners: players}
"""
Ways = Sequence[tuple[str, str]]


def moved(ways: Ways) -> tuple[list[str], int]:
    """Return where each beast is in the end and how many moves there are, one after the other."""
    places, count = [start for start, _ in ways], 0
    for number, (_, goal) in enumerate(ways):
        if places[number] == goal or places.count(goal) < ROOM[goal]:
            places[number] = goal
            count += 1
    return places, count


def told(match: Match, event: str) -> list[object]:
    """Return the arguments of the events of a sort in the log, the first one first."""
    found, log = [], match.state.log
    while log is not None:
        if log[0].event == event:
            found.append(log[0].arguments)
        log = log[1]
    return found[::-1]


places = some.sampled_from(sorted(ROOM))


@pytest.mark.parametrize("action", ["flat", "nested"])
@given(ways=some.lists(some.tuples(places, places), min_size=1, max_size=7), events=some.booleans())
@settings(max_examples=40, deadline=None)
def test_moves_of_a_batch_happen_as_long_as_there_is_room(action, events, ways):
    starts = [start for start, _ in ways]
    ways = [
        (start if starts[:number].count(start) < ROOM[start] else "store", goal)
        for number, (start, goal) in enumerate(ways)
    ]
    cards = [
        f"- {{kind: beast, id: beast-{number}, start: {start}, goal: to-{goal}}}"
        for number, (start, goal) in enumerate(ways)
    ]
    program = program_of(GAME.replace("CARDS", "\n".join(cards)), 1)
    match = match_of(program, ("ada",), events=events)
    play(match, action)

    where, count = moved(ways)
    numbers = {key.name: n for key, n in program.family_numbers.items()}
    assert match.state.places == [numbers[place] for place in where]
    assert of_players(match, "before") == of_players(match, "after") == (count,)
    assert len(told(match, "move")) == (count if events else 0)


# --- what is made, and what rules that go before have done ----------------------------------------

MADE = """\
kinds: {imp: {}}
cards: [{kind: imp, id: red, copies: 3}, {kind: imp, id: blue, copies: any}]
players: {count: 1, state: {before: int = 0, after: int = 0, came: int = 0}}
zones: {pen: {of: imp, max: 4, seen-by: everyone}}
triggers:
- {before: create, do: add 1 to start-player.before}
- {after: create, do: add 1 to start-player.after}
events: {make (int n): {do: create n red + 1 blue into pen}}
actions:
  flat: {do: "together for each n in [2, 1, 2], create n red + 1 blue into pen"}
  nested: {do: "together for each n in [2, 1, 2], make n"}
phases: [{id: day, turns: players, offer: [flat, nested]}]
end: {when: round > 3, winners: players}
"""


@pytest.mark.parametrize("action", ["flat", "nested"])
def test_what_is_made_in_a_batch_is_told_as_it_came(action):
    """Room for four: three cards, then one, then none."""
    match = match_of(program_of(MADE, 1), ("ada",), events=True)
    play(match, action)

    came = [sum(number for _, number in bag) for bag, _ in told(match, "create")]
    assert came == [3, 1]
    assert of_players(match, "after") == (2,)


FILLED = """\
kinds: {beast: {start: store}}
cards: [{kind: beast, id: wolf, copies: 6}]
players: {count: 1, state: {after: int = 0}}
state: {is-filled: bool = false}
zones:
  store: {of: beast, order: row, seen-by: everyone}
  pen: {of: beast, max: 2, seen-by: everyone}
triggers:
- before: move to pen where not is-filled
  do: set is-filled to true; move last(store) to pen; move last(store) to pen
- {after: move to pen, do: add 1 to start-player.after}
actions:
  alone: {do: move first(store) to pen}
  flat: {do: "together for each c in [store[1], store[2]], move c to pen"}
phases: [{id: day, turns: players, offer: [alone, flat]}]
end: {when: round > 3, winners: players}
"""


@pytest.mark.parametrize("action", ["alone", "flat"])
def test_a_move_that_a_rule_before_it_leaves_no_room_is_not_told(action):
    match = match_of(program_of(FILLED, 1), ("ada",), events=True)
    play(match, action)

    assert of_players(match, "after") == (2,)
    assert [card for card, _, _ in told(match, "move")] == [5, 4]


PAID = """\
kinds: {beast: {start: store}}
cards: [{kind: beast, id: wolf, copies: 6}]
players: {count: 1}
zones:
  store: {of: beast, order: row, seen-by: everyone}
  pen: {of: beast, max: 2, seen-by: everyone}
events: {leap (beast c): {do: move c to pen}}
actions:
  wait: {}
  two: {cost: "together for each c in [store[1], store[2]], move c to pen"}
  three: {cost: "together for each c in [store[1], store[2], store[3]], move c to pen"}
  three-leap: {cost: "together for each c in [store[1], store[2], store[3]], leap c"}
phases: [{id: day, turns: players, offer: [wait, two, three, three-leap]}]
end: {when: round > 3, winners: players}
"""


def test_a_cost_that_finds_no_room_for_all_of_a_batch_is_not_payable():
    match = match_of(program_of(PAID, 1), ("ada",))

    assert match.decision.labels == ("wait", "two")
