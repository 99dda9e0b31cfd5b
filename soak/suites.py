"""Take at length what the suite keeps as samples: broken packages, and matches beside referees.

Mutated packages and misspelt words are fed to the checker. Referees are written from the rules
alone (`tests/referees`, `tests/classics/referees`); OpenSpiel stands beside the classics where it
is installed (`tests/classics/spiel`). Without the suite, or what it needs, there are no measures.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

from soak.expectations import CLASSICS, GAMES, GROUP
from soak.measure import MOST_REASON, Broken, Failure, Job, Measure, Part, hold, measured

LEAST_PLAYED = 0.05
"""Of mutated packages so many must have been right, and been played, as a share."""

MOST_UNGUESSED = 0.1
STRIDE = 211
"""A prime: small numbers of cases are spread over all places."""


def measures() -> Iterator[Measure]:
    """Yield the measures whose part of the suite is there."""
    if _suite("tests.fuzz.watch") is not None:
        yield measured("mutations", misspelt, run=mutated, conclude=_conclude_mutated, enough=0.01)
    words = _suite("tests.dsl.lint.test_misspellings")
    for game in GAMES if words else ():
        check, count = partial(misspelt, game), len(words.places(game))
        more: Any = {"conclude": _conclude_misspelt, "enough": 0.1, "count": count}
        yield measured(f"misspellings/{game}", check, game, **more)
    for kind, module, act, told in (
        ("referees", "tests.referees.matches", "refereed", ("decisions", "options", "views")),
        ("spiel", "tests.classics.spiel.matches", "compared", ("decisions", "options")),
    ):
        suite = _suite(module)
        for game in suite.games() if suite else ():
            check = partial(beside, partial(getattr(suite, act), game), told)
            conclude = partial(_conclude_beside, told)
            called = f"{GROUP}/{game}" if f"{GROUP}/{game}" in CLASSICS else game
            yield measured(f"{kind}/{game}", check, called, conclude=conclude, enough=1)


def _suite(module: str) -> Any:
    """Return a module of the suite, or None where the suite or what it needs is not there."""
    try:
        return import_module(module)
    except ModuleNotFoundError:
        return None


def mutated(job: Job) -> Part:
    """Check mutated packages in one watched process, and play those that are right."""
    began = time.perf_counter()
    tally = import_module("tests.fuzz.watch").fuzz(job.count, job.seed, first=job.first)
    part = Part(count=tally.cases, seconds=time.perf_counter() - began)
    part.failures = [Failure(n, text[-MOST_REASON:]) for n, text in sorted(tally.failures.items())]
    part.tally.update({f"name:{name}": count for name, count in tally.names.items()})
    part.tally.update({"without findings": tally.clean, "played": tally.played})
    part.tally.update({"decisions": tally.decisions, "tried again alone": tally.again})
    part.note_most("slowest report in seconds", round(tally.slowest[0], 3))
    return part


def _conclude_mutated(part: Part) -> Mapping[str, Any]:
    """Return how many packages were still right."""
    played = part.tally["played"]
    few = played < LEAST_PLAYED * part.count
    told = ("without findings", "played", "decisions", "tried again alone")
    problem = f"only {played} of {part.count} packages were right and played"
    return {**{name: part.tally[name] for name in told}, "problems": [problem] if few else []}


def misspelt(game: str, chance: Random, number: int, part: Part) -> None:
    """Misspell one word of a game: it must be reported."""
    suite = import_module("tests.dsl.lint.test_misspellings")
    places = suite.places(game)
    place = places[number * STRIDE % len(places)]
    is_reported, is_guessed, slip = suite.tried(game, place)
    part.tally["guessed"] += is_guessed
    hold(is_reported, f"silent: {suite.shown(game, place, slip)}")


def _conclude_misspelt(part: Part) -> Mapping[str, Any]:
    missed = part.count - part.tally["guessed"]
    share = round(missed / max(1, part.count), 4)
    problem = f"{missed} misspellings of {part.count} without the right word"
    problems = [problem] if share > MOST_UNGUESSED else []
    return {"without the right word": share, "problems": problems}


def beside(
    play: Callable[[int, int], Any], counted: Sequence[str], chance: Random, number: int, part: Part
) -> None:
    """Play a match beside somebody else who plays it.

    Args:
        play: Plays the match of a number and a seed, and returns what was compared.
        counted: What of it is told, and must not be nothing.
    """
    try:
        tally = play(number, part.seed)
    except AssertionError as difference:
        raise Broken(str(difference)) from difference
    part.tally.update({name: getattr(tally, name) for name in counted})


def _conclude_beside(counted: Sequence[str], part: Part) -> Mapping[str, Any]:
    """Return how much was compared; nothing at all is a failure."""
    problems = [f"no {name} were compared" for name in counted if not part.tally[name]]
    return {**{name: part.tally[name] for name in counted}, "problems": problems}
