"""Run many cases in one worker that is watched: a hang or a crash costs the worker, not the run."""

from __future__ import annotations

import multiprocessing
import re
import resource
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from cardwright.apps.face.session import with_room
from tests.fuzz.case import (
    OWN,
    Outcome,
    base_of,
    case,
    check,
    check_folder,
    is_played,
    write,
)

HANG_SECONDS: Final = 180.0
"""Of the clock: other programs may need the processor too."""

MEMORY_BYTES: Final = 300 * 1024**2
"""What a case may take beyond what a worker has taken before it did anything."""

CASES_A_WORKER: Final = 1_000
"""After so many a new worker begins: texts that were read are remembered."""
IS_SLOW: Final = re.compile(r"took \d+\.\d s\s*$")
"""The end of a fault that says that something took long."""
Progress = Callable[[int, int], None]
Answer = Callable[[int, int], Outcome]
"""What a worker does with a seed and a number."""


def answer(seed: int, number: int) -> Outcome:
    """Return what came of one case."""
    files, base = case(seed, number), base_of(seed, number)
    return check(files, number, base, plays=is_played(seed, number))


@dataclass(slots=True)
class Tally:
    """What a run found.

    Attributes:
        failures: The fault of each failing case by number.
        names: How often each diagnostic was reported.
        clean, played, decisions: Cases without findings; those that were played, and how far.
    again: Cases that took too long beside what a worker remembers, and were tried alone.
        slowest: The longest processor time of a check in seconds, and its number.
    """

    cases: int = 0
    clean: int = 0
    played: int = 0
    decisions: int = 0
    again: int = 0
    failures: dict[int, str] = field(default_factory=dict)
    names: Counter[str] = field(default_factory=Counter)
    slowest: tuple[float, int] = (0.0, -1)

    def add(self, number: int, outcome: Outcome) -> None:
        """Count one case."""
        self.cases += 1
        self.clean += not outcome.names and not outcome.fault
        self.played += outcome.decisions is not None
        self.decisions += outcome.decisions or 0
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
        self._cases = 0
        context = multiprocessing.get_context("spawn")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(theirs, self.seed, self.does), daemon=True
        )
        self._process.start()
        theirs.close()

    def run(self, number: int) -> Outcome:
        """Return what came of a case; a worker that hangs or dies is replaced."""
        self._cases += 1
        if self._cases > CASES_A_WORKER:
            self.close()
            self._start()
            self._cases = 1
        try:
            if self._cases == 1:
                self._ours.recv()
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
    """Answer numbers of cases until the other end is closed, as the command line would."""
    with_room(lambda: _serve_with_room(connection, seed, does))


def _serve_with_room(connection: Connection, seed: int, does: Answer) -> None:
    if does is answer:
        check_folder(OWN[0])  # loads what every case needs
    most = _memory() + MEMORY_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    connection.send("ready")
    while True:
        try:
            number = connection.recv()
        except EOFError:
            return
        connection.send(does(seed, number))


def _memory() -> int:
    """Return how many bytes of addresses this process has."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    return pages * resource.getpagesize()


def fuzz(
    count: int,
    seed: int,
    progress: Progress | None = None,
    first: int = 0,
    failures: Path | None = None,
    does: Answer = answer,
) -> Tally:
    """Check `count` mutated packages.

    Args:
        progress: Called after each case with the cases done and the failures so far.
        first: The number of the first case.
        failures: Where failing cases are written, each as a package with its reason.
        does: What a worker does with a case.
    """
    tally = Tally()
    with closing(Worker(seed, does)) as worker:
        for number in _numbers(first, count):
            outcome = worker.run(number)
            if IS_SLOW.search(outcome.fault):
                tally.again += 1
                outcome = _run_alone(seed, number, does)
            tally.add(number, outcome)
            if outcome.fault and failures is not None:
                keep(failures / f"{seed}-{number}", seed, number, outcome.fault)
            if progress is not None:
                progress(tally.cases, len(tally.failures))
    return tally


def _run_alone(seed: int, number: int, does: Answer) -> Outcome:
    """Return what came of a case in a process that has done nothing before: a bound on processor
    time is about the case, and not about what else is remembered or runs on the machine."""
    with closing(Worker(seed, does)) as worker:
        return worker.run(number)


def _numbers(first: int, count: int) -> Iterator[int]:
    """Yield the numbers of the cases."""
    yield from range(first, first + count)


def keep(folder: Path, seed: int, number: int, fault: str) -> None:
    """Write a failing case so that it can be replayed as a package."""
    write(case(seed, number), folder / base_of(seed, number).name)
    (folder / "fault.txt").write_text(f"seed {seed}, case {number}\n{fault}", encoding="utf-8")
