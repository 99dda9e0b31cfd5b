"""Hold matches against referees written from the rules alone.

They stand in `tests/referees`, those of the classics in `tests/classics/referees`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from random import Random
from typing import Any

from soak.measure import Broken, Measure, Part, each

MATCHES = 200
COSTS = {
    "cerebria": 3.0,
    "dream-tricks": 0.2,
    "equilibrion": 0.3,
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
        name = f"referees/{game}"
        yield Measure(
            name=name,
            game=game,
            count=MATCHES,
            cost=COSTS.get(game, SMALL_COST),
            run=each(name, _check(matches, game)),
            conclude=_conclude,
            enough=MATCHES,
        )


def _check(matches: Any, game: str) -> Any:
    def check(chance: Random, number: int, part: Part) -> None:
        try:
            tally = matches.refereed(game, number, part.seed)
        except matches.Difference as difference:
            raise Broken(str(difference)) from difference
        part.tally.update({name: getattr(tally, name) for name in COUNTED})

    return check


def _conclude(part: Part) -> Mapping[str, Any]:
    """Return how much was compared; nothing at all is a failure."""
    problems = [f"no {name} were compared" for name in COUNTED if not part.tally[name]]
    return {**{name: part.tally[name] for name in COUNTED}, "problems": problems}
