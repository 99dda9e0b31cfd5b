"""Collection functions are loops in the generated source, and what is settled is not in it."""

from __future__ import annotations

import pytest

from interpreter.program.analysis import analyse
from interpreter.program.program import Program
from interpreter.writing.module import FastEvaluator, Module
from tests.interpreter.small import match_of, of_players, play, program_of

GAME = """\
kinds: {card: {attributes: {rank: int, cost: maybe int}, start: heap}}
zones: {heap: {of: card, order: row, seen-by: everyone}, bin: {of: card, seen-by: everyone}}
state: {least: int = 0}
players: {count: 2, state: {coins: int = 0}}
values:
  size -> int: 4 if count(players) == 2 else 5
  halves -> int: 20 // size
  high(card c) -> bool: c.rank > least and size == 4
  highest -> int: default(best(heap, it.rank).rank, 0)
  lowest -> int: default(worst(heap, it.rank).rank, 0)
  alone -> int: default(leader(heap, it.rank).rank, 0)
  many -> int: count(bests(heap, it.rank))
  whole -> int: sum(heap where high(it), it.rank)
  paid -> int: sum(heap, default(it.cost, 0))
  most -> int: max(heap where high(it), it.rank, 7)
  less -> int: default(min(bin, it.rank), 9)
  some -> int: count(heap, high(it))
  place -> int: default(best(heap, it.rank).position, 0)
actions:
  note: {in: act, do: "set me.coins to ADDED"}
  rise: {in: act, do: "add 1 to least"}
phases:
- {id: act, turns: players}
end: {rank: [coins]}
cards:
- {kind: card, id: first, rank: 1, cost: none}
- {kind: card, id: second, rank: 3, cost: 2}
- {kind: card, id: third, rank: 3, cost: 5}
"""

EXPECTED = {
    "size": 4, "halves": 5, "highest": 3, "lowest": 1, "alone": 0, "many": 2, "whole": 7, "paid": 7,
    "most": 3, "less": 9, "some": 3, "place": 1,
}  # fmt: skip


def program(added: str) -> Program:
    return program_of(GAME.replace("ADDED", added))


@pytest.mark.parametrize("blocks", [True, False])
@pytest.mark.parametrize("value", EXPECTED)
def test_what_they_come_to(value: str, blocks: bool) -> None:
    match = match_of(program(value), blocks=blocks)
    play(match, "note")
    assert of_players(match, "coins") == (EXPECTED[value], 0)


@pytest.mark.parametrize("blocks", [True, False])
def test_they_are_worked_out_anew(blocks: bool) -> None:
    match = match_of(program("whole"), blocks=blocks)
    play(match, "rise", "rise", "rise", "note")
    assert of_players(match, "coins") == (0, 0), "no card is higher than 3"


def source(added: str) -> str:
    whole = program(added)
    analysis = analyse(whole)
    return Module(whole, analysis, FastEvaluator(whole, analysis)).text


def test_nothing_is_made_only_to_be_called() -> None:
    for value in EXPECTED:
        assert "lambda" not in source(value), value


def test_what_players_settle_is_not_written() -> None:
    assert "] = 5\n" in source("halves")
    assert "== 4" not in source("whole")
