"""Run the scripted games of the distribution's packages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

import cardwright
from cardwright.api.checks import Checks
from cardwright.api.loading import find_package
from cardwright.api.scripts import Coverage, Key
from dsl.model.game import Game
from dsl.model.scripts import Script
from interpreter.graph.steps import Node, executable_nodes
from interpreter.script.run import run_script
from interpreter.script.session import Machines, places_reached

GAMES = ("cerebria", "dream-tricks", "equilibrion", "res-arcana", "worldmonger")
REACHED = {"cerebria": 90, "dream-tricks": 0, "equilibrion": 7, "worldmonger": 16}
"""The games whose scripts reach nearly all rules, and how many cards have rules of their own."""
MACHINES = Machines()


@cache
def variants(name: str) -> tuple[Game, ...]:
    """Return a game by itself, with each expansion, and with those that its scripts ask for."""
    found = [
        cardwright.check(each, cache=True).game
        for each in Checks(True).variants(find_package(name))
    ]
    return tuple(game for game in found if game is not None)


def scripts() -> Iterator[tuple[Game, Script]]:
    """Yield the scripts of games whose scripts are not run below for what they reach."""
    for game in (game for name in GAMES if name not in REACHED for game in variants(name)):
        yield from ((game, script) for script in (*game.scripts, *game.examples))


def title(game: Game, script: Script) -> str:
    return " + ".join([game.manifest.id, *(e.id for e in game.expansions)]) + f": {script.title}"


@pytest.mark.parametrize(
    ("game", "script"), [pytest.param(g, s, id=title(g, s)) for g, s in scripts()]
)
def test_it_comes_out_as_written(game: Game, script: Script) -> None:
    result = run_script(game, script, machines=MACHINES)
    assert [str(failure) for failure in result.failures] == []


@pytest.mark.parametrize(("name", "cards"), REACHED.items())
def test_all_come_out_by_the_walker_and_reach_the_rules(name: str, cards: int) -> None:
    nodes: list[Node] = []
    reached: set[Key] = set()
    failures: list[str] = []
    for game in variants(name):
        machines = Machines(watches=True)
        for script in (*game.scripts, *game.examples):
            result = run_script(game, script, machines=machines)
            failures += [f"{title(game, script)}: {failure}" for failure in result.failures]
            reached |= places_reached(machines.machine_of(game, script).machine)
        nodes += executable_nodes(game)
    assert failures == []
    found = Coverage.of_nodes(name, nodes, reached)
    assert len(found.cards) == cards
    assert [node.span.place for card in found.cards for node in card.unreached] == []
    assert found.is_at_least(95), [node.span.place for node in found.unreached]


def test_the_expansions_are_tried_alone_and_together() -> None:
    found = [[each.id for each in game.expansions] for game in variants("equilibrion")]
    assert found == [[], ["arch"], ["books"], ["arch", "books"]]
    assert all(game.scripts for game in variants("equilibrion"))


@pytest.mark.parametrize(
    ("name", "prefix", "last"),
    [
        ("cerebria", "ce-", 12),
        ("dream-tricks", "dt-", 20),
        ("equilibrion", "eq-", 18),
        ("worldmonger", "wm-", 21),
    ],
)
def test_each_worked_example_of_the_rules_has_a_script(name: str, prefix: str, last: int) -> None:
    titles = " ".join(s.title for g in variants(name) for s in (*g.scripts, *g.examples))
    wanted = [f"{prefix}{n:02}" for n in range(1, last + 1)]
    assert [each for each in wanted if each not in titles] == []
