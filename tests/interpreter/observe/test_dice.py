"""Dice under cups: what was thrown where nobody looks is hidden, and is drawn anew in other worlds.

A die that goes under a cup in sight of all is known; what it shows once it was thrown there is not.
"""

from __future__ import annotations

from collections import Counter

import pytest

from interpreter.compile.program import assemble_program
from interpreter.observe.determinize import determinize
from interpreter.observe.observation import observe
from interpreter.run.assembly import assemble_machine
from interpreter.run.match import Match
from tests.interpreter.observe.conftest import NAMES, loaded

CUPS = """\
id: cups
version: "1"
language: 1
title: {en: Cups}
summary: {en: Dice under cups.}

kinds:
  die:
    state:
      face: int = 1 keep
      scratched: bool = false keep
    start: box
    copies: 6
cards:
- {kind: die, id: die, name: {en: die}}
players: {count: 3}
zones:
  box: {of: die, order: stack, seen-by: everyone}
  player.cup: {of: die, seen-by: owner}
  middle: {of: die, seen-by: everyone}
events:
  throw (die d):
    do: |
      choose n from 1..6 by chance
      set d.face to n
actions:
  shake: {in: act, do: "for each d in me.cup, throw d"}
  roll-open: {in: act, do: "for each d in middle, throw d"}
  lift: {in: act, do: reveal me.cup}
  scratch: {in: act, do: "for each d in me.cup, set d.scratched to true"}
  put: {in: act, choose: {d: me.cup}, do: move d to middle}
setup: |
  move top(box, 1) to middle
  for each p in players, move top(box, 1) to p.cup
  for each p in players, for each d in p.cup, throw d
phases:
- {id: act, turns: players}
end: {when: round > 9}
"""


@pytest.fixture(scope="module", params=[True, False], ids=["blocks", "walker"])
def begin(request, tmp_path_factory):
    """Return a function from a seed to a match with three cups."""
    folder = tmp_path_factory.mktemp("cups")
    (folder / "game.yaml").write_text(CUPS)
    machine = assemble_machine(assemble_program(loaded(folder), {}, 3), blocks=request.param)
    return lambda seed: Match.start(machine, seed, NAMES[:3])


def under(match, seat, cup):
    """Return what a seat sees under a player's cup."""
    return observe(match, seat)["players"][cup]["zones"]["cup"]["cards"]


def take(match, label):
    match.apply(match.decision.labels.index(label))


def test_only_its_owner_sees_what_was_thrown_under_a_cup(begin):
    match = begin(3)
    for cup in range(3):
        for seat in range(3):
            shown = under(match, seat, cup)
            assert [card["card"] for card in shown] == (["die"] if seat == cup else [None])
            assert seat == cup or shown == [{"card": None}]


def test_what_is_thrown_in_the_open_is_seen(begin):
    match = begin(3)
    take(match, "roll-open")
    seen = [observe(match, seat)["zones"]["middle"]["cards"] for seat in range(3)]
    assert seen[0] == seen[1] == seen[2] and seen[0][0]["card"] == "die"


def test_a_lifted_cup_shows_its_die_until_it_is_thrown_again(begin):
    match = begin(3)
    own = under(match, 0, 0)
    take(match, "lift")
    assert under(match, 1, 0) == under(match, 2, 0) == own
    take(match, "lift")
    take(match, "lift")
    take(match, "shake")
    assert under(match, 1, 0) == [{"card": None}]


def test_other_changes_leave_a_card_known(begin):
    match = begin(3)
    take(match, "lift")
    take(match, "lift")
    take(match, "lift")
    take(match, "scratch")
    assert under(match, 1, 0)[0]["card"] == "die"


def test_the_dice_of_others_are_drawn_anew_and_nothing_else(begin):
    match = begin(3)
    shown = [Counter(), Counter()]
    for number in range(120):
        world = determinize(match, 0, number)
        assert observe(world, 0) == observe(match, 0)
        for cup in (1, 2):
            (die,) = under(world, cup, cup)
            shown[cup - 1][die.get("state", {}).get("face", 1)] += 1
    assert all(set(faces) == set(range(1, 7)) and max(faces.values()) < 40 for faces in shown)


def test_what_was_lifted_stays_in_every_world(begin):
    match = begin(3)
    take(match, "lift")
    take(match, "lift")
    worlds = [determinize(match, 2, number) for number in range(10)]
    assert all(under(world, cup, cup) == under(match, cup, cup)
               for world in worlds for cup in (0, 1, 2))  # fmt: skip
