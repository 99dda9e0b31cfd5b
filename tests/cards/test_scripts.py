"""Run the scripted games of the distribution's packages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from dsl.load import load_package
from dsl.model.game import Game
from dsl.model.scripts import Script
from interpreter.script.machines import Machines
from interpreter.script.run import run_script

CARDS = Path(__file__).parents[2] / "cards"
MACHINES = {name: Machines() for name in ("dream-tricks", "equilibrion", "worldmonger")}


@cache
def game(name: str) -> Game:
    loaded = load_package(CARDS / name, f"cards/{name}", CARDS / "prelude")
    assert loaded.game is not None
    return loaded.game


def scripts() -> Iterator[tuple[str, Script]]:
    for name in MACHINES:
        for script in (*game(name).scripts, *game(name).examples):
            yield name, script


@pytest.mark.parametrize(
    ("name", "script"), [pytest.param(n, s, id=f"{n}: {s.title}") for n, s in scripts()]
)
def test_it_comes_out_as_written(name: str, script: Script) -> None:
    result = run_script(game(name), script, machines=MACHINES[name])
    assert [str(failure) for failure in result.failures] == []


@pytest.mark.parametrize(
    ("name", "prefix", "left_out"),
    [
        ("dream-tricks", "dt-", set()),
        # eq-09 and those after eq-15 belong to the expansions.
        ("equilibrion", "eq-", {9}),
        ("worldmonger", "wm-", set()),
    ],
)
def test_each_worked_example_of_the_rules_has_a_script(
    name: str, prefix: str, left_out: set[int]
) -> None:
    last = {"dream-tricks": 20, "equilibrion": 15, "worldmonger": 21}[name]
    titles = " ".join(script.title for script in game(name).scripts)
    wanted = [f"{prefix}{n:02}" for n in range(1, last + 1) if n not in left_out]
    assert [each for each in wanted if each not in titles] == []
