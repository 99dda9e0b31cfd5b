"""Feed broken packages to the checker: what others wrote for the suite, at length."""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib import import_module

from soak.measure import MOST_REASON, Failure, Job, Measure, Part

MUTATIONS = 20_000


def measures() -> Iterator[Measure]:
    """Yield the measure of mutated packages."""
    yield Measure(name="mutations", game="", count=MUTATIONS, cost=0.05, run=run_mutations)


def run_mutations(job: Job) -> Part:
    """Check mutated small packages in one watched process."""
    fuzz = import_module("tests.fuzz.watch").fuzz
    began = time.perf_counter()
    tally = fuzz(job.count, job.seed, first=job.first)
    part = Part(count=tally.cases, seconds=time.perf_counter() - began)
    part.failures = [Failure(n, text[-MOST_REASON:]) for n, text in sorted(tally.failures.items())]
    part.tally.update({f"name:{name}": count for name, count in tally.names.items()})
    part.tally["without findings"] = tally.clean
    part.note_most("slowest report in seconds", tally.slowest[0])
    return part
