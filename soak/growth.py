"""Hold that work grows no faster than what it is for: checks of packages, copies of matches.

What is counted of checks is calls of functions, which is the same on every machine; processor time
is told beside it. Packages of one shape are written at several lengths: chains, names apart, and
nothing but slips.
"""

from __future__ import annotations

import math
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from types import FrameType, MappingProxyType
from typing import Any, Final

import yaml

from cardwright.api.checks import lint
from cardwright.api.folders import prelude_folder
from cardwright.api.game import Game
from cardwright.api.loading import find_package
from dsl.load import load_sources, prelude_in
from dsl.records import Source
from interpreter.state.record import State
from soak.measure import Broken, Part, hold
from soak.settings import PACKAGES
from soak.stability import sources_of

LENGTHS: Final = (500, 1_000, 2_000)
MOST_EXPONENT: Final = 1.5
TEXTS: Final[Mapping[str, str]] = yaml.safe_load((PACKAGES / "long.yaml").read_text("utf-8"))
HEAD, WORK, CARDS = TEXTS["head"], TEXTS["work"], TEXTS["cards"]
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"

CLONED: Final = "dream-tricks"
UNUSED: Final = 2_000
"""Cards that are in the package and not in the match."""

RUNS, CLONES, MOST_RATIO = 15, 2_000, 1.3


def word(number: int) -> str:
    """Return a word of letters alone, another one for each number."""
    found = ""
    while number >= 0:
        number, letter = divmod(number, 26)
        found, number = LETTERS[letter] + found, number - 1
    return f"{found}q"


def _chain(line: str, length: int) -> str:
    """Return lines of which each names the one before it."""
    return "".join(f"  {line.format(i, i - 1)}\n" for i in range(1, length))


def _apart(line: str, length: int) -> str:
    """Return lines with words of their own."""
    return "".join(f"{line.format(word(i), i)}\n" for i in range(length))


SHAPES: Final[Mapping[str, Callable[[int], str]]] = MappingProxyType(
    {
        "kinds": lambda n: (
            f"{WORK}kinds:\n  k0: {{attributes: {{rank: int = 0}}}}\n"
            + _chain("k{}: {{extends: k{}}}", n)
        ),
        "groups": lambda n: (
            f"{WORK}  rest: {{in: g{n - 1}}}\n  g0: {{actions: {{}}, in: trade}}\n"
            + _chain("g{}: {{actions: {{}}, in: g{}}}", n)
        ),
        "values": lambda n: f"{WORK}values:\n  v0 -> int: 1\n" + _chain("v{} -> int: v{} + 1", n),
        "unused-values": lambda n: f"{WORK}values:\n" + _apart("  v{} -> int: {}", n),
        "events": lambda n: (
            f"actions:\n  work: {{do: e{n - 1}}}\nevents:\n  e0: {{do: add 1 to me.coins}}\n"
            + _chain("e{}: {{do: e{}}}", n)
        ),
        "unknown-words": lambda n: (
            WORK + _apart("  a{0}: {{in: trade, do: add coin{0} to me.coins}}", n)
            + "values:\n" + _apart("  cion{} -> int: 1", n)
        ),
        "enum": lambda n: (
            f"{WORK}state: {{seen: maybe long-word = {word(0)}}}\n"
            f"enums:\n  long-word: [{', '.join(word(i) for i in range(2 * n))}]\n"
        ),
        "cards": lambda n: (
            f"{WORK}kinds:\n  card-kind: {{attributes: {{rank: int}}}}\ncards:\n"
            + _apart("- {{kind: card-kind, id: c{}, rank: 1}}", n)
        ),
        "documents": lambda n: WORK + "---\n" * n,
    }
)  # fmt: skip


def text_of(shape: str, length: int) -> str:
    """Return the `game.yaml` of a shape at a length."""
    return HEAD + SHAPES[shape](length)


def check(shape: str, chance: Random, number: int, part: Part) -> None:
    """Check packages of one shape at several lengths."""
    began = time.process_time()
    found = exponent(shape, LENGTHS)
    part.note_most("exponent", round(found, 2))
    part.note_most("processor seconds of all lengths", round(time.process_time() - began, 1))
    hold(found <= MOST_EXPONENT, f"work grows with the power {found:.2f} of the length")


def exponent(shape: str, lengths: tuple[int, ...]) -> float:
    """Return with which power of a package's length the work of its check grows at most."""
    calls_of(shape, 2)  # what is done once a process
    least = calls_of(shape, 2)
    work = [max(1, calls_of(shape, length) - least) for length in lengths]
    pairs = zip(work, work[1:], lengths, lengths[1:], strict=False)
    return max(math.log(after / before) / math.log(b / a) for before, after, a, b in pairs)


def calls_of(shape: str, length: int) -> int:
    """Return how many functions are called to check a package."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "long"
        home.mkdir()
        (home / "game.yaml").write_text(text_of(shape, length), encoding="utf-8")
        package = find_package(str(home))
        return calls_in(lambda: lint(package))


def calls_in(work: Callable[[], object]) -> int:
    """Return how many functions are called in a piece of work, of those written in C too."""
    count, before = 0, sys.getprofile()

    def note(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def clone(chance: Random, number: int, part: Part) -> None:
    """Compare copies of matches of games that differ in cards nobody uses, taken in turns."""
    states, best = [_state(0), _state(UNUSED)], [1e9, 1e9]
    for _ in range(RUNS):
        for which, st in enumerate(states):
            began = time.process_time()
            for _ in range(CLONES):
                st.clone()
            best[which] = min(best[which], time.process_time() - began)
    small, large = (each / CLONES * 1e6 for each in best)
    part.note_most("microseconds a clone", small)
    part.note_most(f"microseconds a clone, {UNUSED} more cards", large)
    hold(large <= small * MOST_RATIO, f"{small:.2f} µs grow to {large:.2f} µs")


@cache
def _state(unused: int) -> State:
    sources = sources_of(find_package(CLONED).folder)
    if unused:
        rows = "\n".join(f"  - {{id: extra-{i}, name: Extra {i}}}" for i in range(unused))
        sources.append(Source(f"{CLONED}/cards/extra.yaml", CARDS.format(rows=rows)))
    loaded = load_sources(sources, CLONED, prelude_in(prelude_folder()))
    if loaded.game is None:
        raise Broken(str(loaded.diagnostics[:1]))
    return Game(loaded.game, {}).start(4, seed=1, events=False).state
