"""Feed broken packages to the checker: what is kept in the suite as a sample, at length."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from importlib import import_module
from random import Random
from typing import Any

from soak.expectations import GAMES
from soak.measure import MOST_REASON, Failure, Job, Measure, Part, each, hold

MUTATIONS = 100_000
LEAST_PLAYED = 0.05
"""Of mutated packages so many must have been right, and been played, as a share."""

STRIDE = 211
"""A prime: small numbers of cases are spread over all places."""

COSTS = {
    "cerebria": 0.3,
    "dream-tricks": 0.05,
    "equilibrion": 0.08,
    "res-arcana": 0.27,
    "worldmonger": 0.11,
}
MOST_UNGUESSED = 0.1


def measures() -> Iterator[Measure]:
    """Yield the measures of mutated packages and of misspelt words, as far as they are there."""
    if _suite("tests.fuzz.watch") is not None:
        yield Measure(
            name="mutations",
            game="",
            count=MUTATIONS,
            cost=0.03,
            run=run_mutations,
            conclude=_conclude_mutations,
            enough=MUTATIONS // 100,
        )
    words = _suite("tests.dsl.lint.test_misspellings")
    for game in GAMES if words else ():
        name, count = f"misspellings/{game}", len(words.places(game))
        yield Measure(
            name=name,
            game=game,
            count=count,
            cost=COSTS[game],
            run=each(name, _misspellings_of(game)),
            conclude=_conclude,
            enough=count // 10,
        )


def _suite(module: str) -> Any:
    """Return a module of the suite, or None where the suite or what it needs is not there."""
    try:
        return import_module(module)
    except ModuleNotFoundError:
        return None


def run_mutations(job: Job) -> Part:
    """Check mutated packages in one watched process, and play those that are right."""
    fuzz = import_module("tests.fuzz.watch").fuzz
    began = time.perf_counter()
    tally = fuzz(job.count, job.seed, first=job.first)
    part = Part(count=tally.cases, seconds=time.perf_counter() - began)
    part.failures = [Failure(n, text[-MOST_REASON:]) for n, text in sorted(tally.failures.items())]
    part.tally.update({f"name:{name}": count for name, count in tally.names.items()})
    part.tally["without findings"] = tally.clean
    part.tally["played"] = tally.played
    part.tally["decisions"] = tally.decisions
    part.tally["tried again alone"] = tally.again
    part.note_most("slowest report in seconds", round(tally.slowest[0], 3))
    return part


def _conclude_mutations(part: Part) -> Mapping[str, Any]:
    """Return how many packages were still right."""
    played = part.tally["played"]
    problems = []
    if played < LEAST_PLAYED * part.count:
        problems.append(f"only {played} of {part.count} packages were right and played")
    return {
        "without findings": part.tally["without findings"],
        "played": played,
        "decisions": part.tally["decisions"],
        "tried again alone": part.tally["tried again alone"],
        "problems": problems,
    }


def _misspellings_of(game: str) -> Any:
    def check(chance: Random, number: int, part: Part) -> None:
        suite = import_module("tests.dsl.lint.test_misspellings")
        places = suite.places(game)
        place = places[number * STRIDE % len(places)]
        is_reported, is_guessed, slip = suite.tried(game, place)
        part.tally["guessed"] += is_guessed
        hold(is_reported, f"silent: {suite.shown(game, place, slip)}")

    return check


def _conclude(part: Part) -> Mapping[str, Any]:
    missed = part.count - part.tally["guessed"]
    share = round(missed / max(1, part.count), 4)
    problems = []
    if share > MOST_UNGUESSED:
        problems.append(f"{missed} misspellings of {part.count} without the right word")
    return {"without the right word": share, "problems": problems}
