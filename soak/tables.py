"""Play at the table as people do: whole matches in Firefox, and servers that are killed under load.

A case in Firefox is one match by people at all seats: its number says the players, the language and
the size of the window. What the browser's console calls wrong fails it, and a table at which
nothing comes for long. Of a killed server everything must be kept that people were told is done.
"""

from __future__ import annotations

import asyncio
import sys
from argparse import Namespace
from collections.abc import Iterator
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import cardwright
from benchmarks.table import firefox
from benchmarks.table.robot import SIZES, served
from cardwright.api.package import Package
from soak.drawings import folders
from soak.measure import Measure, Part, hold, measured
from soak.worlds import LANGUAGES

SEEDS, STATES = 1 << 32, 600
"""So many pictures of a match are looked at, at most."""
KILLS = 25
"""So many times the server of a case is killed."""
ROOT = Path(__file__).resolve().parents[1]


def measures() -> Iterator[Measure]:
    """Yield the measures of what this machine has."""
    yield measured("kills", check_kills)
    for folder in folders() if firefox.FIREFOX else ():
        name = folder.relative_to(ROOT).as_posix().removeprefix("examples/").removeprefix("cards/")
        yield measured(f"firefox/{name}", partial(check_match, folder), name)


def check_match(folder: Path, chance: Random, number: int, part: Part) -> None:
    """Play a match of a game, a page for each person."""
    counts, way = _counts(folder), number + len(folder.name)  # a case of each game: all ways
    lang, size = LANGUAGES[way % 2], [*SIZES][way // 2 % 2]
    players = counts[way // 4 % len(counts)]
    seed = chance.randrange(SEEDS)
    command = str(Path(sys.executable).with_name("cardwright"))
    told = Namespace(command=command, root=ROOT, players=players, seed=seed)
    with served(told, str(folder)) as url:
        states, is_over, is_stuck, wrong = asyncio.run(_played(url, told, lang, size, chance))
    part.tally.update(
        {"states": states, "over": int(is_over), f"{players} players, {lang}, {size}": 1}
    )
    hold(not wrong, f"{players} players, {lang}, {size}: {wrong}")
    hold(not is_stuck, f"{players} players, {lang}, {size}: stuck after {states} states")


async def _played(
    url: str, told: Namespace, lang: str, size: str, chance: Random
) -> tuple[int, bool, bool, list[str]]:
    """Return how many pictures came, whether the match was over or stuck, and what went wrong."""
    async with firefox.Firefox() as browser:
        links = firefox.laid(url, lang, told)
        went = await firefox.match(browser, links, SIZES[size], chance, STATES)
        return went["states"], went["over"], went["stuck"], browser.wrong


@cache
def _counts(folder: Path) -> tuple[int, ...]:
    """Return for how many people a game is."""
    return tuple(cardwright.load(Package.at(folder)).player_counts)


def check_kills(chance: Random, number: int, part: Part) -> None:
    """Kill a server over and over, and look after what it said was done."""
    suite = import_module("tests.apps.table.serving.test_kill")
    with TemporaryDirectory() as folder:
        part.tally["answers kept"] += suite.killed(Path(folder) / "tables", KILLS, chance)
    part.tally["kills"] += KILLS
