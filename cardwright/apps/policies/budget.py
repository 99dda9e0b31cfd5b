"""Limit how long a program thinks about one decision, alone or on several processors.

Each process grows a tree of its own, and the visits are added up.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from time import monotonic

from msgspec.structs import replace

from cardwright.apps.face.repeatable import total
from dsl import Record
from interpreter import Machine, Program, State, Value

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
