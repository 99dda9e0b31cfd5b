"""Run the scripted games of the distribution's packages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from cardwright import api
from cardwright.packages import find_package
from dsl.model.game import Game
from dsl.model.scripts import Script
from interpreter.script.machines import Machines
from interpreter.script.run import run_script

GAMES = ("dream-tricks", "equilibrion", "res-arcana", "worldmonger")
MACHINES = Machines()


@cache
def variants(name: str) -> tuple[Game, ...]:
    """Return a game by itself, with each expansion, and with those that its scripts ask for."""
    found = [api.check(each).game for each in api.variants(find_package(name), cache=False)]
    return tuple(game for game in found if game is not None)


def scripts() -> Iterator[tuple[Game, Script]]:
    for game in (game for name in GAMES for game in variants(name)):
        yield from ((game, script) for script in (*game.scripts, *game.examples))


def title(game: Game, script: Script) -> str:
    return " + ".join([game.manifest.id, *(e.id for e in game.expansions)]) + f": {script.title}"


@pytest.mark.parametrize(
    ("game", "script"), [pytest.param(g, s, id=title(g, s)) for g, s in scripts()]
)
@pytest.mark.parametrize("walker", [False, True], ids=["blocks", "walker"])
def test_it_comes_out_as_written(game: Game, script: Script, walker: bool) -> None:
    result = run_script(game, script, walker=walker, machines=MACHINES)
    assert [str(failure) for failure in result.failures] == []


def test_the_expansions_are_tried_alone_and_together() -> None:
    found = [[each.id for each in game.expansions] for game in variants("equilibrion")]
    assert found == [[], ["arch"], ["books"], ["arch", "books"]]
    assert all(game.scripts for game in variants("equilibrion"))


@pytest.mark.parametrize(
    ("name", "prefix", "last"),
    [("dream-tricks", "dt-", 20), ("equilibrion", "eq-", 18), ("worldmonger", "wm-", 21)],
)
def test_each_worked_example_of_the_rules_has_a_script(name: str, prefix: str, last: int) -> None:
    titles = " ".join(s.title for g in variants(name) for s in (*g.scripts, *g.examples))
    wanted = [f"{prefix}{n:02}" for n in range(1, last + 1)]
    assert [each for each in wanted if each not in titles] == []
