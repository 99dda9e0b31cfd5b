"""Amounts in the runtime: what is added, reduced and paid is what the model of amounts says."""

from __future__ import annotations

from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as some

import cardwright
from dsl.model import amounts
from dsl.model.amounts import Amount
from interpreter.native.emit.emitter import amount_cells
from interpreter.native.runtime import GLOBALS, NONE, text
from interpreter.program.amounts import (
    covers,
    due,
    none_over,
    one_more,
    payable,
    paying,
    pays,
)
from soak.measure import Part
from soak.natives import compare
from tests.interpreter.native.running import Running

CONSTANTS = {
    **{"MOST_WORK": 1 << 40, "BULK": 5},
    **{"NONE": NONE, "EMPTY": 8, "FAULT": 9, "HELD": 100},
    **{"HEAP": 20_000, "ARENA": 30_000, "STATUS": 3000, "TRIES": 0},
}
FUNCTIONS = (
    *(
        "add_amounts",
        "less_bag",
        "less_open",
        "floored",
        "reduce",
        "open_units",
        "to_amount",
        "due",
    ),
    *("payable", "forced_bag", "next_units", "one_more"),
    *("covers", "none_over", "pays"),
)
RUNNING = Running(text(), FUNCTIONS, CONSTANTS, GLOBALS, data={8: [0]})
A, B, C, D = 4000, 5000, 6000, 7000
"""Where tests put what they give."""
KEYS = some.integers(0, 4)
COUNTS = some.dictionaries(KEYS, some.integers(1, 4), max_size=4)
PARTS = some.lists(
    some.tuples(some.sets(KEYS, min_size=2, max_size=5), some.integers(1, 3)), max_size=2
)


@some.composite
def some_amounts(draw: some.DrawFn) -> Amount:
    """Draw an amount: its fixed part can be negative, some parts are of what nobody can pay."""
    found = amounts.of_bag(tuple(sorted(draw(COUNTS).items())))
    for keys, count in draw(PARTS):
        found = amounts.add(found, amounts.open_part(count, keys))
    if draw(some.integers(0, 9)) == 0:
        found = amounts.add(found, amounts.open_part(1, ()))
    if draw(some.booleans()):
        found = amounts.less(found, tuple(sorted(draw(COUNTS).items())))
    for keys, count in draw(PARTS):
        found = amounts.reduce(found, amounts.open_part(count, keys))
    if draw(some.booleans()):
        found = amounts.reduce(found, amounts.of_bag(tuple(sorted(draw(COUNTS).items()))))
    return found


BAGS = COUNTS.map(lambda counts: tuple(sorted(counts.items())))


def put(at: int, amount: Amount) -> int:
    """Write an amount into memory."""
    return RUNNING.put(at, amount_cells(amount)[1:])


def put_bag(at: int, bag: amounts.Pairs) -> int:
    """Write a bag into memory."""
    cells = [len(bag), *(n for pair in bag for n in pair)]
    RUNNING.cells[at : at + len(cells)] = cells
    return at


def bag_at(at: int) -> amounts.Pairs | None:
    """Return the bag that lies at a cell."""
    if at == NONE:
        return None
    cells = RUNNING.cells
    return tuple((cells[at + 1 + 2 * n], cells[at + 2 + 2 * n]) for n in range(cells[at]))


def call(name: str, *given: int) -> int:
    """Call a function with an empty arena behind what lies in memory already."""
    return RUNNING.call(name, *given)


def setup_function() -> None:
    RUNNING.set("g_top", CONSTANTS["ARENA"])


def cells_of(at: int) -> list[int]:
    """Return the cells of the amount that lies at a cell."""
    return [RUNNING.cells[at], *RUNNING.list_at(at)]


@given(some_amounts(), some_amounts(), BAGS)
@settings(deadline=None)
def test_amounts_are_computed_as_the_model_says(left: Amount, right: Amount, bag: amounts.Pairs):
    RUNNING.set("g_top", CONSTANTS["ARENA"])
    a, b, c = put(A, left), put(B, right), put_bag(C, bag)

    assert cells_of(call("add_amounts", a, b)) == amount_cells(amounts.add(left, right))
    assert cells_of(call("reduce", a, b)) == amount_cells(amounts.reduce(left, right))
    assert cells_of(call("less_bag", a, c)) == amount_cells(amounts.less(left, bag))
    assert cells_of(call("less_open", a, b)) == amount_cells(amounts.less_open(left, right))
    assert cells_of(call("floored", a)) == amount_cells(amounts.floored(left))
    assert cells_of(call("to_amount", c)) == amount_cells(amounts.of_bag(bag))


