"""Things go by the numbers in their ids, 10 after 9: in rules, zones, boards and views."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.observe.observation import observe
from tests.interpreter.small import match_of, program_of

LAYOUTS = {
    "none": "",
    "ring": "layout: {board: {ring: every pit}}",
    "rows": "layout: {board: {rows: every pit, columns: 4}}",
    "listed": "layout: {board: {rows: [[LISTED]]}}",
    "paths": "layout: {board: {paths: {FIRST: [OTHERS]}}}",
    "rows and paths": "layout: {board: {rows: every pit, columns: 3, paths: {FIRST: [OTHERS]}}}",
}
GAME = """\
kinds:
  pit: {unique: true, attributes: {number: int}}
cards:
- each: {kind: pit}
  rows: [ROWS]
players: {count: 1}
LAYOUT
values:
  pits -> list of int: each(every pit, number)
  third -> int: (every pit)[3].number
state:
  found: list of int = []
  at-three: int = 0
actions:
  go: {do: end game}
phases:
- {id: only, turns: players, offer: [go]}
setup: |
  set found to pits
  set at-three to third
end: {winners: players}
"""
OF_A_ZONE = """\
kinds:
  bed: {attributes: {number: int}, start: ZONE}
cards:
- each: {kind: bed}
  rows: [ROWS]
players: {count: 1}
zones:
  ZONE: {of: bed, order: row, seen-by: everyone}
LAYOUT
state:
  found: list of int = []
  lying: list of int = []
actions:
  go: {do: end game}
phases:
- {id: only, turns: players, offer: [go]}
setup: |
  set found to each(every bed, number)
  set lying to each(WHOSE, number)
end: {winners: players}
"""

numbers = st.lists(st.integers(0, 1200), min_size=3, max_size=14, unique=True)


def written(text: str, found: list[int], word: str) -> str:
    ids = [f"{word}-{number}" for number in found]
    rows = ", ".join(f"{{id: {word}-{number}, number: {number}}}" for number in found)
    text = text.replace("ROWS", rows).replace("LISTED", ", ".join(ids))
    return text.replace("FIRST", ids[0]).replace("OTHERS", ", ".join(ids[1:]))


def state_of(match, name):
    layout = match.machine.program.layout
    field = next(place for field, place in layout.table.items() if field.name == name)
    return match.state.values[field]


@pytest.mark.parametrize("layout", LAYOUTS)
@settings(max_examples=8, deadline=None)
@given(found=numbers)
def test_places_go_by_number_for_rules_and_in_what_is_shown(layout: str, found: list[int]) -> None:
    text = GAME.replace("LAYOUT", LAYOUTS[layout])
    match = match_of(program_of(written(text, found, "pit"), 1), ("ada",))

    assert state_of(match, "found") == tuple(sorted(found))
    assert state_of(match, "at-three") == sorted(found)[2]
    shown = [card["card"] for card in observe(match, 0)["entities"]]
    assert shown == [f"pit-{number}" for number in sorted(found)]


@pytest.mark.parametrize("layout", ["ring", "rows"])
@settings(max_examples=8, deadline=None)
@given(found=numbers)
def test_boards_of_every_place_are_drawn_by_number(layout: str, found: list[int]) -> None:
    text = GAME.replace("LAYOUT", LAYOUTS[layout])
    program = program_of(written(text, found, "pit"), 1)

    drawn = [place for row in program.game.layouts[0].rows for place in row]
    assert drawn == [f"pit-{number}" for number in sorted(found)]


@pytest.mark.parametrize("zone", ["player.garden", "garden"])
@pytest.mark.parametrize("form", ["rows: {}, columns: 4", "ring: {}"])
@settings(max_examples=8, deadline=None)
@given(found=numbers)
def test_what_begins_in_a_zone_that_is_laid_out_lies_by_number(
    zone: str, form: str, found: list[int]
) -> None:
    text = OF_A_ZONE.replace("LAYOUT", f"layout: {{gardens: {{{form.format(zone)}}}}}")
    whose = "seats[1].garden" if zone.startswith("player") else zone
    text = text.replace("ZONE", zone).replace("WHOSE", whose)
    match = match_of(program_of(written(text, found, "bed"), 1), ("ada",))

    assert state_of(match, "found") == state_of(match, "lying") == tuple(sorted(found))


@given(found=numbers)
@settings(max_examples=8, deadline=None)
def test_cards_go_letter_by_letter(found: list[int]) -> None:
    text = OF_A_ZONE.replace("LAYOUT", "").replace("ZONE", "garden").replace("WHOSE", "garden")
    match = match_of(program_of(written(text, found, "bed"), 1), ("ada",))

    assert state_of(match, "found") == tuple(sorted(found, key=str))
