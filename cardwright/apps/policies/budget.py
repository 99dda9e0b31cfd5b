"""Limit how long a program thinks, and run work on several processors.

Each process grows a tree of its own, and the visits are added up.
"""

from __future__ import annotations

import json
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import islice
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from msgspec.structs import replace

from cardwright.apps.face.session import total
from cardwright.apps.face.words import AppMistake
from dsl import Record
from interpreter import Machine, Program, State, Value

if TYPE_CHECKING:
    from concurrent.futures import Future

Progress = Callable[[int], None]
"""Is called with the hundredths of the budget that have just been used."""


def silent(_: int) -> None:
    """Report nothing."""


class Budget(Record, kw_only=True):
    """How long to think: until one of the two is used up.

    Attributes:
        iterations: Matches to imagine for one decision; with this alone the same seed chooses
            the same on every machine.
        seconds: Of the clock; None for as long as the iterations take.
        work: Of the machine, in parts of a step; None for as much as the iterations take. It is the
            same on every machine too.
        processes: How many share the iterations, on as many processors.
    """

    iterations: int = 400
    seconds: float | None = None
    work: int | None = None
    processes: int = 1

    def share(self) -> Budget:
        """Return what each of the processes may use."""
        return replace(self, iterations=-(-self.iterations // self.processes), processes=1)

    def after(self, used: float) -> Budget:
        """Return what is left of it when some seconds are used."""
        if self.seconds is None:
            return self
        return replace(self, seconds=max(self.seconds - used, 0.0))

    def rounds(self, progress: Progress = silent) -> Iterator[int]:
        """Yield the number of each iteration that may begin; one always may."""
        began, told = monotonic(), 0
        for number in range(self.iterations):
            used = self._used(number, began)
            if used > told:
                progress(min(used, 100) - told)
                told = used
            if number and used >= 100:
                return
            yield number

    def _used(self, number: int, began: float) -> int:
        """Return how many hundredths are used."""
        share = number / self.iterations
        if self.seconds is not None:
            thought = monotonic() - began
            share = max(share, thought / self.seconds if self.seconds > 0 else 1.0)
        return int(min(share, 1.0) * 100)


class Effort:
    """Answers in imagined matches within the work of a budget.

    An iteration plays on within its share of it: where answers take long, matches are imagined
    less far and then valued as they are.

    Attributes:
        spent: The work so far.
        answers: How many there were.
    """

    def __init__(self, machine: Machine, budget: Budget, price: int | None = None) -> None:
        """Begin with nothing spent.

        Args:
            price: What every answer counts, whoever works it out; None for what the walker counts.
        """
        self._machine, self._meter, self._price = machine, machine.meter, price
        self._work, self._iterations = budget.work, budget.iterations
        self.spent = self.answers = 0

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left."""
        return self._work is not None and self.spent >= self._work

    def answer(self, st: State, option: Value) -> None:
        """Apply an answer to the open decision of an imagined match."""
        self._machine.answer(st, option)
        self.answers += 1
        self.spent += self._price or self._meter.total + st.steps * Program.UNITS

    def count(self, answers: int) -> None:
        """Count answers that were given elsewhere, at their price."""
        assert self._price is not None or self._work is None
        self.answers += answers
        self.spent += answers * (self._price or 0)

    def left(self, most: int) -> int:
        """Return how many answers at their price the share of an iteration has room for."""
        if self._work is None:
            return most
        assert self._price is not None
        share = self._work // self._iterations
        return min(most, -(-share // self._price))

    def play_on(self, st: State, random: Callable[[], float], most: int) -> None:
        """Play a match on at random for at most `most` decisions, or as far as its share goes."""
        if self._work is None:
            self._machine.play_at_random(st, random, most)
            return
        enough = self.spent + self._work // self._iterations
        for _ in range(most):
            if st.outcome is not None or self.spent >= enough:
                return
            options = st.ask.options
            self.answer(st, options[int(random() * len(options))])


Visits = Callable[[Budget, Progress, Random], list[int]]
_SEEDS = 1 << 62
_PIECE = 1 << 16


def summed(visits: Visits, budget: Budget, progress: Progress, random: Random) -> list[int]:
    """Return how often each option is taken, thought about by as many processes as the budget says.

    The others are copies of this process, made for this one decision; where a system cannot copy
    processes, this one thinks alone.
    """
    share = budget.share()
    others = budget.processes - 1 if hasattr(os, "fork") else 0
    begun = [_begun(visits, share, random.randrange(_SEEDS)) for _ in range(others)]
    try:
        found = [visits(share, progress, random)]
        found += [told for _, pipe in begun if (told := _told(pipe))]
    finally:
        for process, pipe in begun:
            os.close(pipe)
            with suppress(ProcessLookupError):  # it has answered, or nobody waits for it any more
                os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
    return [total(each) for each in zip(*found, strict=True)]


def _begun(visits: Visits, budget: Budget, seed: int) -> tuple[int, int]:
    """Start a copy of this process that thinks; return its id and the pipe of its answer."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return process, reading
    with suppress(BaseException):  # whatever happens, a copy does nothing else
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        told = json.dumps(visits(budget, silent, Random(seed)))
        os.write(writing, told.encode())
    os._exit(0)


def _told(pipe: int) -> list[int]:
    """Return what a copy has found; nothing where it could not."""
    pieces = []
    while piece := os.read(pipe, _PIECE):
        pieces.append(piece)
    found: list[int] = json.loads(b"".join(pieces) or b"[]")
    return found


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
