"""List all measures: what is checked, of which games; how many cases stands in `measures.yaml`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from types import MappingProxyType

from cardwright.api.packages import all_packages
from cardwright.apps.authors.authoring.scaffolds import recipes
from soak import (
    copies,
    drawings,
    driven,
    duels,
    edited_saves,
    ends,
    golden,
    growth,
    hostile,
    hostile_files,
    layouts,
    leaks,
    libraries,
    logs,
    many_cards,
    matches,
    natives,
    numbers,
    offers,
    planted,
    programs,
    records,
    refusals,
    roads,
    shrinking,
    stability,
    strength,
    suites,
    tables,
    worlds,
)
from soak.expectations import BENCHED, CLASSICS, EVERY, GAMES, SMALL
from soak.hostile_rules import hostile_rules
from soak.measure import Job, Measure, Part, by_game, by_name, measured

OWN = (*GAMES, SMALL)
SECRETIVE, FORGETFUL = "classics/hearts", "classics/memory"
"""A game in which all choose in secret at once; one whose players have to remember cards."""
ALL = (*OWN, *CLASSICS)
FACTS = ("hints",)
"""Recipes in which facts of hidden cards are told."""


def _all() -> Iterator[Measure]:
    yield from matches.measures()
    yield from by_game("native", EVERY, natives.check)
    yield measured("native/packages", natives.of_package)
    yield from by_name("native", (f"recipe-{id_}" for id_ in recipes()), natives.check_recipe)
    yield from by_name("native", ("bodies", "courses"), natives.invented)
    yield measured("native/hostile", natives.of_hostile, count=len(hostile_rules()))
    yield from by_game("records", EVERY, records.check)
    yield measured("records/packages", records.of_package)
    yield from by_name("records", (f"recipe-{id_}" for id_ in recipes()), records.check_recipe)
    yield from by_name("records", ("bodies", "courses"), records.invented)
    yield from by_game("driven", EVERY, driven.check)
    yield measured("driven/packages", driven.of_package)
    yield from by_name("driven", (f"recipe-{id_}" for id_ in recipes()), driven.check_recipe)
    yield from by_game("log-or-none", EVERY, roads.logged)
    yield measured("log-or-none/packages", roads.packaged)
    yield from by_game("hash-seed", GAMES, roads.print_courses, run=roads.hashed)
    yield from by_game("clone-save-undo", OWN, copies.check)
    yield measured("clone-time", growth.clone, growth.CLONED)
    yield from by_game("dead-ends", OWN, ends.by_option)
    yield from by_game("worlds", ALL, worlds.check, conclude=worlds.conclude, enough=1)
    yield measured("planted-leaks", leaks.check, count=len(leaks.CASES))
    yield from by_game("stability", GAMES, stability.check)
    yield measured("setups/worldmonger", ends.by_set_up, ends.SET_UP, count=len(ends.choices()))
    yield from suites.measures()
    yield from by_name("check-time", growth.SHAPES, growth.check)
    yield from offers.measures()
    yield from by_game("refusals", (*OWN, *BENCHED), refusals.check)
    yield from by_game("golden", EVERY, golden.check)
    yield from by_game("edited-saves", OWN, edited_saves.check)
    yield measured("planted-packages", planted.check, count=len(planted.CASES))
    yield measured("hostile-files", hostile_files.check)
    yield measured("hostile-rules", hostile.check, count=len(hostile_rules()))
    yield from many_cards.measures()
    yield from by_game("pages", (*GAMES, SECRETIVE, FORGETFUL), worlds.check_pages, enough=1)
    yield from by_game("logs", GAMES, logs.check)
    yield from by_name("logs", [f"recipe-{id_}" for id_ in recipes()], logs.check_recipe)
    yield measured("layouts", layouts.check)
    yield from by_game("screens", GAMES, drawings.check_screens)
    yield measured("numbers/planted", numbers.planted, conclude=numbers.conclude, enough=1)
    yield measured("numbers/memory", numbers.memory)
    yield measured("numbers/processes", numbers.processes, is_alone=True)
    yield measured("numbers/cluster", numbers.cluster, is_alone=True)
    yield measured("shrink", shrinking.check)
    yield from by_name("facts", FACTS, worlds.check_facts)
    yield from by_name("recipes", recipes(), roads.begun)
    yield measured("duels", duels.check)
    yield measured("duels/many", duels.check_many)
    yield from (*strength.measures(), *tables.measures())
    told = {"conclude": programs.conclude, "enough": 1}
    yield measured("programs/told", programs.check_pair, **told)
    yield from by_name("programs", programs.BAD, programs.check_bot)
    yield from libraries.measures()
    yield from by_name("roads", ("bodies", "courses"), roads.invented)
    for name in (*(package.id for package in all_packages()), *ends.OWN):
        yield measured(f"ends/{name}", partial(ends.by_policy, name), name)
    yield from by_name("spending", (*GAMES, *CLASSICS, *recipes()), ends.by_budget)
    yield measured("graphs", drawings.check_graphs, count=len(drawings.folders()))


@cache
def measures() -> MappingProxyType[str, Measure]:
    """Return every measure by name."""
    return MappingProxyType({measure.name: measure for measure in _all()})


def chosen(only: tuple[str, ...], games: tuple[str, ...]) -> list[Measure]:
    """Return the measures whose names begin with one of some words, for some games.

    Args:
        only, games: Empty for all; measures of no game are for all games.
    """
    return [
        measure
        for measure in measures().values()
        if (not only or any(_begins(measure.name, word) for word in only))
        and (not games or not measure.game or any(is_of(measure.game, word) for word in games))
    ]


def is_of(game: str, word: str) -> bool:
    """Return whether a word names a game: in full, by its group or without it."""
    return _begins(game, word) or game.endswith(f"/{word}")


def _begins(name: str, word: str) -> bool:
    return name == word or name.startswith(f"{word.rstrip('/')}/")


def run(job: Job) -> Part:
    """Go through the cases of a job, in whatever process."""
    return measures()[job.measure].run(job)
