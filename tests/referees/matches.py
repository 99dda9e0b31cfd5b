"""Play matches beside their referees, by game and number.

A referee is found by its table: the module `GAME_table` holds `SETTINGS` and `seated`, which
returns the referee of a match and its table.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType

from soak.settings import Setting
from tests.referees.harness import Difference, Tally, follow

TABLES = Path(__file__).parent
SEEDS = 1 << 40


@cache
def games() -> tuple[str, ...]:
    """Return the games that have a referee."""
    found = sorted(path.stem.removesuffix("_table") for path in TABLES.glob("*_table.py"))
    return tuple(name.replace("_", "-") for name in found)


def table_of(game: str) -> ModuleType:
    """Return the module that seats a game's referee."""
    return import_module(f"tests.referees.{game.replace('-', '_')}_table")


def settings_of(game: str) -> tuple[Setting, ...]:
    """Return what a game's referee is played with, in turn."""
    found: tuple[Setting, ...] = table_of(game).SETTINGS
    return found


def refereed(game: str, number: int, seed: int = 1) -> Tally:
    """Play a match at random beside its referee; the settings take turns.

    Raises:
        Difference: The engine and the referee do not agree.
    """
    module = table_of(game)
    settings = settings_of(game)
    setting = settings[number % len(settings)].of(number)
    chance = Random(f"{seed} {game} {number}")
    match = setting.start(chance.randrange(SEEDS), events=True)
    tally = Tally()
    try:
        return follow(*module.seated(setting, match), chance, tally)
    except Difference as problem:
        words = f"{setting.name}, match {number}, after {tally.decisions} decisions"
        raise Difference(f"{words}: {problem}") from problem
