"""Search and check games of very many cards: in seconds, and work that grows as the cards do.

What is counted for the growth is calls of functions, the same on every machine. Seconds are those
of the processor, of what is short the least of a few tries: a neighbour who takes the caches away
makes the same work longer, never shorter. What is too long to be tried again counts by the pace of
that time: a fixed piece of work is done often before and behind it, and its least time against the
middle one tells how much of the seconds the neighbours took.
"""

from __future__ import annotations

import asyncio
import json
import math
import resource
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

import yaml

from cardwright.api.loading import find_package
from cardwright.apps.cards.index import Index, from_bytes, to_bytes
from cardwright.apps.cards.indexing import build_index
from cardwright.apps.cards.query import find
from cardwright.apps.cards.store import Cardbase
from cardwright.apps.cards.web import search_script, web_data
from soak.growth import calls_in
from soak.measure import Measure, Part, hold, measured
from soak.settings import PACKAGES

MANY: Final = yaml.safe_load((PACKAGES / "many.yaml").read_text("utf-8"))
WORDS, RULES, QUERIES = MANY["words"], MANY["rules"], MANY["queries"]
SIZE: Final = 20
MOST_INDEX_SECONDS, MOST_QUERY_SECONDS, MOST_PROCESS_SECONDS = 20, 0.03, 0.4
MOST_PAGE_SECONDS, MOST_MEGABYTES, MOST_EXPONENT = 0.1, 250, 1.1
TRIES: Final = 5
PAGE: Final = Path(__file__).with_name("card_page.js")

FEW_WRITTEN, MANY_WRITTEN, A_FILE = 500, 5_000, 25
"""Cards that are written out, and how many stand in a file."""

MOST_LINT_SECONDS, MOST_START_SECONDS = 12, 1.5
MOST_COMPLETION_SECONDS, MOST_KEYSTROKE_SECONDS = 0.05, 0.1
KEYSTROKES: Final = 15

MEASURED: Final = """\
import json, resource, subprocess, sys
done = subprocess.run(sys.argv[1:], capture_output=True, text=True)
of = resource.getrusage(resource.RUSAGE_CHILDREN)
told = done.stdout + done.stderr
print(json.dumps([done.returncode, told, of.ru_utime + of.ru_stime, of.ru_maxrss / 1024]))
"""
"""Runs a command from a small process: the largest size of a child counts what its parent had."""


def measures() -> Iterator[Measure]:
    """Yield the measures of this file."""
    yield measured("card-search/growth", search_growth)
    yield measured("card-search/many", search_many)
    yield measured("many-cards/lint", lint_many)
    yield measured("many-cards/server", serve_many)


# --- games ----------------------------------------------------------------------------------------


def cards_in(size: int) -> int:
    """Return how many cards a game of a size has."""
    return len(RULES) * len(WORDS) ** 2 * size


def cardbase(size: int, cache: bool = False) -> Cardbase:
    """Return the cards of a game of a size, which are products of its words."""
    products = (
        _filled("product", NUMBER=number, RULE=f", {row['rule']}" if row["rule"] else "", SIZE=size)
        for number, row in enumerate(RULES)
    )
    home = _game(f"cards:\n{''.join(products)}")
    return Cardbase(find_package(str(home)), cache)


