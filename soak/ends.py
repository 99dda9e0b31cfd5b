"""Let every policy play a match of every package, with few thoughts: each comes to its end.

Games of its own have moves that are free and can be taken back, where it is best to wait for ever.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

import cardwright
from cardwright.game import Game
from cardwright.packages import all_packages
from cardwright.policies import THINKING, policy_with
from cardwright.search.budget import Budget
from soak.measure import Measure, Part, each, hold

POLICIES: Final = ("quick", "greedy", "mcts", "strong")
"""`strong` thinks for a time, as `play` lets it."""
MOST_DECISIONS: Final = 20_000
COUNT: Final = 3
"""Matches of a package by each policy."""

FREE_MOVES: Final = """
id: free-moves
version: "1"
language: 1
title: Free moves
kinds:
  fruit: {attributes: {worth: int}, start: tree}
cards:
- {each: {kind: fruit, copies: 2}, id: "fruit-{worth}", worth: 1..3}
players:
  count: 2
  state: {score: {is: int = 0, text: score}}
state:
  lit: {is: bool = false, text: lit}
zones:
  tree: {of: fruit, order: stack, seen-by: nobody}
  branch: {of: fruit, slots: 3, seen-by: everyone}
  player.basket: {of: fruit, seen-by: everyone}
actions:
  turn-lamp: {do: set lit to not lit, text: turn the lamp}
  swap:
    choose: {x: branch, y: branch where it != x}
    do: exchange x with y
    text: "swap {x} and {y}"
  pick:
    choose: {c: branch}
    do: |
      add c.worth + (1 if lit else 0) to me.score
      move c to me.basket
      fill branch from tree
      leave acting
    text: "pick {c}"
setup: shuffle tree; fill branch from tree
phases:
- id: turn
  turns: players
  phases:
  - {id: acting, while: branch is not empty, offer: [turn-lamp, swap, pick]}
end:
  when: branch is empty
  rank: score
"""
"""A turn has as many acts as one likes; who picks last may lose by it."""

WAITING: Final = """
id: waiting
version: "1"
language: 1
title: Waiting
state: {left: {is: int = 6, text: left}}
players: {count: 2}
actions:
  wait: {text: wait}
  advance:
    do: |
      subtract 1 from left
      if left <= 0, end game
    text: advance
phases:
- {id: acting, turns: players, offer: [wait, advance]}
end: {winners: "players where it != active"}
"""
"""Who makes the last step loses, and each may wait instead."""

PATIENCE: Final = """
id: patience
version: "1"
language: 1
title: Patience
kinds: {card: {attributes: {rank: int}, start: deck}}
cards:
- {each: {kind: card}, id: "card-{rank}", rank: 1..8}
players:
  count: 1
  state: {score: {is: int = 0, text: score}}
state: {lit: {is: bool = false, text: lit}}
zones:
  deck: {of: card, order: stack, seen-by: nobody}
  row: {of: card, seen-by: everyone}
actions:
  turn-lamp: {do: set lit to not lit, text: turn the lamp}
  lay:
    do: |
      move top(deck) to row
      add 1 to me.score
    when: deck is not empty
    text: lay a card
  finish: {do: end game, when: deck is empty, text: finish}
setup: shuffle deck
phases:
- {id: laying, turns: players, while: true, offer: [turn-lamp, lay, finish]}
end: {rank: score}
"""
"""Alone at the table, with one turn for the whole match."""

OWN: Final = {"free-moves": FREE_MOVES, "waiting": WAITING, "patience": PATIENCE}


def measures() -> Iterator[Measure]:
    """Yield a measure a package and one a game of its own."""
    for package in all_packages():
        run = each(f"ends/{package.id}", partial(_shipped, package.id))
        yield Measure(
            name=f"ends/{package.id}", game=package.id, count=COUNT * len(POLICIES), cost=6, run=run
        )
    for name in OWN:
        run = each(f"ends/{name}", partial(_own, name))
        yield Measure(name=f"ends/{name}", game=name, count=COUNT * len(POLICIES), cost=6, run=run)


def _shipped(name: str, chance: Random, number: int, part: Part) -> None:
    _check(cardwright.load(name), number, part)


def _own(name: str, chance: Random, number: int, part: Part) -> None:
    with TemporaryDirectory() as folder:
        (Path(folder) / "game.yaml").write_text(OWN[name], "utf-8")
        _check(cardwright.load(folder, cache=False), number, part)


def _check(game: Game, number: int, part: Part) -> None:
    seed, policy = divmod(number, len(POLICIES))
    outcome, decisions = ends_of(game, POLICIES[policy], seed, iterations=8)
    part.tally[outcome] += 1
    hold(outcome in ("win", "loss", "draw"), f"{POLICIES[policy]}: {outcome} after {decisions}")


def ends_of(game: Game, policy: str, seed: int, iterations: int) -> tuple[str, int]:
    """Return how a match ends that a policy plays, and after how many decisions.

    One that does not end is `open`.
    """
    budget = {
        "mcts": Budget(iterations=iterations),
        "strong": Budget(iterations=1000, seconds=0.003),
    }
    word = THINKING if policy == "strong" else policy
    choose, random = policy_with(word, budget.get(policy)), Random(f"policy {seed}")
    match = game.start(seed=seed, events=False)
    match.keeps_history = False
    decisions = 0
    while not match.over and decisions < MOST_DECISIONS:
        match.apply(choose(match, random))
        decisions += 1
    return match.outcome.kind if match.outcome else "open", decisions
