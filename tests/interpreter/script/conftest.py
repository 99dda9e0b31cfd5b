"""Give the tests of scripts a small game and a short way to run a script of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dsl.load import load_package
from dsl.model.scripts import Script
from interpreter.script.run import run_script
from interpreter.script.session import Machines, ScriptResult, Services

PRELUDE = Path(__file__).parents[3] / "cards" / "prelude"
GAME = """\
id: tiny
version: "1"
language: 1
title: A tiny game

kinds:
  card:
    attributes: {worth: int}
    state: {marked: bool = false}
    active-in: [player.play]
    copies: 3
    start: deck
  box: {unique: true}
players:
  count: 2
  state: {coin: int = 0}
zones:
  deck: {of: card, order: stack, seen-by: nobody}
  player.hand: {of: card, seen-by: owner}
  player.play: {of: card, seen-by: everyone}
  row: {of: card, slots: 3, seen-by: everyone}
  table: {of: box, seen-by: everyone}
  box.inside: {of: card, seen-by: everyone}
values:
  bonus -> int: 1
  whose: active
events:
  gain (int n):
    do: add n to me.coin
  play-out (card c):
    do: move c to me.play; gain c.worth + bonus
  roll:
    do: |
      choose n from 1..6 by chance
      gain n
  pick:
    do: |
      choose c from me.hand
      play-out c
cards:
- {kind: card, id: copper, worth: 1}
- kind: card
  id: silver
  worth: 2
  examples:
  - given: {me.coin: 3}
    do: gain self.worth
    then: me.coin == 5 and self in me.play
- {kind: card, id: gold, worth: 3}
- {kind: box, id: chest}
actions:
  lay:
    choose:
      c: me.hand
    do: play-out c
  dice:
    do: roll
  bank:
    when: bonus > 1
    do: gain 0
setup:
- id: shuffling
  do: shuffle deck
- id: dealing
  do: |
    for each p in players:
      draw-card by p
      draw-card by p
phases:
- id: turn-of
  turns: players
  phases:
  - id: main
    offer: [lay, dice, bank]
  - id: rest
    do: gain 0
end:
  when: any(players, coin >= 10)
  rank:
  - coin
"""
HEAD = "script: a script\ngame: tiny\nplayers: [ada, bo]\nseed: 3\n"

Load = Callable[[str], Script]
Play = Callable[..., ScriptResult]


@pytest.fixture(scope="session")
def machines() -> Machines:
    return Machines()


@pytest.fixture
def load(tmp_path):
    """Return a function from the text of a script to the game and what was made of it."""

    def load(text: str, head: str = HEAD, rules: str = GAME):
        (tmp_path / "game.yaml").write_text(rules, encoding="utf-8")
        (tmp_path / "script.yaml").write_text(head + text, encoding="utf-8")
        loaded = load_package(tmp_path, "tiny", PRELUDE)
        assert loaded.game is not None, [f"{d.span.place} {d.message}" for d in loaded.diagnostics]
        return loaded.game

    return load


@pytest.fixture
def play(load, machines):
    """Return a function that runs the text of a script and gives its result."""

    def play(
        text: str, services: Services | None = None, rules: str = GAME, **named
    ) -> ScriptResult:
        game = load(text, rules=rules)
        return run_script(game, game.scripts[0], machines=machines, services=services, **named)

    return play


@pytest.fixture
def failed(play):
    """Return a function that runs a script and gives what was expected and found, as pairs."""

    def failed(text: str, **named) -> list[tuple[str, str]]:
        return [(f.expected, f.found) for f in play(text, **named).failures]

    return failed
