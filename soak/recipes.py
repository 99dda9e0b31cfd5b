"""Play the packages that authors begin with: no fault, one course on all roads, nothing told."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from cardwright import api
from cardwright.authoring.scaffolds import RECIPES, recipes
from cardwright.data import data_folder
from cardwright.game import Game
from soak.classics import hides
from soak.log_or_none import compare
from soak.measure import Measure, Part, each, hold
from soak.worlds import NoPair, look_at_pair

COUNT, COST = 500, 0.15
MOST_DECISIONS = 5_000


def measures() -> Iterator[Measure]:
    """Yield one measure a recipe."""
    for id_ in recipes():
        name = f"recipes/{id_}"
        run = each(name, lambda chance, number, part, id_=id_: _check(
            api.load(data_folder(RECIPES) / id_), chance, number, part))  # fmt: skip
        yield Measure(name=name, game="", count=COUNT, cost=COST, run=run)


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
