"""Games to look at."""

from __future__ import annotations

import pytest

from interpreter.walk.match import Match
from tests.interpreter.shipped import NAMES, machine, play, start

__all__ = ["play", "start"]

SECRETS = """\
id: secrets
version: "1"
language: 1
default-language: en
title: {en: Secrets}
authors: []
source: {rules: a game made for tests}
summary: {en: A game with everything that can be hidden.}
published: []
reconstructed: []

kinds:
  paper:
    attributes: {rank: int}
    copies: 2
    start: pile
  note:
    extends: paper
    state:
      marked: {is: bool = false, seen-by: everyone}
  letter:
    extends: paper
    state: {sealed: int = 0}
  spot:
    unique: true
    state: {height: int = 1}

players:
  count: 2-3
  state:
    wish: {is: int = 0, seen-by: owner}
    coins: int = 3

state:
  bet: maybe paper

zones:
  pile: {of: paper, order: stack, seen-by: nobody}
  shown: {of: paper, order: stack, seen-by: {top: everyone, cards: nobody}}
  urn: {of: paper, seen-by: {cards: nobody, contents: everyone}}
  chest: {of: paper, seen-by: {cards: nobody, count: nobody}}
  spot.below: {of: paper, seen-by: nobody}
  player.hand: {of: paper, seen-by: owner}

events:
  give (paper c) to (player p):
    do: move c to p.hand
    text: {en: "{me} gives {c} to {p}"}

actions:
  show:
    choose: {c: me.hand}
    do: move c to top of shown
    text: {en: "show {c}"}
  peek:
    when: pile is not empty
    do: |
      let c = top(pile)
      reveal c to me
    text: {en: look at the top card}
  pick:
    choose: {c: pile}
    do: move c to me.hand
    text: {en: take a card}
  swap:
    do: |
      at once for each p in players:
        choose c from p.hand by p
      then:
        give c to next(p) by p
    text: {en: everybody gives a card}

setup:
- id: deal
  do: |
    shuffle pile
    move top(pile, 2) to urn
    move top(pile, 2) to chest
    for each s in every spot, move top(pile, 1) to s.below
    for each p in players:
      move top(pile, 3) to p.hand
      set p.wish to p.seat + 1
    for each c in every note where it.rank == 2, set c.marked to true
    choose b from pile by chance
    set bet to b

phases:
- id: act
  turns: players
  offer: [show, peek, pick, swap]

end: {when: "round > 40"}

cards:
- each: {kind: note}
  rows:
  - {id: ace, rank: 1}
  - {id: two, rank: 2}
  - {id: three, rank: 3}
  - {id: four, rank: 4}
- each: {kind: letter}
  rows:
  - {id: five, rank: 5}
  - {id: six, rank: 6}
  - {id: seven, rank: 7}
- each: {kind: spot}
  rows:
  - {id: hill}
  - {id: lake}
"""
"""A game with everything that can be hidden."""


@pytest.fixture(scope="session")
def secrets(tmp_path_factory):
    """Return a function from a seed to a match of the game in which everything is hidden."""
    folder = tmp_path_factory.mktemp("secrets")
    (folder / "game.yaml").write_text(SECRETS)
    return lambda seed: Match.start(machine(folder, 2), seed, NAMES[:2])
