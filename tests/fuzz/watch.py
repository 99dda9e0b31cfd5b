"""Run many cases in one worker that is watched: a hang or a crash costs the worker, not the run."""

from __future__ import annotations

import multiprocessing
import resource
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from tests.fuzz.case import Outcome, case, check, write

HANG_SECONDS: Final = 30.0
MEMORY_BYTES: Final = 3 * 1024**3
Progress = Callable[[int, int], None]
Answer = Callable[[int, int], Outcome]
"""What a worker does with a seed and a number."""


def answer(seed: int, number: int) -> Outcome:
    """Return what came of one case."""
    return check(case(seed, number))


@dataclass(slots=True)
class Tally:
    """What a run found.

    Attributes:
        failures: The fault of each failing case by number.
        names: How often each diagnostic was reported.
        slowest: The longest processor time of a case in seconds, and its number.
    """

    cases: int = 0
    clean: int = 0
    failures: dict[int, str] = field(default_factory=dict)
    names: Counter[str] = field(default_factory=Counter)
    slowest: tuple[float, int] = (0.0, -1)

    def add(self, number: int, outcome: Outcome) -> None:
        """Count one case."""
        self.cases += 1
        self.clean += not outcome.names and not outcome.fault
        self.names.update(outcome.names)
        self.slowest = max(self.slowest, (outcome.seconds, number))
        if outcome.fault:
            self.failures[number] = outcome.fault


class Worker:
    """A process that checks cases one by one."""

    def __init__(self, seed: int, does: Answer = answer, patience: float = HANG_SECONDS) -> None:
        self.seed = seed
        self.does = does
        self.patience = patience
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(theirs, self.seed, self.does), daemon=True
        )
        self._process.start()
        theirs.close()

    def run(self, number: int) -> Outcome:
        """Return what came of a case; a worker that hangs or dies is replaced."""
        try:
            self._ours.send(number)
            if self._ours.poll(self.patience):
                return self._ours.recv()
            fault = f"no answer after {self.patience:.0f} s"
        except (EOFError, OSError):
            self._process.join(5)
            fault = f"the worker died with status {self._process.exitcode}"
        self.close()
        self._start()
        return Outcome(fault, self.patience)

    def close(self) -> None:
        """End the process."""
        self._ours.close()
        self._process.kill()
        self._process.join()


def _serve(connection: Connection, seed: int, does: Answer) -> None:
    """Answer numbers of cases until the other end is closed."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    while True:
        try:
            number = connection.recv()
        except EOFError:
            return
        connection.send(does(seed, number))


def fuzz(
    count: int,
    seed: int,
    progress: Progress | None = None,
    first: int = 0,
    failures: Path | None = None,
) -> Tally:
    """Check `count` mutated packages.

    Args:
        progress: Called after each case with the cases done and the failures so far.
        first: The number of the first case.
        failures: Where failing cases are written, each as a package with its reason.
    """
    tally = Tally()
    with closing(Worker(seed)) as worker:
        for number in _numbers(first, count):
            outcome = worker.run(number)
            tally.add(number, outcome)
            if outcome.fault and failures is not None:
                keep(failures / f"{seed}-{number}", seed, number, outcome.fault)
            if progress is not None:
                progress(tally.cases, len(tally.failures))
    return tally


def _numbers(first: int, count: int) -> Iterator[int]:
    """Yield the numbers of the cases."""
    yield from range(first, first + count)


def keep(folder: Path, seed: int, number: int, fault: str) -> None:
    """Write a failing case so that it can be replayed as a package."""
    write(case(seed, number), folder)
    (folder / "fault.txt").write_text(f"seed {seed}, case {number}\n{fault}", encoding="utf-8")
