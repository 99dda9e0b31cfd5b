"""Let the whole suite look seldom for garbage, and read the large games once for all processes."""

from __future__ import annotations

import gc
from concurrent.futures import ProcessPoolExecutor

import pytest

from cardwright import api
from cardwright.cache_place import is_wanted
from cardwright.main import COLLECTIONS
from cardwright.packages import find_package

LARGE = ("cerebria", "res-arcana", "worldmonger", "equilibrion", "dream-tricks")


def pytest_configure(config: pytest.Config) -> None:
    """Begin: games and machines live to the end, so there is little garbage to look for."""
    gc.set_threshold(*COLLECTIONS)
    is_whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if is_whole and getattr(config.option, "numprocesses", None) and is_wanted():
        with ProcessPoolExecutor(config.option.numprocesses) as pool:
            list(pool.map(keep, LARGE))


def keep(game: str) -> None:
    """Put a game and its variants into the cache, where those who collect tests find it."""
    for each in api.variants(find_package(game)):
        api.check(each, cache=True)
