"""Give a run of the suite one cache for all its processes, and leave long tests to the soak."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import cardwright
from cardwright.api.checks import Checks
from cardwright.api.folders import CACHE_VARIABLE
from cardwright.api.loading import find_package

LONG = Path(__file__).with_name("long.txt")
LARGE = ("cerebria", "res-arcana", "worldmonger", "equilibrion", "dream-tricks")


def pytest_configure(config: pytest.Config) -> None:
    """Begin: the user's cache is left alone, and games live to the end, as in a command."""
    gc.set_threshold(50_000, 20, 20)
    if CACHE_VARIABLE not in os.environ:
        folder = TemporaryDirectory(prefix="cardwright-")
        config.add_cleanup(folder.cleanup)
        config.add_cleanup(lambda: os.environ.pop(CACHE_VARIABLE, None))
        os.environ[CACHE_VARIABLE] = folder.name
    is_whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if is_whole and getattr(config.option, "numprocesses", None):
        with ProcessPoolExecutor(config.option.numprocesses) as pool:
            list(pool.map(keep, LARGE))


@pytest.fixture(autouse=True)
def _cache_stays() -> Iterator[None]:
    """Hold that a test leaves the cache where it was: else all behind it read every game anew."""
    before = os.environ.get(CACHE_VARIABLE)
    yield
    assert os.environ.get(CACHE_VARIABLE) == before


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests of `long.txt` as those of the soak, but the cases that it keeps.

    Raises:
        pytest.UsageError: It names a case that a test does not have.
    """
    lines = LONG.read_text("utf-8").splitlines()
    named = {name: cases for name, *cases in (line.split(" | ") for line in lines)}
    missing: set[str] = set()
    met: set[str] = set()
    for item in items:
        name, _, case = item.nodeid.partition("[")
        met |= {item.nodeid, name}
        if item.nodeid in named or (name in named and case.removesuffix("]") not in named[name]):
            item.add_marker(pytest.mark.soak)
    for name, cases in named.items():
        if name.partition("[")[0] in met:
            missing |= {name, *(f"{name}[{case}]" for case in cases)} - met
    if missing and not any("::" in each for each in config.args):
        raise pytest.UsageError(f"{LONG.name} names what is not there: {min(missing)}")


def pytest_collection_finish() -> None:
    """Look no more for garbage among the tests themselves, which live to the end."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    """End at once: pytest would look for garbage among all that was loaded, five times over."""
    gc.freeze()


def keep(game: str) -> None:
    """Put a game and its variants into the cache, where all processes find them."""
    for each in Checks(True).variants(find_package(game)):
        cardwright.check(each, cache=True)
