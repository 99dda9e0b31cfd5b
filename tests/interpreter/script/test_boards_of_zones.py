"""Cards that lie on boards of zones: what is near follows from where they lie, board by board."""

from __future__ import annotations

from typing import Any

import pytest

from dsl.model import expressions as e
from interpreter.program.reads import ReadSets
from tests.interpreter.small import program_of

GAME = """\
id: tiny
version: "1"
language: 1
title: Boards of zones
kinds:
  tile:
    attributes: {worth: int}
    state: {marked: bool = false}
    active-in: [mat, player.plot]
  spot: {unique: true, extends: tile}
players: {count: 2, state: {coin: int = 0}}
zones:
  bag: {of: tile, seen-by: everyone}
  mat: {of: tile, slots: 6, seen-by: everyone}
  player.plot: {of: tile, order: row, seen-by: everyone}
  player.belt: {of: tile, order: row, seen-by: everyone}
layout:
  mats: {rows: mat, columns: 3, draw: false}
  plots: {rows: player.plot, columns: 2, beside: corners}
  belts: {ring: player.belt}
  fixed: {paths: {n: [s], s: [e]}, draw: false}
cards:
- {kind: tile, id: a, worth: 1}
- {kind: tile, id: b, worth: 2}
- {kind: tile, id: c, worth: 3}
- {kind: tile, id: d, worth: 4}
- {kind: tile, id: e1, worth: 5}
- {kind: spot, id: n, worth: 0}
- {kind: spot, id: s, worth: 0}
- {kind: spot, id: e, worth: 0}
values:
  richness(tile t) -> int: sum(beside(t), worth)
  group(tile t) -> int: count(connected(t, every tile))
  marked-run -> int: longest-run(every tile where marked)
actions:
  wait: {do: add 1 to me.coin}
  nap: {do: add 2 to me.coin}
phases:
- {id: all, turns: players, offer: [wait, nap]}
end: {when: "any(players, coin > 20)", rank: coin}
"""
GIVEN = "check: [clone, save]\ngiven: {%s, phase: all, turn: ada}\nsteps:\n"
ON_MAT = GIVEN % "mat: [a, none, b, c, d, none], bag: [e1]"


@pytest.fixture
def holds(failed):
    """Return a function that says which of some conditions do not hold in a position."""

    def holds(beginning: str, *steps: str) -> None:
        told = "".join(f"- {step if ': ' in step else f'expect: {step}'}\n" for step in steps)
        assert failed(beginning + told, rules=GAME) == []

    return holds


def test_cards_are_near_where_they_lie_and_free_places_part(holds):
    """a . b / c d . : a is above c, b stands alone; `mat[n]` leaves free places out."""
    holds(
        ON_MAT,
        "beside(mat[1]) == [mat[3]] and beside(mat[2]) is empty",
        "each(beside(mat[3]), worth) == [1, 4]",
        "each(within(mat[1], 2), worth) == [3, 4] and within(mat[1], 0) is empty",
        "each(connected(mat[4], mat), worth) == [1, 3, 4]",
        "connected(mat[4], [mat[1], mat[4]]) == [mat[4]]",
        "longest-run(mat) == 2 and longest-run([mat[1], mat[2]]) == 1",
    )


def test_what_moves_is_near_others_from_then_on(holds):
    """Values over boards are kept no longer than the cards lie as they did; a card goes to the
    first free place."""
    holds(
        ON_MAT,
        "richness(mat[3]) == 5 and group(mat[3]) == 3",
        "do: move mat[1] to bag",
        "richness(mat[2]) == 4 and group(mat[2]) == 2",
        "do: move first(bag where worth == 5) to mat",
        "richness(mat[3]) == 9 and group(mat[3]) == 3",
        "ada: wait",
        "do: move mat[4] to bag",
        "richness(mat[3]) == 5 and group(mat[2]) == 1",
    )


def test_each_player_has_a_board(holds):
    """a b / c beside one another in every direction; d lies on bo's board alone."""
    holds(
        GIVEN % "ada.plot: [a, b, c], bo.plot: [d]",
        "each(beside(ada.plot[3]), worth) == [1, 2]",
        "beside(bo.plot[1]) is empty and within(bo.plot[1], 9) is empty",
        "connected(ada.plot[1], every tile) == ada.plot",
        "do: move ada.plot[1] to bo.plot",
        "each(beside(bo.plot[1]), worth) == [1]",
        "each(beside(ada.plot[1]), worth) == [3]",
    )


def test_a_row_moves_up_where_a_card_leaves(holds):
    holds(
        GIVEN % "ada.plot: [a, b, c, d, e1]",
        "each(beside(ada.plot[5]), worth) == [3, 4]",
        "do: move ada.plot[1] to bag",
        "each(beside(ada.plot[4]), worth) == [2, 3, 4]",
        "count(beside(ada.plot[1])) == 3",
    )


def test_a_zone_may_lie_in_a_ring(holds):
    holds(
        GIVEN % "ada.belt: [a, b, c, d]",
        "each(beside(ada.belt[1]), worth) == [2, 4]",
        "longest-run([ada.belt[1], ada.belt[4], ada.belt[3]]) == 3",
    )


def test_runs_do_not_go_from_board_to_board(holds):
    marked = "ada.plot: [{a: {marked: true}}, {b: {marked: true}}], "
    marked += "bo.plot: [{c: {marked: true}}], mat: [{d: {marked: true}}]"
    holds(
        GIVEN % marked,
        "marked-run == 2",
        "do: move bo.plot[1] to ada.plot",
        "marked-run == 2",
        "do: set ada.plot[2].marked to false",
        "marked-run == 2",
        "do: set ada.plot[1].marked to false",
        "marked-run == 1",
    )


def test_things_that_are_there_once_are_near_as_before(holds):
    holds(GIVEN % "mat: [a]", "beside(s) == [n, e] and beside(n) == [s]", "beside(mat[1]) is empty")


def test_what_lies_on_no_board_is_near_nothing(holds):
    holds(
        GIVEN % "mat: [a, b], bag: [c]",
        "beside(bag[1]) is empty and connected(bag[1], every tile) is empty",
        "longest-run(bag) == 0",
    )


def test_a_value_over_boards_reads_the_zones_that_are_laid_out():
    """What keeps values, and what looks for who reads what, go by the same."""
    program = program_of(GAME.partition("title: Boards of zones\n")[2])
    called: Any = program.values["richness"]
    found = ReadSets(program).of(e.ValueCall("richness", (), called.result))

    assert found is not None
    families = {program.families[number].key.dotted for number in found.families}
    assert families == {"mat", "player.plot", "player.belt"}
