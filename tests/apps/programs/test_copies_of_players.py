"""Copies that begin in a zone of players: each player has their own."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.apps.programs.environment.spaces import Spaces
from interpreter.walk.equivalence import Equivalence

GAME = """
id: camps
version: "1"
language: 1
title: {en: Camps}
kinds:
  piece: {}
  boat: {extends: piece, copies: 2, start: player.camp}
  flag: {extends: piece, start: player.camp}
cards:
- {kind: boat, id: canoe}
- {kind: flag, id: banner}
players: {count: 2-3}
zones:
  player.camp: {of: piece, order: stack, seen-by: owner}
  sea: {of: boat, seen-by: everyone}
actions:
  sink: {do: retire first(me.camp where it is boat)}
  build: {do: create 1 canoe into sea}
phases: [{id: acting, turns: players, offer: [sink, build]}]
end: {when: round > 9}
"""


@pytest.fixture
def game(tmp_path: Path) -> cardwright.Game:
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    return cardwright.load(tmp_path)


@pytest.mark.parametrize("players", [2, 3])
def test_a_position_has_room_for_those_of_all(game: cardwright.Game, players: int) -> None:
    given = {"phase": "acting", "turn": "ada", "ada.camp": ["canoe"] * (2 * players)}
    match = game.start(players, seed=1, given=given)
    assert len(match.observe(0)["players"][0]["zones"]["camp"]["cards"]) == 2 * players

    with pytest.raises(ValueError, match=rf"one more canoe, found {2 * players} in all"):
        game.start(players, seed=1, given={**given, "ada.camp": ["canoe"] * (2 * players + 1)})


def test_one_that_has_left_can_come_again_and_no_more(game: cardwright.Game) -> None:
    match = game.start(2, seed=1)
    counts = []
    for answer in ("build", "sink", "build", "build"):
        match.apply(answer)
        counts.append(match.observe(0)["zones"]["sea"]["count"])
    assert counts == [0, 0, 1, 1]


def test_one_each_is_not_the_only_one(game: cardwright.Game) -> None:
    program = game.machine(2).program
    assert [program.copies(each) for each in range(2)] == [2, 4]
    assert not any(Equivalence(game.machine(2)).single)
    assert Spaces(game, 2)