def written_out(number: int) -> Path:
    """Return the folder of a game of so many cards, most with rules, all with an example."""
    home = _game("")
    (home / "cards").mkdir()
    words = list(WORDS)
    for start in range(0, number, A_FILE):
        text = "cards:\n"
        for n in range(start, min(number, start + A_FILE)):
            row, first, second = RULES[n % 5], words[n % 16], words[n // 16 % 16]
            text += _filled(
                "card", FIRST_JA=WORDS[first], SECOND_JA=WORDS[second], FIRST=first, SECOND=second,
                RULE=f"\n  {row['rule']}" if row["rule"] else "", ENGLISH=row["en"],
                JAPANESE=row["ja"], WORTH=n % 9 + 1, NUMBER=n,
            )  # fmt: skip
        (home / "cards" / f"from-{start:05}.yaml").write_text(text, encoding="utf-8")
    return home


def _game(cards: str) -> Path:
    home = Path(tempfile.mkdtemp()) / "many"
    home.mkdir()
    members = ", ".join(f"{word}: {{en: {word}, ja: {sign}の}}" for word, sign in WORDS.items())
    (home / "game.yaml").write_text(_filled("game", MEMBERS=members) + cards, encoding="utf-8")
    return home


def _filled(text: str, **words: object) -> str:
    """Return a text of `many.yaml` with words in the place of capitals."""
    found: str = MANY[text]
    for place, word in words.items():
        found = found.replace(place, str(word))
    return found


# --- the search -----------------------------------------------------------------------------------


def search_growth(chance: Random, number: int, part: Part) -> None:
    """Check that twice the cards are twice the work."""
    few, many = (cardbase(size) for size in (2, 4))
    for what in ("index", *QUERIES):
        before, after = (calls_in(_work(cards, what)) for cards in (few, many))
        found = math.log(after / before, 2)
        part.note_most(f"exponent of {what}", round(found, 2))
        hold(found <= MOST_EXPONENT, f"{what} grows with the power {found:.2f} of the cards")


def _work(cards: Cardbase, what: str) -> Callable[[], Any]:
    """Return the work of making the index, or of a query in it."""
    if what == "index":
        listed = cards.cards
        return lambda: build_index(listed)
    index = cards.index
    return lambda: find(what, index, no_version)


def no_version(word: str) -> Index:
    """Find no other version of the cards."""
    raise LookupError(word)


def search_many(chance: Random, number: int, part: Part) -> None:
    """Check seconds and memory of a game of 25,600 cards."""
    cards = cardbase(SIZE, cache=True)
    hold(len(cards.cards) == cards_in(SIZE) >= 25_000, "the game has so many cards")
    found = _paces()
    spent = _seconds(lambda: cards.index)
    found += _paces()
    index = cards.index
    part.note_most("seconds of the index as they were", round(spent, 1))
    alone = min(found) / median(found)
    part.hold_most("seconds of the index", spent * alone, MOST_INDEX_SECONDS)
    data = to_bytes(index)
    part.note_most("megabytes of the index", round(len(data) / 1e6, 1))
    hold(from_bytes(data) == index, "the index is the same after it was kept")
    for query in QUERIES:
        spent = min(_seconds(_work(cards, query)) for _ in range(TRIES))
        part.hold_most(f"seconds of {query}", spent, MOST_QUERY_SECONDS)
    query = "does:draw first:silver second:lost worth<9"
    runs = [in_a_process("cards", str(cards.package.folder), query) for _ in range(TRIES)]
    part.hold_most("seconds of a process", min(s for s, _ in runs), MOST_PROCESS_SECONDS)
    part.hold_most("megabytes of a process", max(size for _, size in runs), MOST_MEGABYTES)
    _search_in_a_page(index, part)


def _search_in_a_page(index: Index, part: Part) -> None:
    """Check the queries in a page, by node; where it is not there, say so."""
    node = shutil.which("node")
    part.tally["pages by node"] += node is not None
    if node is None:
        return
    given = {"script": search_script(), "data": web_data(index), "queries": QUERIES, "tries": TRIES}
    done = subprocess.run([node, str(PAGE)], input=json.dumps(given).encode(), check=True,
                          capture_output=True)  # fmt: skip
    for query, (spent, rows) in zip(QUERIES, json.loads(done.stdout), strict=True):
        part.hold_most(f"seconds in the page of {query}", spent, MOST_PAGE_SECONDS)
        found = find(query, index, no_version)
        hold(rows == [*found.rows], f"{query} finds the same cards in the page")


def _paces() -> list[float]:
    """Return how long a fixed piece of work took, many times."""
    return [_seconds(lambda: sum(map(str.__len__, map(str, range(20_000))))) for _ in range(100)]


def _seconds(work: Callable[[], Any]) -> float:
    """Return the processor's seconds for some work."""
    began = time.process_time()
    work()
    return time.process_time() - began


def in_a_process(*words: str) -> tuple[float, float]:
    """Return the processor's seconds of a command in a process of its own, and its megabytes."""
    status, told, spent, size = measured_process(*words)
    hold(status == 0, f"{words} ended with {status}: {told[-600:]}")
    return spent, size


def measured_process(*words: str) -> tuple[int, str, float, float]:
    """Return how a command in a process of its own ended, what it told, and what it took."""
    command = [sys.executable, "-c", MEASURED, sys.executable, "-m", "cardwright", *words]
    status, told, spent, size = json.loads(
        subprocess.run(command, check=True, capture_output=True).stdout
    )
    return status, told, spent, size


# --- lint and the server of an editor -------------------------------------------------------------


def lint_many(chance: Random, number: int, part: Part) -> None:
    """Check the seconds of a process that lints all, and that ten times the cards are as much."""
    spent = {}
    for size in (FEW_WRITTEN, MANY_WRITTEN):
        home = written_out(size)
        before = _paces()
        seconds, _ = in_a_process("lint", str(home))
        every = [*before, *_paces()]
        part.note_most(f"seconds of {size} cards as they were", round(seconds, 1))
        spent[size] = seconds * min(every) / median(every)
    few, many = spent.values()
    part.hold_most(f"seconds of {MANY_WRITTEN} cards", many, MOST_LINT_SECONDS)
    exponent = math.log(many / few, MANY_WRITTEN / FEW_WRITTEN)
    part.hold_most("exponent", exponent, MOST_EXPONENT)


def serve_many(chance: Random, number: int, part: Part) -> None:
    """Check how long an editor waits: the least of some tries, the processor's or the clock's."""
    opened = written_out(MANY_WRITTEN) / "cards" / f"from-{MANY_WRITTEN // 2:05}.yaml"
    starts = [asyncio.run(_start(opened)) for _ in range(KEYSTROKES // 3)]
    part.hold_most("seconds to the first answer", min(starts), MOST_START_SECONDS)
    keystrokes, completions = asyncio.run(_type(opened))
    for what, waits, most in (
        ("keystroke to findings", keystrokes, MOST_KEYSTROKE_SECONDS),
        ("completion", completions, MOST_COMPLETION_SECONDS),
    ):
        part.note_most(f"seconds of {what}, the median", round(median(waits), 3))
        part.hold_most(f"seconds of {what}", min(waits), most)


async def _start(path: Path) -> float:
    """Return the processor's seconds of a server that starts, answers and ends."""
    from tests.editor import Editor  # the protocol's library is an extra

    before, editor = _of_children(), Editor(path.parent, path.name)
    await editor.begin()
    await editor.stop()
    return _of_children() - before


async def _type(path: Path) -> tuple[list[float], list[float]]:
    """Return the seconds that findings and offers take behind each of some keystrokes.

    They are typed where the file's first ``draw`` has its amount.
    """
    from tests.editor import Editor

    editor = Editor(path.parent, path.name)
    await editor.start()
    keystrokes, completions = [], []
    for turn in range(KEYSTROKES):
        began = time.perf_counter()
        await editor.type("draw ", f"draw {'1 + '[turn % 4]}")
        keystrokes.append(time.perf_counter() - began)
        began = time.perf_counter()
        await editor.offered("draw ")
        completions.append(time.perf_counter() - began)
    await editor.stop()
    return keystrokes, completions


def _of_children() -> float:
    """Return the processor's seconds of all processes that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
