"""Check packages of one shape at several lengths: the work must grow as the text does.

What is counted is calls of functions, which is the same on every machine; processor time is told
beside it.
"""

from __future__ import annotations

import math
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from cardwright.checks import lint
from cardwright.packages import find_package
from soak.long_packages import SHAPES, text_of
from soak.measure import Check, Measure, Part, each, hold

LENGTHS = (500, 1_000, 2_000)
MOST_EXPONENT = 1.5
COST = 12.0


def measures() -> Iterator[Measure]:
    """Yield a measure for each shape."""
    for shape in SHAPES:
        name = f"check-time/{shape}"
        yield Measure(name=name, game="", count=1, cost=COST, run=each(name, _checks(shape)))


def _checks(shape: str) -> Check:
    def check(chance: Random, number: int, part: Part) -> None:
        began = time.process_time()
        found = exponent(shape, LENGTHS)
        part.note_most("exponent", round(found, 2))
        part.note_most("processor seconds of all lengths", round(time.process_time() - began, 1))
        hold(found <= MOST_EXPONENT, f"work grows with the power {found:.2f} of the length")

    return check


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
    """Return how many functions are called in a piece of work."""
    counter = _Calls()
    before = sys.getprofile()
    sys.setprofile(counter)
    try:
        work()
    finally:
        sys.setprofile(before)
    return counter.count


class _Calls:
    """Counts calls of functions, of those written in C too."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        if event in ("call", "c_call"):
            self.count += 1
