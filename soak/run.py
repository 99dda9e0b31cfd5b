"""Share jobs among processors, gather what comes of them, and say what was found."""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from cardwright.apps.face.console import progress_bar
from soak.measure import MOST_FILES, Failure, Files, Job, Measure, Part
from soak.registry import run

JOB_SECONDS, LINE_EVERY = 10.0, 20.0
"""How long a job shall take, roughly; seconds from one line about the progress to the next."""

Advance = Callable[["Work", Job, Part], None]
"""Called after each job with what came of it."""


@dataclass(slots=True)
class Work:
    """A measure on its way.

    Attributes:
        count: How many cases in all.
        left: Jobs that are not done.
    """

    measure: Measure
    count: int
    part: Part = field(default_factory=Part)
    left: int = 0

    def jobs(self, seed: int, files: Files | None = None) -> Iterator[Job]:
        """Yield the cases in jobs; those that fail are written there."""
        size = max(1, min(self.count, round(JOB_SECONDS / self.measure.cost)))
        for first in range(0, self.count, size):
            yield Job(self.measure.name, seed, first, min(size, self.count - first), files)


def share_of(measure: Measure, shares: Mapping[str, float]) -> float:
    """Return which share of a measure's cases is wanted."""
    group, kind = measure.game.partition("/")[0], measure.name.partition("/")[0]
    of_game = shares.get(measure.game, shares.get(group, 1.0))
    return shares.get(measure.name, min(of_game, shares.get(kind, 1.0)))


def works(measures: list[Measure], scale: float, shares: Mapping[str, float]) -> list[Work]:
    """Return what is to be done at a scale; a share of nothing is left out.

    Args:
        shares: By measure, game or group of games, where not all of its cases are wanted.
    """
    wanted = [(measure, share_of(measure, shares)) for measure in measures]
    return [
        Work(measure, max(1, round(measure.count * scale * share)))
        for measure, share in wanted
        if share
    ]


def seconds_of(all_work: Iterable[Work]) -> float:
    """Return how long all of it takes one processor, by estimate."""
    return sum(work.count * work.measure.cost for work in all_work)


def scale_within(seconds: float, measures: list[Measure], shares: Mapping[str, float]) -> float:
    """Return the largest scale at which all takes one processor no longer, by estimate.

    It is searched for: a measure has one case at least, so not all of it shrinks with the scale.
    """
    low, high = 0.0, 1.0
    for _ in range(20):
        middle = (low + high) / 2
        if seconds_of(works(measures, middle, shares)) > seconds:
            high = middle
        else:
            low = middle
    return high


def carry_out(
    jobs: list[tuple[Work, Job]], processes: int, advance: Advance, done: Callable[[Work], None]
) -> None:
    """Go through all cases, those that take long first; at last those that run alone.

    Args:
        done: Called with each measure when it is complete.
    """
    for work, _ in jobs:
        work.left += 1
    jobs.sort(key=lambda pair: -pair[0].measure.cost)
    beside = [pair for pair in jobs if not pair[0].measure.is_alone]
    alone = [pair for pair in jobs if pair[0].measure.is_alone]
    for work, job, part in chain(_parts(beside, processes), _parts(alone, 1)):
        work.part.add(part)
        work.left -= 1
        advance(work, job, part)
        if not work.left:
            work.part.failures.sort(key=lambda failure: failure.number)
            done(work)


def _parts(jobs: list[tuple[Work, Job]], processes: int) -> Iterator[tuple[Work, Job, Part]]:
    """Yield what came of each job as it is done; only the parent answers Ctrl-C."""
    if processes <= 1:
        for work, job in jobs:
            yield work, job, run(job)
        return
    quiet = (signal.SIGINT, signal.SIG_IGN)
    with ProcessPoolExecutor(processes, get_context("fork"), signal.signal, quiet) as pool:
        waiting = {pool.submit(run, job): (work, job) for work, job in jobs}
        try:
            for future in as_completed(waiting):
                yield (*waiting[future], _result(future, waiting[future][1]))
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _result(future: Future[Part], job: Job) -> Part:
    """Return what a process found; one that died is a failure of its first case."""
    try:
        return future.result()
    except Exception as error:
        reason = f"the process died: {type(error).__name__}: {error}"
        return Part(count=job.count, failures=[Failure(job.first, reason)])


@contextmanager
def shown(all_work: list[Work]) -> Iterator[Callable[[Work, Job], None]]:
    """Show progress by the seconds that the cases should take: a bar on a terminal, else lines."""
    whole, gone = seconds_of(all_work), 0.0
    began = told = time.monotonic()

    def advance(work: Work, job: Job) -> None:
        nonlocal gone, told
        before, gone = gone, gone + job.count * work.measure.cost
        move(round(gone) - round(before))
        now = time.monotonic()
        if not sys.stderr.isatty() and now - told > LINE_EVERY:
            told = now
            line = f"{gone / whole:4.0%} after {now - began:.0f} s, {work.measure.name}"
            print(line, file=sys.stderr)

    with progress_bar("soak", round(whole)) as move:
        yield advance


# --- what was found -------------------------------------------------------------------------------


def as_plain(work: Work, seed: int) -> dict[str, Any]:
    """Return a measure's result as one plain object."""
    part = work.part
    details = dict(work.measure.conclude(part))
    problems = details.pop("problems", [])
    is_judged = part.count >= work.measure.enough
    tally = {k: n for k, n in sorted(part.tally.items()) if ":" not in k or "ended" in k}
    return {
        "name": work.measure.name,
        "count": part.count,
        "failures": len(part.failures) + (len(problems) if is_judged else 0),
        "seconds": round(part.seconds, 1),
        "seed": seed,
        **details,
        **({} if "ways" in details else {"tally": tally}),
        "most": part.most,
        "problems" if is_judged else "not judged with so few cases": problems,
        "failed": [failure.number for failure in part.failures[:MOST_FILES]],
    }


def replay(path: Path) -> Part:
    """Play the failing case in a file again."""
    case = json.loads(path.read_text(encoding="utf-8"))
    return run(Job(case["measure"], case["seed"], case["number"], 1))


def kept_results(path: Path, seed: int) -> dict[str, int]:
    """Return how many cases of each measure have been gone through with a seed, none failing, as
    results of an earlier run say."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    found: dict[str, int] = {}
    for each in map(json.loads, lines):
        if each["seed"] == seed and not each["failures"]:
            found[each["name"]] = max(each["count"], found.get(each["name"], 0))
    return found
