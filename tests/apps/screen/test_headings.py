"""A phase that nobody went through has no heading in the log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import cardwright
from cardwright.apps.screen import Viewer
from interpreter.observe.transcript import transcript_lines

GAME = """\
id: bells
version: "1"
language: 1
title: Bells
players: {count: 2, state: {awake: bool = false}}
state: {alarm: bool = false, bells: int = 0}
actions:
  ring: {do: set alarm to true, text: ring}
  rest: {do: add 0 to bells, text: rest}
  yawn: {do: set me.awake to false, text: yawn}
  rise: {do: set me.awake to true, text: rise}
phases:
- {id: dawn, do: add 1 to bells, text: Dawn}
- {id: noon, turns: players, offer: [ring, rest, rise], text: Noon}
- id: fire
  while: alarm
  text: Fire
  phases: [{id: quench, do: set alarm to false, text: Quench}]
- {id: night, asks: players where awake, offer: [yawn, rest], text: Night}
end: {when: round > 3, rank: bells}
"""


@pytest.fixture
def load(tmp_path: Path) -> Callable[[str], cardwright.Game]:
    """Return a function from the text of a game to the game."""

    def load(text: str) -> cardwright.Game:
        (tmp_path / "game.yaml").write_text(text)
        return cardwright.load(str(tmp_path), cache=False)

    return load


@pytest.fixture
def game(load) -> cardwright.Game:
    return load(GAME)


def told(game: cardwright.Game, *answers: str) -> list[str]:
    """Return the headings and actions of a round: those of the transcript and of the screen."""
    match = game.start(players=2, seed=1, names=["ada", "bo"])
    for answer in answers:
        match.apply(answer)
    lines = [
        line.removeprefix("ada: ").removeprefix("bo: ") for line in transcript_lines(match, "en")
    ]
    shown = Viewer(game, "en").view(match, 0).log
    assert [each.text.removeprefix("ada: ").removeprefix("bo: ") for each in shown] == lines
    return lines


def test_what_does_something_is_told_and_so_is_where_somebody_is_asked(game):
    assert told(game) == ["Dawn", "Noon"]


def test_a_condition_that_did_not_hold_and_nobody_to_ask_are_not_told(game):
    assert told(game, "rest", "rest") == ["Dawn", "Noon", "rest", "rest", "Dawn", "Noon"]


def test_what_a_condition_let_happen_is_told_though_no_event_was_in_it(game):
    assert told(game, "ring", "rest") == [
        "Dawn", "Noon", "ring", "rest", "Fire", "Quench", "Dawn", "Noon"
    ]  # fmt: skip


def test_who_is_asked_is_told(game):
    assert told(game, "rise", "rest") == ["Dawn", "Noon", "rise", "rest", "Night"]
    assert told(game, "rise", "rest", "yawn")[4:] == ["Night", "yawn", "Dawn", "Noon"]


def test_a_match_that_is_over_asks_nobody_any_more(load):
    dawn, rest = GAME.index("- {id: dawn"), GAME.index("- {id: noon")
    found = told(load(GAME[:dawn] + GAME[rest:]), *["rest"] * 6)

    assert found == ["Noon", "rest", "rest"] * 3
