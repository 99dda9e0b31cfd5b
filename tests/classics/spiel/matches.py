"""Play matches beside OpenSpiel, by game and number."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.spiel.harness import Adapter, OpenSpiel
from tests.referees.harness import Tally
from tests.referees.matches import beside

ADAPTERS = Path(__file__).parent


@cache
def adapted() -> tuple[str, ...]:
    """Return the games that have an adapter."""
    found = sorted(path.stem.removesuffix("_adapter") for path in ADAPTERS.glob("*_adapter.py"))
    return tuple(name.replace("_", "-") for name in found)


def games() -> tuple[str, ...]:
    """Return the games that can be compared: none where OpenSpiel is not installed."""
    return adapted() if find_spec("pyspiel") else ()


def sample_of(game: str) -> int:
    """Return how many matches of a game the suite plays."""
    found: int = _module(game).Adapter.sample
    return found


def compared(game: str, number: int, seed: int = 1) -> Tally:
    """Play a match at random in both; the settings take turns.

    Raises:
        Difference: They do not agree.
    """
    module = _module(game)

    def seated(setting: Setting, match: Match) -> tuple[OpenSpiel, Adapter]:
        adapter = module.Adapter(setting, match)
        return OpenSpiel(adapter), adapter

    return beside(seated, module.SETTINGS, f"{seed} {game} {number}", number)


def _module(game: str) -> ModuleType:
    return import_module(f"tests.classics.spiel.{game.replace('-', '_')}_adapter")
