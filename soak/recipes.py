"""Play the packages that authors begin with: no fault, one course on all roads, nothing told."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from cardwright import api
from cardwright.authoring.scaffolds import RECIPES, recipes
from cardwright.data import data_folder
from cardwright.game import Game
from cardwright.leaks.pairs import NoPair
from soak.classics import hides
from soak.log_or_none import compare
from soak.measure import Check, Measure, Part, each, hold
from soak.worlds import look_at_pair

COUNT, COST = 500, 0.15
MOST_DECISIONS = 5_000


def measures() -> Iterator[Measure]:
    """Yield one measure a recipe."""
    for id_ in recipes():
        name = f"recipes/{id_}"
        yield Measure(name=name, game="", count=COUNT, cost=COST, run=each(name, check_of(id_)))


def check_of(recipe: str) -> Check:
    """Return the check of one match of a recipe."""
    folder = data_folder(RECIPES) / recipe
    return lambda chance, number, part: _check(api.load(folder), chance, number, part)


def _check(game: Game, chance: Random, number: int, part: Part) -> None:
    players = game.player_counts[number % len(game.player_counts)]
    *_, end = compare(game, players, chance, part, MOST_DECISIONS)
    hold(end[0] != "fault", f"a fault: {end}")
    if not hides(game):
        part.tally["nothing is hidden"] += 1
        return
    try:
        look_at_pair(game.id, game, players, chance, part)
    except NoPair:
        part.tally["no pair of worlds"] += 1
