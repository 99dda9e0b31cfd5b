"""Hold matches of the classics against OpenSpiel, where it is installed: `tests/classics/spiel`."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from soak.measure import Measure
from soak.referees import SMALL_COST, beside

COUNTED = ("decisions", "options")


def measures() -> Iterator[Measure]:
    """Yield one measure a game that OpenSpiel has as well."""
    try:
        matches = import_module("tests.classics.spiel.matches")
    except ModuleNotFoundError:
        return
    for game in matches.games():
        yield beside(f"spiel/{game}", game, SMALL_COST, matches.compared, COUNTED)
