"""A card whose name says all its numbers needs them not behind it; the name of a place does not."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.apps.screen import Viewer
from cardwright.apps.table.terminal.drawing import Drawing

GAME = """\
id: meadow
version: "1"
language: 1
title: Meadow
kinds:
  cell:
    unique: true
    attributes: {honey: {is: int, text: honey}}
cards:
- {kind: cell, id: here, name: NAME, honey: 2}
- {kind: cell, id: there, name: there, honey: 4}
players: {count: 1, state: {got: int = 0}}
actions:
  collect: {choose: {c: every cell}, do: add c.honey to me.got}
phases: [{id: day, turns: players, offer: [collect]}]
end: {when: round > 3, rank: got}
"""


@pytest.mark.parametrize(
    ("name", "said"), [("a2", "a2 — honey 2"), ("cell 2", "cell 2"), ("蜜2", "蜜2")]
)
def test_a_number_that_stands_at_a_letter_is_part_of_a_name(
    tmp_path: Path, name: str, said: str
) -> None:
    (tmp_path / "game.yaml").write_text(GAME.replace("NAME", name), "utf-8")
    game = cardwright.load(tmp_path, cache=False)
    view = Viewer(game, "en").view(game.start(seed=1), 0)
    assert view.question is not None
    drawing = Drawing(view, width=80, height=24)
    first = next(iter(drawing.options(view.question, is_full=True)))
    assert first.split("  ", 1)[1] == said
