"""Dice under cups: what was thrown where nobody looks is hidden, and is drawn anew in other worlds.

A die that goes under a cup in sight of all is known; what it shows once it was thrown there is not.
"""

from __future__ import annotations

from collections import Counter

import pytest

from interpreter.observe.determinize import determinize
from interpreter.observe.observation import observe
from interpreter.program.assembling import assemble_program
from interpreter.walk.assembly import assemble_machine
from interpreter.walk.match import Match
from tests.interpreter.shipped import NAMES, loaded

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


@pytest.fixture(scope="module")
def begin(tmp_path_factory):
    """Return a function from a seed to a match with three cups."""
    folder = tmp_path_factory.mktemp("cups")
    (folder / "game.yaml").write_text(CUPS)
    machine = assemble_machine(assemble_program(loaded(folder), {}, 3))
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


LAIRS = """\
id: lairs
version: "1"
language: 1
title: {en: Lairs}
summary: {en: What players choose in secret.}

enums:
  role: [spy, guard, thief]
kinds:
  place:
    unique: true
    attributes: {leads-to: list of place}
  token: {start: bowl, copies: 3}
zones: {bowl: {of: token, seen-by: everyone}}
cards:
- {kind: token, id: token}
- each: {kind: place}
  rows:
  - {id: a, name: {en: A}, leads-to: [b, c]}
  - {id: b, name: {en: B}, leads-to: [a, d, c]}
  - {id: c, name: {en: C}, leads-to: [a, b, d]}
  - {id: d, name: {en: D}, leads-to: [b, c]}
players:
  count: 2
  state:
    lair: {is: maybe place, seen-by: owner}
    role: {is: role = spy, seen-by: owner}
    bid: {is: int = 0, seen-by: owner}
    sum: {is: int = 0, seen-by: owner}
    mark: {is: maybe player, seen-by: nobody}
    token: {is: maybe token, seen-by: owner}
actions:
  sneak:
    in: act
    do: |
      choose p from every place
      set me.lair to p
      choose r from every role
      set me.role to r
      choose n from 1..6
      set me.bid to n
      add n to me.sum
      choose q from players
      set me.mark to q
  forget: {in: act, do: set me.mark to none; set me.token to none}
  aim: {in: act, do: set me.token to last(bowl)}
  rest: {in: act}
setup: set seats[1].lair to a
phases:
- {id: act, turns: players}
end: {when: round > 9}
"""


@pytest.fixture(scope="module")
def lairs(tmp_path_factory):
    """Return a match in which the first player has chosen, as the second sees it."""
    folder = tmp_path_factory.mktemp("lairs")
    (folder / "game.yaml").write_text(LAIRS)
    machine = assemble_machine(assemble_program(loaded(folder), {}, 2))

    def begin(*labels):
        match = Match.start(machine, 1, NAMES[:2])
        for label in labels:
            take(match, label)
        return match

    return begin


CHOSEN = ("sneak", "c", "guard", "5", "bo")


def secrets(match, seat, name):
    """Return how often each value of a player's secret comes up in 120 worlds that a seat draws."""
    worlds = (determinize(match, seat, seed) for seed in range(120))
    return Counter(observe(world, 0)["players"][0]["state"].get(name) for world in worlds)


def test_what_others_chose_in_secret_is_drawn_from_all_that_it_may_be(lairs):
    match = lairs(*CHOSEN)

    assert observe(match, 0)["players"][0]["state"]["lair"] == "c"
    assert "lair" not in observe(match, 1)["players"][0]["state"]
    assert secrets(match, 1, "lair").keys() == {"a", "b", "c", "d"}
    assert secrets(match, 1, "role").keys() == {"spy", "guard", "thief"}
    assert secrets(match, 1, "bid").keys() == {1, 2, 3, 4, 5, 6}


def test_what_was_chosen_is_no_likelier_than_anything_else(lairs):
    found = secrets(lairs(*CHOSEN), 1, "bid")

    assert found[5] < 120 / 6 * 2


def test_its_owner_goes_on_knowing_it(lairs):
    match = lairs(*CHOSEN, "rest")

    assert secrets(match, 0, "lair") == {"c": 120}
    assert secrets(match, 0, "bid") == {5: 120}


def test_what_nobody_sees_is_drawn_for_everyone(lairs):
    match = lairs(*CHOSEN, "rest")
    place = next(p for p, f in match.machine.program.layout.fixed_places() if f.key.name == "mark")

    drawn = {determinize(match, 0, seed).state.values[place] for seed in range(60)}

    assert drawn == {0, 1, None}  # a rule may take it away


def test_what_nobody_has_chosen_yet_stays(lairs):
    match = lairs("rest")
    worlds = [determinize(match, 0, seed) for seed in range(60)]
    found = [observe(world, 1)["players"][1]["state"] for world in worlds]

    assert {(each["lair"], each["bid"]) for each in found} == {(None, 0)}


def test_a_secret_card_of_several_may_be_none(lairs):
    assert secrets(lairs("rest", "rest"), 1, "token") == {None: 120}
    assert secrets(lairs("aim"), 1, "token").keys() == {"token", None}


def test_numbers_that_rules_reckon_stay(lairs):
    assert secrets(lairs(*CHOSEN), 1, "sum") == {5: 120}


def test_a_world_looks_the_same_to_who_draws_it(lairs):
    match = lairs(*CHOSEN)

    worlds = [determinize(match, 1, seed) for seed in range(30)]

    assert all(observe(world, 1) == observe(match, 1) for world in worlds)
