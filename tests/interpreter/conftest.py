"""Give the tests of the event graph small games, written where they are used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dsl.check.texts.texts import prelude_of
from dsl.diagnostics.diagnostic import Report
from dsl.load import load_sources
from dsl.model.game import Game
from dsl.records import Source

HEAD = """\
id: small
version: "1"
language: 1
title: Small
kinds:
  card: {active-in: [player.play], start: deck, copies: 4}
players: {count: 2, state: {coin: int = 0, fame: int = 0}}
zones:
  deck: {of: card, order: stack, seen-by: nobody}
  player.play: {of: card, seen-by: everyone}
state: {course: list of player}
"""
TAIL = """\
phases:
- id: act
  turns: players
  do: |
    begin
    if coin > 9, end game
end: {rank: [coin, fame, count(course)]}
"""


@pytest.fixture
def game() -> Callable[[str], Game]:
    """Return a function that makes a game of `events:`, `cards:` and other sections."""

    def make(body: str, head: str = HEAD, tail: str = TAIL) -> Game:
        source = Source("small/game.yaml", head + body + tail.replace("coin > 9", "me.coin > 9"))
        loaded = load_sources((source,), "small", prelude_of((), Report()))
        assert loaded.game is not None, [each.rendered() for each in loaded.diagnostics]
        return loaded.game

    return make


@pytest.fixture
def cards() -> Path:
    """Return the folder of the packages."""
    return Path(__file__).parents[2] / "cards"
