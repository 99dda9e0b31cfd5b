"""Functions of boards answer as the layout says, also where no rule of the game asks the board."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright

GAME = """\
id: small
version: "1"
language: 1
title: Small
kinds:
  cell: {unique: true}
  stone: {}
cards:
- {kind: cell, id: north}
- {kind: cell, id: middle}
- {kind: cell, id: south}
- {kind: stone, id: pebble}
players: {count: 1}
LAYOUT
actions:
  go: {do: end game}
phases:
- {id: going, turns: players, offer: [go]}
end: {winners: players}
"""


def match(folder: Path, layout: str) -> cardwright.Match:
    (folder / "small").mkdir()
    (folder / "small" / "game.yaml").write_text(GAME.replace("LAYOUT", layout), encoding="utf-8")
    return cardwright.load(folder / "small", cache=False).start()


@pytest.mark.parametrize(
    ("layout", "beside", "longest"),
    [
        ("layout: {board: {rows: [[north, middle, south]]}}", ["north", "south"], 3),
        ("layout: {board: {rows: [[north], [middle], [south]]}}", ["north", "south"], 3),
        ("layout: {board: {rows: every cell, columns: 3}}", ["north"], 3),
        ("layout: {board: {ring: [north, middle, south]}}", ["north", "south"], 3),
    ],
)
def test_what_no_rule_asks_is_answered(tmp_path, layout, beside, longest):
    asked = match(tmp_path, layout)
    assert asked.value("count(beside(middle))") == len(beside)
    assert asked.value("all(beside(middle), it != middle)") is True
    assert asked.value("longest-run(every cell)") == longest


def test_what_stands_on_no_board_is_still_told(tmp_path):
    with pytest.raises(cardwright.PackageError, match="stands on a board"):
        match(tmp_path, "").value("beside(middle)")