@given(some.integers(-2, 5), some.lists(KEYS, max_size=4))
@settings(deadline=None)
def test_open_parts_are_made_as_the_model_says(count: int, keys: list[int]):
    RUNNING.set("g_top", CONSTANTS["ARENA"])

    found = call("open_units", count, RUNNING.put(A, keys))

    assert cells_of(found) == amount_cells(amounts.open_part(count, keys))


@given(some_amounts(), BAGS)
@settings(deadline=None)
def test_what_is_due_and_whether_a_bag_pays_it(amount: Amount, bag: amounts.Pairs):
    RUNNING.set("g_top", CONSTANTS["ARENA"])
    a, b = put(A, amount), put_bag(B, bag)

    assert call("due", a) == due(amount)
    assert bool(call("payable", b, a)) == payable(bag, amount)


@given(some_amounts(), some.lists(some_amounts(), max_size=4))
@settings(deadline=None)
def test_whether_several_amounts_pay_one(amount: Amount, several: list[Amount]):
    RUNNING.set("g_top", CONSTANTS["ARENA"])
    places = [put(D + 200 * n, each) for n, each in enumerate(several)]
    a, xs = put(A, amount), RUNNING.put(B, places)

    assert bool(call("covers", xs, a)) == covers(several, amount)
    assert bool(call("none_over", xs, a)) == none_over(several, amount)
    assert bool(call("pays", xs, a)) == pays(several, amount)


@given(some_amounts(), some.none() | BAGS, some.randoms(use_true_random=False))
@settings(deadline=None, max_examples=60)
def test_the_units_that_are_asked_for_are_those_of_the_walker(amount, within, draw):
    RUNNING.set("g_top", CONSTANTS["ARENA"])
    ways, a = paying(amount, within), put(A, amount)
    b = NONE if within is None else put_bag(B, within)
    taken, last = call("forced_bag", a, b), None
    expected = ways.start

    assert bag_at(taken) == expected
    while expected is not None:
        options = ways.next_units(expected, last)
        found = RUNNING.list_at(call("next_units", a, b, taken, NONE if last is None else last))
        assert found == list(options)
        if not options:
            break
        last = draw.choice(options)
        expected = one_more(expected, last)
        taken = call("one_more", taken, last)
        assert bag_at(taken) == expected


GAME = """\
id: purses
version: "1"
language: 1
title: Purses
enums: {color: {red: Red, blue: Blue, green: Green}}
players: {count: 2, state: {purse: bag of color, least: int = 0}}
events:
  earn (amount of color a):
    do: choose b from a; add b to me.purse
  pay (amount of color a):
    when: payable(me.purse, a)
    do: |
      choose b from a where it <= me.purse
      if b is not none, subtract b from me.purse
  pay-mixed (amount of color a):
    do: |
      choose b from a where it <= me.purse and count(keys(it)) > me.least
      if b is not none, subtract b from me.purse
  take-few (amount of color a):
    do: |
      choose b from a where it[red] != 1 and count(keys(it)) <= 2
      if b is not none, add b to me.purse
actions:
  earning: {do: earn 2 any + 1 red/blue}
  paying: {when: "payable(me.purse, 3 any + 1 red/green)", do: pay 3 any + 1 red/green}
  mixing: {do: "pay-mixed (reduce(4 any, 1 blue))"}
  taking: {do: take-few 3 any}
  asking: {do: add 1 to me.least}
phases: [{id: acting, turns: players, offer: [earning, paying, mixing, taking, asking]}]
end: {when: round > 12, winners: players}
"""


def test_matches_that_pay_are_those_of_the_walker(tmp_path: Path):
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    part = Part()

    for number in range(2):
        compare(cardwright.load(tmp_path), 2, Random(f"purses {number}"), part)

    assert set(part.tally) == {"decisions", "decisions inside"}, "nothing is refused"
    assert part.tally["decisions"] > 100
