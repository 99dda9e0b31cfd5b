"""Search games of ever more cards: the index in seconds, a query in milliseconds, both linear.

What is counted for the growth is calls of functions, the same on every machine. Seconds are those
of the processor, of what is short the least of a few tries: a neighbour who takes the caches away
makes the same work longer, never shorter. What is too long to be tried again counts by the pace of
that time: a fixed piece of work is done often before and behind it, and its least time against the
middle one tells how much of the seconds the neighbours took.
"""

from __future__ import annotations

import json
import math
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

from cardwright.cardbase.index import Index, from_bytes, to_bytes
from cardwright.cardbase.indexing import build_index
from cardwright.cardbase.query import find
from cardwright.cardbase.store import Cardbase
from cardwright.cardbase.web import search_script, web_data
from cardwright.packages import find_package
from soak.check_time import calls_in
from soak.many_cards import cards_in, text_of
from soak.measure import Measure, Part, each, hold

MOST_INDEX_SECONDS: Final = 20
MOST_QUERY_SECONDS: Final = 0.1
MOST_PROCESS_SECONDS: Final = 0.4
MOST_PAGE_SECONDS: Final = 0.03
MOST_MEGABYTES: Final = 250
MOST_EXPONENT: Final = 1.1
MANY: Final = 20
COST: Final = 150.0
TRIES: Final = 5
PAGE: Final = Path(__file__).with_name("card_page.js")
MEASURED: Final = """\
import json, resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, capture_output=True)
of = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([of.ru_utime + of.ru_stime, of.ru_maxrss / 1024]))
"""
"""Runs a command from a small process: the largest size of a child counts what its parent had."""
QUERIES: Final = (
    "does:draw worth>5",
    "silver",
    '"の古"',
    "reaches:draw first:silver -second:lost",
    'does:"gain-points 3" or writes:hand',
    "sort:-worth show:name,worth kind:spell",
    "-does:draw (一:銀の or 価値>=7) 呪文",
    "/draw [0-9]/",
    "sort:name name:silver",
    'does:"gain-points spell" or /spell [0-9] [34]$/',
)


def measures() -> Iterator[Measure]:
    """Yield the two measures."""
    for name, check in (("card-search/growth", _growth), ("card-search/many", _many)):
        yield Measure(name=name, game="", count=1, cost=COST, run=each(name, check))


def _growth(chance: Random, number: int, part: Part) -> None:
    """Check that twice the cards are twice the work."""
    few, many = (_package(size) for size in (2, 4))
    for what, work in (("index", _indexing), *((query, _finding(query)) for query in QUERIES)):
        before, after = calls_in(work(few)), calls_in(work(many))
        found = math.log(after / before, 2)
        part.note_most(f"exponent of {what}", round(found, 2))
        hold(found <= MOST_EXPONENT, f"{what} grows with the power {found:.2f} of the cards")


def _indexing(cards: Cardbase) -> Callable[[], Any]:
    listed = cards.cards
    return lambda: build_index(listed)


def _finding(query: str) -> Callable[[Cardbase], Callable[[], Any]]:
    return lambda cards: _prepared(query, cards.index)


def _prepared(query: str, index: Index) -> Callable[[], Any]:
    return lambda: find(query, index, _no_version)


def _no_version(word: str) -> Index:
    raise LookupError(word)


def _package(size: int, cache: bool = False) -> Cardbase:
    """Return the cards of a game of so many."""
    folder = Path(tempfile.mkdtemp()) / "many"
    folder.mkdir()
    (folder / "game.yaml").write_text(text_of(size), encoding="utf-8")
    return Cardbase(find_package(str(folder)), cache)


def _many(chance: Random, number: int, part: Part) -> None:
    """Check seconds and memory of a game of 25,600 cards."""
    cards = _package(MANY, cache=True)
    listed = cards.cards
    hold(len(listed) == cards_in(MANY) >= 25_000, "the game has so many cards")
    found = paces()
    spent = _seconds(lambda: cards.index)
    found += paces()
    index = cards.index
    part.note_most("seconds of the index as they were", round(spent, 1))
    alone = min(found) / median(found)
    told(part, "seconds of the index", spent * alone, MOST_INDEX_SECONDS)
    data = to_bytes(index)
    part.note_most("megabytes of the index", round(len(data) / 1e6, 1))
    hold(from_bytes(data) == index, "the index is the same after it was kept")
    for query in QUERIES:
        spent = min(_seconds(_prepared(query, index)) for _ in range(TRIES))
        told(part, f"seconds of {query}", spent, MOST_QUERY_SECONDS)
    _in_a_process(cards, part)
    _in_a_page(index, part)


def paces() -> list[float]:
    """Return how long a fixed piece of work took, many times."""
    return [_seconds(lambda: sum(map(str.__len__, map(str, range(20_000))))) for _ in range(100)]


def _seconds(work: Callable[[], Any]) -> float:
    """Return the processor's seconds for some work."""
    began = time.process_time()
    work()
    return time.process_time() - began


def _in_a_process(cards: Cardbase, part: Part) -> None:
    """Check a query in a process of its own, with the index there."""
    query = "does:draw first:silver second:lost worth<9"
    runs = [process_seconds("cards", str(cards.package.folder), query) for _ in range(TRIES)]
    told(part, "seconds of a process", min(spent for spent, _ in runs), MOST_PROCESS_SECONDS)
    told(part, "megabytes of a process", max(size for _, size in runs), MOST_MEGABYTES)


def process_seconds(*words: str) -> tuple[float, float]:
    """Return the processor's seconds of a command in a process of its own, and its megabytes."""
    command = [sys.executable, "-c", MEASURED, sys.executable, "-m", "cardwright", *words]
    spent, size = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return spent, size


def _in_a_page(index: Index, part: Part) -> None:
    """Check the queries in a page, by node; where it is not there, say so."""
    node = shutil.which("node")
    part.tally["pages by node"] += node is not None
    if node is None:
        return
    given = {"script": search_script(), "data": web_data(index), "queries": QUERIES, "tries": TRIES}
    done = subprocess.run([node, str(PAGE)], input=json.dumps(given).encode(), check=True,
                          capture_output=True)  # fmt: skip
    for query, (spent, rows) in zip(QUERIES, json.loads(done.stdout), strict=True):
        told(part, f"seconds in the page of {query}", spent, MOST_PAGE_SECONDS)
        found = find(query, index, _no_version)
        hold(rows == [*found.rows], f"{query} finds the same cards in the page")


def told(part: Part, what: str, found: float, most: float) -> None:
    """Note what was measured, and hold it to its bound."""
    part.note_most(what, round(found, 3))
    hold(found <= most, f"{what}: {found:.3f}, more than {most}")
