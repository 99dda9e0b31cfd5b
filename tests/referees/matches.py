"""Play matches beside their referees, by game and number.

A referee is found by its table: the module `GAME_table` of one of the folders holds `SETTINGS` and
`seated`, which returns the referee of a match and its table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType

from cardwright.api.match import Match
from soak.settings import Setting
from tests.referees.harness import Difference, Referee, Table, Tally, follow

ROOT = Path(__file__).parents[2]
LARGE, CLASSICS = "tests.referees", "tests.classics.referees"
FOLDERS = (LARGE, CLASSICS)
"""Where referees stand, as packages."""

SEEDS = 1 << 40
Seated = Callable[[Setting, Match], tuple[Referee, Table]]
"""Returns the referee of a match and its table."""


@cache
def homes() -> Mapping[str, str]:
    """Return the games that have a referee, with the module of each one's table."""
    found = {}
    for folder in FOLDERS:
        for path in sorted(ROOT.joinpath(*folder.split(".")).glob("*_table.py")):
            game = path.stem.removesuffix("_table").replace("_", "-")
            found[game] = f"{folder}.{path.stem}"
    return found


def games(*folders: str) -> tuple[str, ...]:
    """Return the games that have a referee, in some folders or in all."""
    wanted = folders or FOLDERS
    return tuple(game for game, home in homes().items() if home.rpartition(".")[0] in wanted)


def table_of(game: str) -> ModuleType:
    """Return the module that seats a game's referee."""
    return import_module(homes()[game])


def settings_of(game: str) -> tuple[Setting, ...]:
    """Return what a game's referee is played with, in turn."""
    found: tuple[Setting, ...] = table_of(game).SETTINGS
    return found


def refereed(game: str, number: int, seed: int = 1) -> Tally:
    """Play a match at random beside its referee; the settings take turns.

    Raises:
        Difference: The engine and the referee do not agree.
    """
    return beside(table_of(game).seated, settings_of(game), f"{seed} {game} {number}", number)


def beside(seated: Seated, settings: Sequence[Setting], seed: str, number: int) -> Tally:
    """Play a match at random beside whoever is seated.

    Raises:
        Difference: The engine and the referee do not agree.
    """
    setting = settings[number % len(settings)].of(number)
    chance = Random(seed)
    match = setting.start(chance.randrange(SEEDS), events=True)
    tally = Tally()
    try:
        return follow(*seated(setting, match), chance, tally)
    except Difference as problem:
        words = f"{setting.name}, match {number}, after {tally.decisions} decisions"
        raise Difference(f"{words}: {problem}") from problem
