"""What a condition or number asks of the print of cards is looked up for all of them in one call,
and comes to the same as card by card."""

from __future__ import annotations

import pytest

from interpreter.program.analysis import analyse
from interpreter.program.program import Program
from interpreter.state.record import Columns
from interpreter.writing import vectors as columns
from interpreter.writing.module import FastEvaluator, Module
from tests.interpreter.small import match_of, of_players, play, program_of

GAME = """\
enums: {suit: [red, blue]}
kinds:
  card:
    attributes: {rank: int, suit: suit, cost: maybe int}
    start: heap
    state: {worn: bool = false}
zones:
  heap: {of: card, order: row, seen-by: everyone}
  bin: {of: card, order: row, seen-by: everyone}
state: {least: int = 1, trump: maybe suit = red}
players: {count: 2, state: {coins: int = 0}}
values:
  above(card a, card b) -> bool: a.suit == b.suit and a.rank > b.rank
  reds -> int: count(heap where suit == red)
  trumps -> int: count(heap, suit == trump and rank >= least)
  follow -> int: count(heap where bin is not empty and suit == bin[1].suit)
  like-first -> int: count(heap where suit == heap[1].suit and rank in least..3)
  of-nothing -> int: count(bin where suit == bin[1].suit)
  others -> int: sum(c in heap, count(d in heap where d.suit == c.suit and d != c))
  higher -> int: sum(c in heap, count(d in heap, above(d, c)))
  fresh -> int: count(heap where not worn and suit == trump)
  some -> int: 1 if any(heap, suit == blue and rank == 4) else 0
  alike -> int: 1 if all(heap, rank > least or suit == red) else 0
  ranks -> int: sum(heap, rank)
  lowest -> int: default(min(heap where suit == blue, rank), 0)
  costs -> int: sum(heap, default(cost, 0))
  paid -> int: count(heap where cost is not none and cost > 1)
  power(card c) -> int: |
    if c.suit == trump, return 10 + c.rank
    if c.rank == least, return 9
    return c.rank
  total -> int: sum(heap, power)
  strongest -> int: default(best(heap, power).position, 0)
  weakest -> int: default(worst(heap, power).position, 0)
  first-of-equals -> int: default(best(heap, 1 if suit == red else 0).position, 0)
  of-nobody -> int: default(best(bin, rank).position, 0)
  led(card c) -> int: 10 + c.rank if c.suit in [trump, heap[1].suit] else c.rank
  led-total -> int: sum(heap, led)
  led-best -> int: default(best(heap, led).position, 0)
  led-nothing -> int: sum(bin, rank if suit == bin[1].suit else 0)
actions:
  note: {in: act, do: "set me.coins to ADDED"}
  wear: {in: act, do: "set heap[1].worn to true"}
phases:
- {id: act, turns: players}
end: {rank: [coins]}
cards:
- {kind: card, id: first, rank: 1, suit: red, cost: none}
- {kind: card, id: second, rank: 2, suit: blue, cost: 1}
- {kind: card, id: third, rank: 3, suit: red, cost: 2}
- {kind: card, id: fourth, rank: 4, suit: blue, cost: 5}
"""

EXPECTED = {
    "reds": 2, "trumps": 2, "follow": 0, "like-first": 2, "of-nothing": 0, "others": 4, "higher": 2,
    "fresh": 2, "some": 1, "alike": 1, "ranks": 10, "lowest": 2, "costs": 8, "paid": 2,
    "total": 30, "strongest": 3, "weakest": 2,
    "first-of-equals": 0, "of-nobody": 0, "led-total": 30, "led-best": 3, "led-nothing": 0,
}  # fmt: skip


def program(added: str) -> Program:
    return program_of(GAME.replace("ADDED", added))


@pytest.mark.parametrize("blocks", [True, False])
@pytest.mark.parametrize("value", EXPECTED)
def test_what_they_come_to(value: str, blocks: bool) -> None:
    match = match_of(program(value), blocks=blocks)
    play(match, "note")
    assert of_players(match, "coins") == (EXPECTED[value], 0)


def source_of(program: Program) -> str:
    analysis = analyse(program)
    return Module(program, analysis, FastEvaluator(program, analysis)).text


@pytest.mark.parametrize("value", EXPECTED)
def test_they_are_looked_up(value: str) -> None:
    assert "st.columns" in source_of(program(value))


@pytest.mark.parametrize("value", EXPECTED)
def test_they_come_to_the_same_without(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns, "IS_ON", False)
    assert "st.columns" not in source_of(program(value))
    match = match_of(program(value), blocks=True)
    play(match, "note")
    assert of_players(match, "coins") == (EXPECTED[value], 0)


def test_an_element_that_is_not_there_is_a_fault_only_where_there_is_a_card() -> None:
    match = match_of(program("count(heap where suit == bin[1].suit)"), blocks=True)
    play(match, "note")
    assert match.outcome is not None and match.outcome.kind == "fault"


def test_columns_go_with_the_definitions() -> None:
    class Doubled:
        def over(self, columns: Columns) -> list[int]:
            return [2 * each for each in columns.definitions]

    column, match = Doubled(), match_of(program("reds"), blocks=True)
    state = match.state
    before = state.columns
    assert before[column] == [2 * each for each in state.entity_definitions]
    assert state.clone().columns is before
    state.define((3, 1))
    assert state.columns[column] == [6, 2] and isinstance(state.columns, Columns)
    assert before[column] is not state.columns[column]
