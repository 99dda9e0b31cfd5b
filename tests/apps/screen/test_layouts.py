"""Places as authors lay them out: a ring around a middle, rows, the places of a zone."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

import cardwright
from cardwright.apps.screen import Viewer
from cardwright.apps.screen.areas import Reader
from cardwright.apps.screen.wording import Wording
from cardwright.apps.table.terminal.cells import Cell, Picture, around, lines_of
from cardwright.apps.table.terminal.drawing import Drawing

GAME = """\
id: isles
version: "1"
language: 1
title: {en: Isles, ja: 島々}
kinds:
  isle:
    attributes:
      coves: list of cove = []
    state: {stones: {is: int = 0, text: {en: stones, ja: 石}}}
    unique: true
  cove: {unique: true}
  field: {unique: true}
  ware:
    state: {weight: {is: int = 1, text: {en: weight, ja: 重さ}}}
    active-in: [isle.stock]
    start: deck
    text: {en: ware, ja: 品}
cards:
- each: {kind: isle}
  rows:
  - {id: north, name: {en: North, ja: 北}, coves: [bay, inlet]}
  - {id: upper, name: {en: Upper, ja: 上}}
  - {id: east, name: {en: East, ja: 東}}
  - {id: far, name: {en: Far away, ja: 遠く}}
  - {id: south, name: {en: South, ja: 南}}
  - {id: lower, name: {en: Lower, ja: 下}}
  - {id: west, name: {en: West, ja: 西}}
  - {id: near, name: {en: Near, ja: 近く}}
- {id: bay, kind: cove, name: {en: Bay, ja: 湾}}
- {id: inlet, kind: cove, name: {en: Inlet, ja: 入江}}
- each: {kind: field}
  rows: [{id: a1}, {id: a2}, {id: b1}, {id: b2}]
- {id: amber, kind: ware, name: {en: Amber, ja: 琥珀}}
- {id: salt, kind: ware, name: {en: Salt, ja: 塩}}
- {id: silk, kind: ware, name: {en: Silk, ja: 絹}}
players: {count: 2}
zones:
  deck: {of: ware, order: stack, seen-by: nobody, text: {en: deck, ja: 山札}}
  heap: {of: ware, seen-by: everyone, text: {en: heap, ja: 山}}
  market: {of: ware, slots: 3, seen-by: everyone, text: {en: market, ja: 市場}}
  isle.stock: {of: ware, seen-by: everyone, text: {en: stock, ja: 在庫}}
  cove.chest: {of: ware, max: 1, seen-by: nobody, text: {en: chest, ja: 箱}}
state: {wind: {is: int = 3, text: {en: wind, ja: 風}}}
LAYOUT
setup: |
  move only(deck where it.definition == salt) to north.stock
  move only(deck where it.definition == HIDDEN) to bay.chest
  set south.stones to wind
  set south.stones to 2
actions:
  gather: {do: add 1 to north.stones}
phases:
- {id: act, turns: players, offer: [gather, pass]}
end: {when: round > 4, rank: north.stones}
"""
LAYOUT = """\
layout:
  sea:
    ring: [north, upper, east, far, south, lower, west, near]
    with: coves
    middle: [wind, deck]
    text: {en: The sea, ja: 海}
  farm: {rows: every field, columns: 2}
  stalls: {rows: market, columns: 2}
"""
IN_ENGLISH = """\
round 1 · You decide
The sea
╭───────────────────────╮╭───────────────────────╮╭───────────────────────╮
│ North                 ││ Upper                 ││ East                  │
│ stock Salt (weight 1) ││                       ││                       │
│ Bay ▒                 ││                       ││                       │
╰───────────────────────╯╰───────────────────────╯╰───────────────────────╯
╭───────────────────────╮         wind 3          ╭───────────────────────╮
│ Near                  │         deck 1          │ Far away              │
╰───────────────────────╯                         ╰───────────────────────╯
╭───────────────────────╮╭───────────────────────╮╭───────────────────────╮
│ West                  ││ Lower                 ││ South                 │
│                       ││                       ││ stones 2              │
╰───────────────────────╯╰───────────────────────╯╰───────────────────────╯
farm
╭────╮╭────╮
│ a1 ││ a2 │
╰────╯╰────╯
╭────╮╭────╮
│ b1 ││ b2 │
╰────╯╰────╯
market
╭──────╮╭──────╮
│ 1. · ││ 2. · │
╰──────╯╰──────╯
╭──────╮
│ 3. · │
╰──────╯
heap 0
  bo:
▶ ada (start):
"""
NARROW_IN_JAPANESE = """\
海
╭─────────────╮╭─────────────╮
│ 北          ││ 上          │
│ 在庫 塩     ││             │
│ (重さ 1)    ││             │
│ 湾 ▒        ││             │
╰─────────────╯╰─────────────╯
╭─────────────╮╭─────────────╮
│ 近く        ││ 東          │
╰─────────────╯╰─────────────╯
╭─────────────╮╭─────────────╮
│ 西          ││ 遠く        │
╰─────────────╯╰─────────────╯
╭─────────────╮╭─────────────╮
│ 下          ││ 南          │
│             ││ 石 2        │
╰─────────────╯╰─────────────╯
╭────────╮
│ 風 3   │
│ 山札 1 │
╰────────╯
"""


def begun(folder: Path, layout: str = LAYOUT, hidden: str = "amber") -> cardwright.Match:
    """Return a match of the little game at its first decision."""
    (folder / "game.yaml").write_text(GAME.replace("LAYOUT\n", layout).replace("HIDDEN", hidden))
    return cardwright.load(str(folder), cache=False).start(players=2, seed=1)


def table(match: cardwright.Match, lang: str = "en", width: int = 100, seat: int = 0) -> str:
    """Return the whole table as a seat sees it in a terminal of a width."""
    game = cardwright.Game(match.machine.program.game, {})
    lines = Drawing(Viewer(game, lang).view(match, seat), width, 24).whole()
    return "".join(f"{line}\n" for line in lines)


def test_a_ring_rows_and_a_zone(tmp_path):
    assert table(begun(tmp_path)) == IN_ENGLISH


def test_a_narrow_terminal_has_a_narrow_ring_and_the_middle_below(tmp_path):
    text = table(begun(tmp_path), "ja", width=30)

    assert NARROW_IN_JAPANESE in text
    assert max(map(len, text.splitlines())) <= 30


@pytest.mark.parametrize("width", [100, 80, 60, 40, 24])
def test_no_line_is_wider_than_the_terminal(tmp_path, width):
    match = begun(tmp_path)

    for lang in ("en", "ja"):
        lines = table(match, lang, width).splitlines()
        assert max(map(cell_len, lines)) <= width


def test_a_hidden_card_looks_like_any_other(tmp_path):
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    matches = [
        begun(tmp_path / name, hidden=hidden)
        for name, hidden in (("one", "amber"), ("other", "silk"))
    ]
    drawn = [table(match, seat=seat) for seat in (0, 1) for match in matches]

    assert drawn[0] == drawn[1] and drawn[2] == drawn[3]
    assert "Bay ▒" in drawn[0]
    assert "Amber" not in drawn[0] and "Silk" not in drawn[0]


def test_without_layout_the_table_stays_a_list(tmp_path):
    text = table(begun(tmp_path, layout=""))

    assert "The sea" not in text
    assert "market 0: ·, ·, ·" in text
    assert "North: stock 1: Salt (weight 1)" in text


def test_what_a_board_shows_is_not_listed_again(tmp_path):
    layout = "layout: {sea: {ring: [north, upper, east, far], with: coves, middle: deck}}\n"
    text = table(begun(tmp_path, layout=layout))
    drawn, _, listed = text.partition("deck 1")

    assert "wind 3" in drawn and "North" in drawn and "Bay" in drawn
    assert "South: stones 2" in listed and "market" in listed
    assert "North" not in listed and "Bay" not in listed and "deck" not in listed


def test_an_empty_zone_is_listed_as_it_has_no_board(tmp_path):
    text = GAME.replace("zones:\n", "zones:\n  queue: {of: ware, order: row, seen-by: everyone}\n")
    layout = "layout: {line: {ring: queue, middle: wind}}\n"
    (tmp_path / "game.yaml").write_text(text.replace("LAYOUT\n", layout).replace("HIDDEN", "amber"))
    drawn = table(cardwright.load(str(tmp_path), cache=False).start(players=2, seed=1))

    assert "queue 0" in drawn and "wind 3" in drawn


def test_it_changes_no_course(tmp_path):
    for name in ("with", "without"):
        (tmp_path / name).mkdir()
    courses = []
    for name, layout in (("with", LAYOUT), ("without", "")):
        match = begun(tmp_path / name, layout=layout)
        while not match.over:
            match.apply(match.decision.options[0])
        courses.append((match.observe(0), match.outcome))

    assert courses[0] == courses[1]


@pytest.mark.parametrize("number", range(4, 31))
@pytest.mark.parametrize("most", [2, 3, 4, 9])
def test_neighbours_of_a_ring_stand_side_by_side(number, most):
    cells = [Cell(str(i), ()) for i in range(number)]
    rows = around(cells, most)
    spots = {cell.title: (y, x) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell}

    assert len(spots) == number
    assert len(rows[0]) <= max(2, most)
    assert spots["0"] == (0, 0)
    steps = [
        abs(spots[str(i)][0] - spots[str(i + 1)][0]) + abs(spots[str(i)][1] - spots[str(i + 1)][1])
        for i in range(number - 1)
    ]
    assert set(steps) == {1}
    last = spots[str(number - 1)]
    assert last[0] + last[1] <= 1 + number % 2


def test_long_texts_in_many_columns_become_lines():
    cells = [Cell(f"Place {i}", ("a long state of it",)) for i in range(10)]
    text = "\n".join(lines_of(Picture("", [cells], is_ring=False), 80))

    assert "╭" not in text
    assert text.startswith("Place 0 a long state of it │ Place 1 a long state of it │ Place 2")


@pytest.mark.parametrize(
    ("state", "zone", "shown"),
    [
        ({"weight": 1}, "stock", "weight 1"),
        ({"weight": 1}, "heap", ""),
        ({"weight": 1}, "", "weight 1"),
        ({"weight": 2}, "heap", "weight 2"),
        ({"weight": 0}, "heap", "weight 0"),
    ],
)
def test_cards_at_rest_do_not_show_what_is_as_at_the_beginning(tmp_path, state, zone, shown):
    reader = Reader(Wording(begun(tmp_path).machine.program.game, "en"), {}, {})
    card = reader.card("@1", {"card": "salt", "state": state}, zone)

    assert " ".join(f"{each.label} {each.text}" for each in card.shown) == shown


def test_numbers_that_are_0_from_the_beginning_are_left_out(tmp_path):
    reader = Reader(Wording(begun(tmp_path).machine.program.game, "en"), {}, {})

    assert not reader.card("@1", {"card": "north", "state": {"stones": 0}}).shown
    (stones,) = reader.card("@1", {"card": "north", "state": {"stones": 3}}).shown
    assert stones.text == "3"


def test_a_bare_spot_stays_bare():
    lines = lines_of(Picture("", [[Cell("x", ()), None, Cell("y", ())]], is_ring=False), 80)

    assert lines == ["╭───╮     ╭───╮", "│ x │     │ y │", "╰───╯     ╰───╯"]
