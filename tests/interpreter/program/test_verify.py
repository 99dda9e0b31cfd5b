"""Operations that lowering got wrong are found before anything runs them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import cardwright
from dsl.model.expressions import Constant, Local
from dsl.model.types import BOOL, INT, EntityType
from interpreter.lower import ops
from interpreter.program.operations import verify
from interpreter.program.program import Program
from tests.interpreter.small import program_of

GAME = """\
kinds:
  card: {start: deck, copies: 4}
players: {count: 2, state: {coin: int = 0}}
zones:
  deck: {of: card, order: stack, seen-by: nobody}
  player.hand: {of: card, seen-by: owner}
cards:
- {id: ace, kind: card}
events:
  earn (int n) -> int:
    do: |
      add n to me.coin
      return me.coin
  trade:
    do: |
      let got = me.coin
      earn got -> sum
      may subtract 1 from me.coin, earn sum
      together:
        draw 1
        draw 1
      at once for each p in players:
        choose c from p.hand
      then:
        discard c
      repeat 2 times:
        if me.coin > 3, earn sum
  discard (card c):
    do: move c to deck
phases:
- {id: act, turns: players, do: trade}
end: {when: round > 3, rank: coin}
"""


@pytest.fixture(scope="module")
def program() -> Program:
    """Return the program of a game with operations of every sort that binds or begins anything."""
    return program_of(GAME)


@pytest.mark.parametrize(
    "game",
    ["cerebria", "dream-tricks", "equilibrion", "res-arcana", "worldmonger", "secret-plans"],
)
def test_what_lowering_makes_verifies(game: str) -> None:
    packages = Path(__file__).parents[2] / "conformance"
    loaded = cardwright.load(packages / game if game == "secret-plans" else game)
    for players in loaded.player_counts:
        assert verify(loaded.machine(players).program) == []


def test_the_small_game_verifies(program: Program) -> None:
    assert verify(program) == []


BROKEN: list[tuple[type, Callable[[Any], Any], str]] = [
    (ops.Jump, lambda op: replace(op, target=100_000), "outside"),
    (ops.Branch, lambda op: replace(op, otherwise=0), "outside"),
    (ops.Branch, lambda op: replace(op, condition=Constant(1, INT)), "`condition` is int"),
    (ops.Take, lambda op: replace(op, slot=99), "slot 99"),
    (ops.Call, lambda op: ops.Jump(0, op.span), "outside"),
    (ops.Call, lambda op: replace(op, event="fly"), "no event"),
    (ops.Call, lambda op: replace(op, arguments=(*op.arguments, *op.arguments, op.by)), "argum"),
    (ops.Take, lambda op: ops.Jump(-1, op.span), "outside"),
    (ops.Let, lambda op: ops.SetupEnd(op.span), "has not bound"),
    (ops.Let, lambda op: replace(op, value=Local(60, "sum", INT)), "local 60"),
    (ops.Return, lambda op: replace(op, value=Local(0, "n", BOOL)), "as bool"),
    (ops.LoopStart, lambda op: replace(op, source=Constant(True, BOOL)), "`source` is bool"),
    (ops.LoopStart, lambda op: replace(op, index=98), "slot 98"),
    (ops.LoopNext, lambda op: replace(op, items=96), "slot 96"),
    (ops.CostBegin, lambda op: ops.BatchStart(0, op.span), "ends a cost"),
    (ops.CostEnd, lambda op: ops.SetupEnd(op.span), "has begun here"),
    (ops.CostEnd, lambda op: ops.Return(None, False, None, op.span), "returns where"),
    (ops.BatchStart, lambda op: ops.SecretStart(0, False, op.span), "ends a batch"),
    (ops.SecretEnd, lambda op: ops.BatchRun(op.answers, op.span), "ends a batch"),
    (ops.SecretRecall, lambda op: replace(op, slots=(97,)), "slot 97"),
    (ops.Return, lambda op: replace(op, batch=0), "reads slot 0"),
]


@pytest.mark.parametrize(
    ("sort", "breaks", "said"), BROKEN, ids=[f"{s.__name__} {said}" for s, _, said in BROKEN]
)
def test_what_is_broken_is_found(
    program: Program, sort: type, breaks: Callable[[Any], Any], said: str
) -> None:
    """Break each operation of a sort alone; at least one way to break it has to be told so."""
    found = []
    for number, operation in enumerate(program.operations):
        if not isinstance(operation, sort):
            continue
        program.operations[number] = breaks(operation)
        try:
            found += [problem.said for problem in verify(program)]
        finally:
            program.operations[number] = operation
    assert any(said in each for each in found), found


def test_a_card_may_be_read_as_one_of_any_kind(program: Program) -> None:
    card, read = EntityType("card"), 0
    for number, operation in enumerate(program.operations):
        if not isinstance(operation, ops.Call):
            continue
        given = operation.arguments
        anew = [
            replace(each, type=EntityType(""))
            if isinstance(each, Local) and each.type == card
            else each
            for each in given
        ]
        read += [*given] != anew
        program.operations[number] = replace(operation, arguments=tuple(anew))
        try:
            assert not verify(program)
        finally:
            program.operations[number] = operation
    assert read
