"""A whole position that leaves out what set-up always says is told so, where a rule reads it."""

from __future__ import annotations

import pytest

from dsl.load import load_package
from interpreter.script.run import run_script
from interpreter.script.session import Machines
from tests.interpreter.script.conftest import PRELUDE

GAME = """\
id: tiny
version: "1"
language: 1
title: A tiny game
kinds:
  seat-card: {unique: true, attributes: {worth: int}, start: chairs}
players: {count: 2, state: {chair: seat-card, coin: int = 0}}
state:
  dealer: player
zones:
  chairs: {of: seat-card, seen-by: everyone}
events:
  gain:
    do: add me.chair.worth to me.coin
cards:
- {kind: seat-card, id: stool, worth: 3}
setup: |
  set dealer to start-player
  for each p in players, set p.chair to stool
phases:
- {id: act, turns: players, do: end game}
end: {rank: [coin]}
examples:
- id: said
  given: {ada.chair: stool}
  do: gain
  then: ada.coin == 3
- id: unread
  given: {ada.coin: 1}
  then: ada.coin == 1
- id: unsaid
  given: {bo.chair: stool, dealer: ada}
  do: gain
  then: ada.coin == 3
"""


@pytest.fixture
def results(tmp_path):
    """What comes of each example, by its name."""
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    loaded = load_package(tmp_path, "tiny", PRELUDE)
    assert loaded.game is not None, [each.message for each in loaded.diagnostics]
    machines = Machines()
    return {
        script.title: run_script(loaded.game, script, machines=machines)
        for script in loaded.game.examples
    }


def test_what_is_said_or_not_read_is_enough(results):
    assert results["said"].failures == results["unread"].failures == ()


def test_what_is_read_and_not_said_is_named(results):
    (failure,) = results["unsaid"].failures

    assert failure.expected == "a position that says `ada.chair`"
    assert failure.found == "nothing said of it, and a rule reads it"
    assert failure.span.text.startswith("{bo.chair")
