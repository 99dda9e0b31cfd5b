"""Hold matches against referees written from the rules alone.

They stand in `tests/referees`, those of the classics in `tests/classics/referees`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

from soak import classics
from soak.measure import Broken, Check, Measure, Part, each

MATCHES = 200
COSTS = {
    "cerebria": 3.0,
    "dream-tricks": 0.2,
    "equilibrion": 0.4,
    "res-arcana": 2.5,
    "worldmonger": 0.4,
}
"""Seconds a match takes, roughly."""

SMALL_COST = 0.05
"""The same, of a classic."""

COUNTED = ("decisions", "options", "views")


def measures() -> Iterator[Measure]:
    """Yield one measure a game that has a referee, where the suite is there."""
    try:
        matches = import_module("tests.referees.matches")
    except ModuleNotFoundError:
        return
    for game in matches.games():
        cost = COSTS.get(game, SMALL_COST)
        yield beside(f"referees/{game}", game, cost, matches.refereed, COUNTED)


def beside(
    name: str, game: str, cost: float, play: Callable[..., Any], counted: Sequence[str]
) -> Measure:
    """Return the measure of a game's matches beside somebody else who plays them.

    Args:
        play: Plays the match of a number and a seed, and returns what was compared.
        counted: What of it is told, and must not be nothing.
    """
    return Measure(
        name=name,
        game=classics.called(game),
        count=MATCHES,
        cost=cost,
        run=each(name, _check(partial(play, game), counted)),
        conclude=partial(_conclude, counted),
        enough=MATCHES,
    )


def _check(play: Callable[[int, int], Any], counted: Sequence[str]) -> Check:
    def check(chance: Random, number: int, part: Part) -> None:
        try:
            tally = play(number, part.seed)
        except AssertionError as difference:
            raise Broken(str(difference)) from difference
        part.tally.update({name: getattr(tally, name) for name in counted})

    return check


def _conclude(counted: Sequence[str], part: Part) -> Mapping[str, Any]:
    """Return how much was compared; nothing at all is a failure."""
    problems = [f"no {name} were compared" for name in counted if not part.tally[name]]
    return {**{name: part.tally[name] for name in counted}, "problems": problems}
