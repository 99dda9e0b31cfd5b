"""Think on several processors: each grows a tree of its own, and the visits are added up."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from random import Random

from cardwright.api.repeatable import total
from cardwright.apps.policies.search.budget import Budget, Progress, silent

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
            _ended(process, pipe)
    return [total(each) for each in zip(*found, strict=True)]


def _begun(visits: Visits, budget: Budget, seed: int) -> tuple[int, int]:
    """Let a copy of this process think; return its id and the pipe that it answers through."""
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


def _ended(process: int, pipe: int) -> None:
    """End a copy: it has answered, or nobody waits for it any more."""
    os.close(pipe)
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
