"""Run work on several processors, and end them with us."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from cardwright.apps.face.mistake import AppMistake
from dsl import Record

if TYPE_CHECKING:
    from concurrent.futures import Future

Work = TypeVar("Work")
Result = TypeVar("Result")

_AHEAD = 4
"""Pieces of work a process that are handed out before their results are wanted: what waits to be
taken stays small, however slow its reader is."""


class WorkerLost(AppMistake):
    """A process that did work has ended: the system stopped it, mostly for want of memory."""


class Doing(Protocol):
    """Yields the results of an act in the order of the work."""

    def __call__(self, act: Callable[[Work], Result], work: Iterable[Work]) -> Iterator[Result]: ...


class Executor(Protocol):
    """Where work is done: `Processes`, or a cluster (`cardwright.apps.lab.cluster`).

    Attributes:
        jobs: How many pieces of work are done at a time.
        is_near: Whether the workers see the files that we see.
    """

    @property
    def jobs(self) -> int: ...

    @property
    def is_near(self) -> bool: ...

    def ready(self, prepare: Callable[..., None], *given: Any) -> AbstractContextManager[Doing]: ...


class Processes(Record):
    """Processes of this machine; with one, all is done here."""

    jobs: int
    is_near: bool = True

    def ready(self, prepare: Callable[..., None], *given: Any) -> AbstractContextManager[Doing]:
        """Return what does work, made ready as `workers` says."""
        return workers(self.jobs, prepare, *given)


def processor_count() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def workers(jobs: int, prepare: Callable[..., None] | None = None, *given: Any) -> Iterator[Doing]:
    """Start processes that do work; with one job all is done here.

    Args:
        prepare: Makes a process ready for its work, called with the rest of the arguments.

    Raises:
        WorkerLost: The system has stopped a process.
    """
    if jobs <= 1:
        if prepare is not None:
            prepare(*given)
        yield _here
        return
    # Only with several jobs, since these take long to load.
    from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
    from multiprocessing import active_children

    before = active_children()
    pool = ProcessPoolExecutor(jobs, initializer=_begin, initargs=(prepare, given))

    def begin(act: Callable[[Work], Result], each: Work) -> Future[Result]:
        with _interrupts_held():  # this may start a process
            return pool.submit(act, each)

    def doing(act: Callable[[Work], Result], work: Iterable[Work]) -> Iterator[Result]:
        left = iter(work)
        begun = deque(begin(act, each) for each in islice(left, _AHEAD * jobs))
        try:
            while begun:
                yield begun.popleft().result()
                begun.extend(begin(act, each) for each in islice(left, 1))
        except BrokenProcessPool:
            raise WorkerLost("worker-lost") from None

    try:
        yield doing
    finally:  # the pool alone would wait for work that nobody wants any more
        for worker in active_children():
            if worker not in before:
                worker.terminate()
        pool.shutdown()


def in_order(act: Callable[[Work], Result], work: Sequence[Work], jobs: int) -> Iterator[Result]:
    """Yield the results in the order of the work; with one job all is done here."""
    with workers(min(jobs, len(work))) as doing:
        yield from doing(act, work)


def _here(act: Callable[[Work], Result], work: Iterable[Work]) -> Iterator[Result]:
    return map(act, work)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back: a process that begins now does not meet it before it can leave it to us."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(prepare: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    """Leave Ctrl-C to the parent alone; leaving the pool's block ends the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if prepare is not None:
        prepare(*given)
