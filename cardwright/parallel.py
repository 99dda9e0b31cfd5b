"""Run work on several processors, and end them with us."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

Work = TypeVar("Work")
Result = TypeVar("Result")


def processor_count() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(act: Callable[[Work], Result], work: Sequence[Work], jobs: int) -> Iterator[Result]:
    """Yield the results in the order of the work; with one job all is done here."""
    if jobs <= 1 or len(work) <= 1:
        yield from map(act, work)
        return
    import multiprocessing  # only with several jobs, since it takes long to load

    with multiprocessing.Pool(min(jobs, len(work)), _leave_interrupts) as pool:
        yield from pool.imap(act, work)


def _leave_interrupts() -> None:
    """Let only the parent answer Ctrl-C; leaving the pool's block ends the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
