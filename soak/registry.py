"""List all measures."""

from __future__ import annotations

from functools import cache
from types import MappingProxyType

from soak import (
    bad_input,
    card_search,
    check_time,
    clone_time,
    copies,
    dead_ends,
    edited_saves,
    ends,
    facts,
    golden,
    graphs,
    hash_seeds,
    hostile,
    layouts,
    leaks,
    libraries,
    log_or_none,
    logs,
    many_written,
    matches,
    numbers,
    offers,
    pages,
    planted,
    programs,
    random_games,
    recipes,
    referees,
    refusals,
    screens,
    seeded,
    setups,
    spending,
    spiel,
    stability,
    strength,
    walker,
    worlds,
)
from soak.measure import Job, Measure, Part

SOURCES = (
    matches, walker, log_or_none, hash_seeds, copies, clone_time, dead_ends, worlds, leaks,
    stability, setups, bad_input, check_time, offers, refusals, golden, referees, spiel,
    edited_saves, planted, hostile, card_search, many_written, pages, logs,
    layouts, screens, numbers, seeded, facts, recipes, strength, programs, libraries,
    random_games, ends, spending, graphs,
)  # fmt: skip


@cache
def measures() -> MappingProxyType[str, Measure]:
    """Return every measure by name."""
    found = [measure for source in SOURCES for measure in source.measures()]
    return MappingProxyType({measure.name: measure for measure in found})


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
