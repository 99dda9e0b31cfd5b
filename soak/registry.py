"""List all measures: what is checked, of which games; how many cases stands in `measures.yaml`."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from functools import cache, partial
from random import Random
from types import MappingProxyType

from cardwright.api.loading import all_packages
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
from soak.expectations import BENCHED, CLASSICS, EVERY, GAMES, SMALL, setting_of
from soak.hostile_rules import hostile_rules
from soak.measure import Broken, Job, Measure, Part, by_game, by_name, measured
from soak.settings import (
    MATCHES,
    MOST,
    MOST_OF_RANDOM,
    MOST_OF_RECIPES,
    package_of,
    recipe,
    seats,
    written,
)
from tests.fuzz.random_games import game_lines

OWN = (*GAMES, SMALL)
SECRETIVE, FORGETFUL = "classics/hearts", "classics/memory"
"""A game in which all choose in secret at once; one whose players have to remember cards."""
ALL = (*OWN, *CLASSICS)
FACTS = ("hints",)
"""Recipes in which facts of hidden cards are told."""


Compare = Callable[..., None]
"""Gets a game, how many play, chance, the part of a run; as `most` so many decisions at most."""


def of_setting(compare: Compare, game: str, chance: Random, number: int, part: Part) -> None:
    """Compare a match of a game in one of its settings."""
    setting = setting_of(game, number)
    compare(setting.play, setting.players, chance, part)


def of_recipe(compare: Compare, name: str, chance: Random, number: int, part: Part) -> None:
    """Compare a match of a package that authors begin with."""
    game = recipe(name.removeprefix("recipe-"))
    compare(game, seats(game, number), chance, part, most=MOST_OF_RECIPES)


def of_package(compare: Compare, chance: Random, number: int, part: Part) -> None:
    """Compare a match of a package that is no classic."""
    game, round_ = package_of(number)
    if game is None:
        part.tally["nothing to decide"] += 1
    else:
        compare(game, seats(game, round_), chance, part, most=MOST)


def of_invented(compare: Compare, sort: str, chance: Random, number: int, part: Part) -> None:
    """Compare matches of a game that is written by chance, if enough of it is right."""
    text, game = written(game_lines(chance, sort))
    if game is None:
        part.tally["not right"] += 1
        return
    try:
        for _ in range(MATCHES):
            compare(game, chance.choice(game.player_counts), chance, part, most=MOST_OF_RANDOM)
    except Broken as broken:
        raise Broken(f"{broken}\n\n{text}") from None
    except Exception:
        raise Broken(f"{traceback.format_exc(limit=-6)}\n\n{text}") from None


def of_all(kind: str, compare: Compare) -> Iterator[Measure]:
    """Yield the measures that compare matches of everything that can be played."""
    yield from by_game(kind, EVERY, partial(of_setting, compare))
    yield measured(f"{kind}/packages", partial(of_package, compare))
    yield from by_name(kind, (f"recipe-{id_}" for id_ in recipes()), partial(of_recipe, compare))


def of_chance(kind: str, compare: Compare) -> Iterator[Measure]:
    """Yield the measures that compare matches of games that are written by chance."""
    yield from by_name(kind, ("bodies", "courses"), partial(of_invented, compare))


def _all() -> Iterator[Measure]:
    yield from matches.measures()
    yield from of_all("native", natives.compare)
    yield from of_chance("native", natives.compare)
    yield measured("native/hostile", natives.of_hostile, count=len(hostile_rules()))
    yield from of_all("records", records.compare)
    yield from of_chance("records", records.compare)
    yield from of_all("driven", driven.compare)
    yield from by_game("log-or-none", EVERY, roads.logged)
    yield measured("log-or-none/packages", partial(of_package, roads.compare))
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
    yield from by_game("logs", GAMES, partial(of_setting, logs.look_at_pair))
    logged = partial(of_recipe, logs.look_at_pair)
    yield from by_name("logs", [f"recipe-{id_}" for id_ in recipes()], logged)
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
    yield from of_chance("roads", roads.compare)
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
