"""Values that read nothing but what is printed are tables; others are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.load import load_sources, prelude_in
from dsl.records import Source
from interpreter.program.analysis import analyse
from interpreter.program.assembling import assemble_program
from interpreter.program.domains import PrintedValues
from interpreter.program.values import Evaluator

ROOT = Path(__file__).parents[3]
GAME = """\
id: small
version: "1"
language: 1
title: Small
options: {bonus: {type: 0..9, default: 4}}
enums: {colour: [red, blue]}
kinds:
  card:
    attributes: {rank: int, colour: colour, glow: int, weight: int, price: int = 2}
    state: {worn: bool = false}
    copies: 2
    start: heap
  box: {unique: true, start: boxes}
zones: {heap: {of: card, seen-by: everyone}, boxes: {of: box, seen-by: everyone}}
players: {count: 2}
values:
  doubled(card c) -> int: 2 * c.rank
  strength(card c) -> int: |
    if c.colour == red, return doubled(c) + bonus
    return c.rank
  third(card c) -> int: 12 // (c.rank - 2)
  worn-rank(card c) -> int: 0 if c.worn else c.rank
  shining(card c) -> int: c.glow
  heavy(card c) -> int: c.weight
  priced(card c) -> int: c.price
  changed(card c) -> int: c.rank
  of-two(card c, card d) -> int: c.rank + d.rank
  left -> int: count(heap)
modifiers:
- {value: changed, to: result + 1}
- {value: weight, of: card, to: result + 1}
phases: []
cards:
- {kind: card, id: first-card, rank: 1, colour: red, glow: 5, weight: 1, price: bonus - 1}
- {kind: card, id: second-card, rank: 2, colour: blue, glow: "count(heap)", weight: 1}
- {kind: box, id: chest}
"""


@pytest.fixture(scope="module")
def printed() -> PrintedValues:
    prelude = prelude_in(ROOT / "cards" / "prelude")
    loaded = load_sources([Source("small/game.yaml", GAME)], "small", prelude)
    assert loaded.game is not None, [d.message for d in loaded.diagnostics]
    options = {"player-count": 2, "bonus": 4}
    program = assemble_program(loaded.game, options, 2)
    return PrintedValues(Evaluator(program, analyse(program)))


@pytest.mark.parametrize(
    ("value", "results"),
    [("doubled", (2, 4, None)), ("strength", (6, 2, None)), ("priced", (3, 2, None))],
)
def test_tables_hold_what_a_value_gives(
    printed: PrintedValues, value: str, results: tuple[int | None, ...]
) -> None:
    game = printed.program.game
    found = dict(zip((d.id for d in game.definitions), printed.of(value) or (), strict=True))
    assert (found["first-card"], found["second-card"], found["chest"]) == results


@pytest.mark.parametrize(
    "value", ["worn-rank", "shining", "heavy", "changed", "of-two", "left", "third"]
)
def test_what_a_match_decides_is_no_table(printed: PrintedValues, value: str) -> None:
    assert printed.of(value) is None
