"""What would hold behind events: the native engine says what the walker says."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import cardwright
from soak.measure import Part
from soak.natives import compare

GAME = """
id: supposed-by-chance
version: "1"
language: 1
title: What would hold

kinds:
  card: {start: deck, attributes: {worth: int}, state: {marked: bool = false}}
cards:
- {each: {kind: card}, id: "c{worth}", worth: 1..6, copies: 3}
players: {count: 2, state: {points: int = 0, coins: int = 2}}
zones:
  deck: {of: card, order: stack, seen-by: nobody}
  pile: {of: card, order: stack, seen-by: everyone}
  player.hand: {of: card, seen-by: owner}
  player.field: {of: card, seen-by: everyone, max: 3}
values:
  held(player p) -> int: sum(p.hand, worth)
  top-worth(player p) -> int: max(c in p.hand where would(drop c, held(p) > 3), c.worth, 0)
events:
  drop (card c): {do: move c to pile}
  put (card c): {do: move c to me.field}
  pay (int n):
    when: n <= me.coins
    do: subtract n from me.coins
  mark (card c):
    do: |
      pay 1
      set c.marked to true
      for each d in me.field, set d.marked to true
  turn-up: {do: move top(deck) to pile}
  lot:
    do: |
      choose c from me.hand by chance
      drop c
  pick:
    do: |
      choose c from me.hand
      drop c
  mix: {do: shuffle deck}
replacements:
- {instead: put where c.worth == 5, do: drop c}
triggers:
- {after: drop, do: add 1 to me.points}
forbids:
- {event: drop where c.worth == 2 and c.marked}
actions:
  first-way:
    choose: {c: "me.hand where ASKED"}
    do: drop c
  second-way:
    choose: {c: "me.hand where not ASKED"}
    cost: mark c
    do: add top-worth(me) to me.points; put c
  third-way:
    when: any(me.field, ASKED)
    do: pick; add 2 to me.coins
  rest: {do: draw 1; add 1 to me.coins}
setup: shuffle deck; deal 4
phases:
- {id: act, turns: players, offer: [first-way, second-way, third-way, rest]}
end: {when: round > 7 or deck is empty, rank: [points, coins]}
"""
EVENTS = (
    "drop it", "put it", "mark it", "pay 1", "pay 2", "turn-up", "lot", "pick", "mix",
    "move it to pile", "move it to me.field", "retire it", "draw 1", "drop first(me.field)",
    "mark it by next(me)",
)  # fmt: skip
CONDITIONS = (
    "held(me) <= 8", "count(me.field) > 1", "top(pile) == it", "marked", "me.coins > 0",
    "any(pile, worth > 4)", "top-worth(me) > 2", "would(drop first(me.hand), count(pile) > 2)",
    "me.points > 1", "marked or me.coins == 1",
)  # fmt: skip


def game_of(chance: Random) -> str:
    """Return a game in which three questions are asked of what would be."""
    text = GAME
    for _ in range(3):
        events = "; ".join(chance.sample(EVENTS, chance.randint(1, 2)))
        text = text.replace("ASKED", f"would({events}, {chance.choice(CONDITIONS)})", 1)
    return text


@pytest.mark.parametrize(
    "seed", [5, *(pytest.param(n, marks=pytest.mark.soak) for n in (0, 1, 2, 3, 4, 7, 8, 9))]
)
def test_what_would_hold_is_the_same_in_both_engines(seed: int, tmp_path: Path) -> None:
    chance, part = Random(seed), Part()
    (tmp_path / "game.yaml").write_text(game_of(chance), "utf-8")
    game = cardwright.load(tmp_path)

    compare(game, 2, chance, part)

    assert part.tally["decisions"] > 0
    assert set(part.tally) == {"decisions", "decisions inside"}, "nothing is refused"
