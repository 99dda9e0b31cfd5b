"""Play pairs of worlds of every game that a seat cannot tell apart: it must be told the same.

What counts as telling it is said in `cardwright.leaks`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from cardwright.game import Game
from cardwright.leaks.pairs import NoPair, play_pair
from cardwright.leaks.two_worlds import Leak
from soak import classics
from soak.expectations import GAMES, SMALL, settings_of
from soak.measure import Broken, Check, Measure, Part, each

COUNT = 2_000
"""Pairs of a game."""

COSTS = {
    "cerebria": 1.1,
    "equilibrion": 0.17, "dream-tricks": 0.05, "res-arcana": 0.7, "worldmonger": 0.2,
    "secrets": 0.1,
}  # fmt: skip
DRAWN_EVERY = 10
"""At every so many looks the screen is looked at too."""

LEAST_PAIRS = 0.5
"""Of the cases of a game so many must have had two worlds, as a share."""

OPEN, ALONE = "nothing is hidden", "without a pair"
"""Why there are no two worlds: in a game; in some of its matches."""


def measures() -> Iterator[Measure]:
    """Yield one measure a game."""
    for game in (*GAMES, SMALL, *classics.games()):
        name = f"worlds/{game}"
        count, cost = COUNT, COSTS.get(game, classics.PAIR_COST)
        if classics.is_classic(game):
            count = classics.PAIRS
        run = each(name, check_of(game))
        yield Measure(
            name=name, game=game, count=count, cost=cost, run=run, conclude=_conclude, enough=count
        )


def check_of(game: str) -> Check:
    """Return the check of one pair of worlds of a game."""

    def check(chance: Random, number: int, part: Part) -> None:
        settings = settings_of(game)
        setting = settings[number % len(settings)]
        if classics.is_classic(game) and not classics.hides(setting.play):
            part.tally[OPEN] += 1
            return
        try:
            look_at_pair(setting.name, setting.play, setting.players, chance, part)
        except NoPair:
            if not classics.is_classic(game):
                raise
            part.tally[ALONE] += 1

    return check


def _conclude(part: Part) -> Mapping[str, Any]:
    """Return what is wrong where hardly a pair was looked at though something is hidden."""
    pairs = part.count - part.tally[OPEN] - part.tally[ALONE]
    few = part.tally[OPEN] < part.count and pairs < part.count * LEAST_PAIRS
    return {"pairs": pairs, "problems": [f"only {pairs} pairs of worlds"] if few else []}


def look_at_pair(name: str, game: Game, players: int, chance: Random, part: Part) -> None:
    """Play a pair of worlds of what is called so.

    Raises:
        Broken: The seat was told what it must not know.
        NoPair: There are no two worlds.
    """
    try:
        play_pair(game, players, chance, part.tally, DRAWN_EVERY)
    except Leak as leak:
        raise Broken(f"{name}: {leak}") from None
