"""What a text tells is worked out once, by one evaluator."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.load import load_sources, prelude_in
from dsl.records import Source

PRELUDE = Path(__file__).parents[2] / "cards" / "prelude"
GAME = """\
id: small
version: "1"
language: 1
title: Small
enums: {color: [red, green, blue]}
players: {count: 2, state: {coins: int = 0}}
state:
  x: int = DEFAULT
phases: [{id: act, turns: players}]
actions: {pay: {in: act, do: "add x to me.coins"}}
end: {rank: [coins]}
"""


def loaded(default: str):
    source = Source("small/game.yaml", GAME.replace("DEFAULT", default))
    return load_sources([source], "small", prelude_in(PRELUDE))


@pytest.mark.parametrize(
    ("text", "value"),
    [("7 // 2", 3), ("-7 % 4", 1), ("max(2, 5)", 5), ("count([4, 4])", 2), ("ordinal(blue)", 3),
     ("4 if 1 > 2 else 9", 9), ("count(every color - [red])", 2)],
)  # fmt: skip
def test_what_a_default_comes_to(text, value):
    game = loaded(text).game

    assert [field.default for key, field in game.state.items() if key.name == "x"] == [value]


@pytest.mark.parametrize(
    ("text", "name"),
    [("1 // 0", "wrong-type"), ("count(players)", "wrong-type"), ("x // 2", "unknown-name"),
     ("999999999999 + 2", "number-too-large")],
)  # fmt: skip
def test_what_is_no_constant_is_reported(text, name):
    assert name in {each.name for each in loaded(text).diagnostics}
