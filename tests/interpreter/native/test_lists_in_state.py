"""State that holds lists of lists: both engines hold the same, however often it is set, added to,
taken apart, tried in a cost and set back."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import cardwright
from soak.measure import Part
from soak.natives import compare
from tests.interpreter.small import of_players

GAME = """
id: lists-in-state
version: "1"
language: 1
title: Lists of lists
enums: {gem: [amber, jade]}
kinds:
  spot:
    unique: true
    state: {man: maybe player, marks: list of list of int}
cards:
- {each: {kind: spot}, rows: [{id: north}, {id: east}, {id: south}]}
players:
  count: 2
  state:
    rows: list of list of gem = [] until turn
    points: int = 0
    last: list of int
state:
  seen: list of list of maybe player
  rows: list of list of int = [[1, 2], [3]]
  held: list of list of spot until turn
  packs: list of bag of gem
  stood-so: {is: int, counts: note, same: [now, "every spot where man == active", pack]}
values:
  pack -> bag of gem: (count(seen) % 3) amber + 1 jade
  now -> list of maybe player: each(every spot, man)
  stood -> int: count(seen, it == now)
events:
  note:
    do: |
      add [now] to seen
      add [every spot where man is not none] to held
      add [pack] to packs
  pay-by-rows (int n):
    when: count(rows) >= n
    do: |
      set rows to last(rows, max(count(rows) - n, 0))
      add [[round]] to rows
actions:
  place:
    choose: {x: every spot where man != me}
    do: |
      let before = seen
      set x.man to me
      note
      add stood + stood-so + count(held, count(it) > 1) + count(packs, it == pack) to me.points
      if count(before) + 1 == count(seen), add 1 to me.points
      add [[count(seen), round]] to x.marks
  lift:
    choose: {x: every spot where man == me}
    cost: pay-by-rows 2
    do: |
      let kept = rows
      set x.man to none
      set rows to [me.last, [round]] + rows
      set me.last to [round, count(rows)]
      set rows to rows + kept
      if count(rows) > 12, set rows to [kept[1]]
  collect:
    do: |
      add [[amber, jade]] to me.rows
      set me.rows to me.rows + [[jade]]
      add count(me.rows where it == [jade]) to me.points
  peek:
    when: would(note, stood > 1)
    do: add count(each(rows, count(it))) to me.points; set seen to last(seen, 2)
  tell:
    do: add sum(every spot, count(it.marks)) to me.points
phases:
- {id: act, turns: players, repeat: true, offer: [place, lift, collect, peek, tell, pass]}
end: {when: round > 6, rank: points}
"""


def loaded(tmp_path: Path) -> cardwright.Game:
    """Return the game."""
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    return cardwright.load(tmp_path)


@pytest.mark.parametrize("seed", [1, 2, *(pytest.param(n, marks=pytest.mark.soak) for n in (3, 4))])
def test_both_engines_hold_the_same_lists(seed: int, tmp_path: Path) -> None:
    part = Part()

    compare(loaded(tmp_path), 2, Random(seed), part)

    assert part.tally["decisions"] > 20
    assert set(part.tally) == {"decisions", "decisions inside"}, "nothing is refused"


def test_a_position_is_counted_as_often_as_it_stood(tmp_path: Path) -> None:
    match = loaded(tmp_path).start(events=False)
    for answer in ("place", "north", "place", "east"):
        match.apply(answer)

    stood, stood_so, packs, new = 1, 1, 1, 1  # each stood once, and each is one more
    both = 1  # what ada's turn held is forgotten, and bo's holds two
    assert of_players(match, "points") == (
        stood + stood_so + packs + new, stood + stood_so + packs + new + both,
    )  # fmt: skip
