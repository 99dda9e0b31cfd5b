"""`chance` decides what is drawn as soon as a position begins, where it is written before it."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.api.package import Package
from cardwright.api.scripts import Case

GAME = """\
id: dawn
version: "1"
language: 1
title: Dawn
players: {{count: 1, state: {{coins: int = 0}}}}
actions: {{wait: {{}}, rest: {{}}}}
phases:
- id: dawn
  do: |
    choose n from 1..6 by chance
    for each p in players, add n to p.coins
- {{id: day, turns: players, offer: [wait, rest]}}
end: {{when: round > 4, rank: coins}}
examples:
- {0}
"""
SCRIPT = """\
script: dawn
game: dawn
players: [ada]
{0}
steps:
- expect: ada.coins == {1}
- chance: [6]
- ada: wait
- expect: ada.coins == {1} + 6
"""


def failures(folder: Path, example: str, script: str = "") -> list[str]:
    (folder / "game.yaml").write_text(GAME.format(example))
    (folder / "scripts").mkdir(exist_ok=True)
    (folder / "scripts" / "a.yaml").write_text(script or SCRIPT.format("chance: [1]", 1))
    package = Package.around(folder)
    cases = Case.all_in(package, cardwright.load(package, cache=False).model)
    return [str(each) for case in cases for each in case.run(cache=False).failures]


@pytest.mark.parametrize("number", range(1, 7))
def test_before_a_position_it_decides_what_that_draws_at_once(tmp_path, number):
    example = f"{{chance: [{number}], given: {{phase: dawn}}, then: me.coins == {number}}}"

    assert failures(tmp_path, example) == []


def test_behind_a_position_it_decides_what_is_drawn_after_the_first_question(tmp_path):
    example = "{given: {phase: day, ada.coins: 0}, chance: [5], play: wait, then: me.coins == 5}"

    assert failures(tmp_path, example) == []


@pytest.mark.parametrize("beginning", ["", "given: {phase: dawn}", "arrange: {ada.coins: 0}"])
def test_beside_the_position_of_a_script_it_decides_at_once(tmp_path, beginning):
    example = "{given: {phase: day}, then: true}"

    for number in (2, 5):
        script = SCRIPT.format(f"chance: [{number}]\n{beginning}", number)
        assert failures(tmp_path, example, script) == []
