"""What differs between two worlds is said with both values, for every part of a view."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.api.package import Package
from cardwright.api.scripts import Case

GAME = """\
id: apart
version: "1"
language: 1
title: Apart
kinds: {gem: {attributes: {worth: int}, start: bag}}
cards: [{kind: gem, id: ruby, worth: 3}, {kind: gem, id: opal, worth: 2}]
players: {count: 2, state: {coins: int = 0}}
state: {doom: int = 0}
zones:
  bag: {of: gem, order: stack, seen-by: nobody}
  table: {of: gem, seen-by: everyone}
  player.hand: {of: gem, seen-by: owner}
actions:
  pay: {when: me.coins > 0, do: subtract 1 from me.coins}
  wait: {}
phases: [{id: day, turns: players, offer: [pay, wait]}]
end: {when: round > 3, winners: players}
"""
SCRIPT = """\
script: apart
game: apart
players: [ada, bo]
worlds:
- given: {{turn: ada, phase: day, {0}}}
- given: {{turn: ada, phase: day, {1}}}
steps:
- same-view: {2}
"""


def found(folder: Path, one: str, other: str, who: str) -> list[str]:
    (folder / "game.yaml").write_text(GAME)
    (folder / "scripts").mkdir()
    (folder / "scripts" / "a.yaml").write_text(SCRIPT.format(one, other, who))
    package = Package.around(folder)
    case = Case.all_in(package, cardwright.load(package, cache=False).model)[0]
    return [failure.found for failure in case.run(cache=False).failures]


@pytest.mark.parametrize(
    ("one", "other", "who", "what"),
    [
        ("table: [ruby]", "table: [opal]", "bo", "zone table: [ruby] and [opal]"),
        ("ada.hand: [ruby]", "ada.hand: [opal]", "ada", "zone ada.hand: [ruby] and [opal]"),
        ("ada.hand: [ruby]", "ada.hand: [ruby, opal]", "bo", "zone ada.hand: [?] and [?, ?]"),
        ("doom: 1", "doom: 2", "bo", "state doom: 1 and 2"),
        ("ada.coins: 0", "ada.coins: 2", "bo", "state ada.coins: 0 and 2"),
        ("ada.hand: [ruby]", "ada.hand: [opal]", "bo", None),
    ],
)
def test_what_differs_is_named_with_both_values(tmp_path, one, other, who, what):
    expected = [] if what is None else [f"the worlds can be told apart: {what}"]

    assert found(tmp_path, one, other, who) == expected
