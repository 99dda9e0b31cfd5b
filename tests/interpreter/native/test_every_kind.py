"""`every KIND` lists what is unique or in a zone, whatever kind it is asked of, in both engines."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import cardwright
from soak.measure import Part
from soak.natives import compare
from tests.interpreter.small import of_players

GAME = """
id: every-kind
version: "1"
language: 1
title: Every kind
kinds:
  site: {attributes: {room: int = 1}}
  space: {extends: site, unique: true}
  house: {extends: site, start: deck}
cards:
- {id: wood, kind: space, room: 2}
- {id: clay, kind: space}
- {id: hut, kind: house, copies: COPIES}
players: {count: 2, state: {sites: int = 0, rooms: int = 0, houses: int = 0}}
zones: {deck: {of: house, order: stack, seen-by: everyone}}
actions:
  build:
    do: |
      set me.sites to count(every site)
      set me.houses to count(every house)
      set me.rooms to sum(s in every site where room > 0, s.room)
      if deck is not empty, retire top(deck)
  wait: {}
phases:
- {id: work, turns: players, offer: [build, wait]}
- {id: evening, do: "if round == 3, end game"}
end: {rank: rooms}
"""


@pytest.fixture
def game(request: pytest.FixtureRequest, tmp_path: Path) -> cardwright.Game:
    (tmp_path / "every-kind").mkdir()
    package = tmp_path / "every-kind"
    (package / "game.yaml").write_text(GAME.replace("COPIES", str(request.param)))
    return cardwright.load(package)


@pytest.mark.parametrize("game", [2], indirect=True)
def test_a_kind_lists_its_unique_things_and_what_lies_in_zones(game: cardwright.Game) -> None:
    match = game.start()
    match.apply("build")
    match.apply("build")

    assert of_players(match, "sites") == (4, 3)
    assert of_players(match, "houses") == (2, 1)
    assert of_players(match, "rooms") == (5, 4)


@pytest.mark.parametrize("game", [2, 40], indirect=True)
def test_both_engines_list_the_same(game: cardwright.Game) -> None:
    part = Part()

    compare(game, 2, Random(1), part)

    assert set(part.tally) == {"decisions", "decisions inside"}, "nothing is refused"
