"""Say what a measure is: numbered cases, each of which a seed and its number make again."""

from __future__ import annotations

import time
import traceback
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from soak.failing import Files

MOST_ACTIONS = 100_000
"""Longest match, by the design; not read from the machine, which shall keep to it."""

MOST_REASON = 4_000
"""Characters of a reason that are kept."""


class Broken(Exception):
    """Something that must always hold does not."""


@dataclass(frozen=True, slots=True)
class Job:
    """A stretch of the cases of a measure, for one process.

    Attributes:
        files: Where cases that fail are written; None for nowhere.
    """

    measure: str
    seed: int
    first: int
    count: int
    files: Files | None = None

    @property
    def numbers(self) -> range:
        """The numbers of the cases."""
        return range(self.first, self.first + self.count)

    def write(self, failure: Failure) -> Path | None:
        """Write a failing case; return its file, None where there is none."""
        if self.files is None:
            return None
        return self.files.write(self.measure, self.seed, failure.number, failure.reason)


@dataclass(frozen=True, slots=True)
class Failure:
    """A case that failed, and why."""

    number: int
    reason: str


@dataclass(slots=True)
class Part:
    """What came of some cases.

    Attributes:
        tally: How often what was seen.
        most: The largest of what was measured.
        seed: Of the run.
    """

    count: int = 0
    seconds: float = 0.0
    failures: list[Failure] = field(default_factory=list)
    tally: Counter[str] = field(default_factory=Counter)
    most: dict[str, float] = field(default_factory=dict)
    seed: int = 0

    def add(self, other: Part) -> None:
        """Take in what came of other cases."""
        self.count += other.count
        self.seconds += other.seconds
        self.failures += other.failures
        self.tally.update(other.tally)
        for name, number in other.most.items():
            self.note_most(name, number)

    def note_most(self, name: str, number: float) -> None:
        """Keep a number where it is the largest so far."""
        self.most[name] = max(number, self.most.get(name, number))


Run = Callable[[Job], Part]
Check = Callable[[Random, int, Part], None]
"""Plays one case: (chance, its number, where to count)."""

Conclude = Callable[[Part], Mapping[str, Any]]
"""Returns details of all cases together; what is under `problems` are failures of the whole."""


def no_conclusion(part: Part) -> Mapping[str, Any]:
    """Return nothing more to tell."""
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """Something that is shown on many cases.

    Attributes:
        game: The game it is about, or "".
        count: How many cases at scale 1.
        cost: Seconds a case takes, roughly: for the order and the length of jobs.
        run: Goes through a stretch of cases.
        conclude: Judges all of them together; called with the whole count reached or not.
        enough: With so many cases the whole is judged strictly.
        is_alone: Whether nothing else of the soak may run meanwhile: it measures all processors by
            the clock.
    """

    name: str
    game: str
    count: int
    cost: float
    run: Run
    conclude: Conclude = no_conclusion
    enough: int = 0
    is_alone: bool = False


def each(name: str, check: Check) -> Run:
    """Return what goes through a stretch of cases one by one; one that fails is written at once."""

    def run(job: Job) -> Part:
        part = Part(seed=job.seed)
        began = time.process_time()
        for number in job.numbers:
            failure = _failure(check, Random(f"{job.seed} {name} {number}"), number, part)
            if failure is not None:
                part.failures.append(failure)
                job.write(failure)
            part.count += 1
        part.seconds = time.process_time() - began
        return part

    return run


def _failure(check: Check, chance: Random, number: int, part: Part) -> Failure | None:
    """Play a case and return how it fails, None where it does not."""
    try:
        check(chance, number, part)
    except Broken as broken:
        return Failure(number, str(broken)[:MOST_REASON])
    except Exception:
        return Failure(number, traceback.format_exc(limit=-12)[-MOST_REASON:])
    return None


def hold(condition: object, reason: str) -> None:
    """Complain where something does not hold.

    Raises:
        Broken: It does not.
    """
    if not condition:
        raise Broken(reason)
