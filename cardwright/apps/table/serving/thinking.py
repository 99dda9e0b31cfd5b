"""Choose for the seats of policies in other processes: no table waits for another's thoughts.

The server writes a line of JSON a task and reads a line of JSON an answer. A process ends with its
input, so that none outlives the server.
"""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import sys
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final

from cardwright import Match
from cardwright.apps.face.session import with_room
from cardwright.apps.policies.budget import Budget, processor_count
from cardwright.apps.policies.policies import THINKING, policy_with
from cardwright.apps.table.serving.rules import Shelf, caught_up

PATIENCE: Final = 60.0
"""Seconds after which a thought is given up."""
LINE: Final = 1 << 16


class Thinkers:
    """Processes that think, each about one decision at a time; begun when first needed."""

    def __init__(self, file: Path, number: int = 1) -> None:
        self._file = file
        self._free: asyncio.LifoQueue[asyncio.subprocess.Process | None] = asyncio.LifoQueue()
        for _ in range(number):
            self._free.put_nowait(None)
        self._all: set[asyncio.subprocess.Process] = set()

    async def choose(self, task: Mapping[str, Any]) -> int | None:
        """Return the index that a policy chooses; None where it cannot."""
        process = await self._free.get()
        try:
            if process is None or process.returncode is not None:
                process = await self._begin()
            told = await asyncio.wait_for(_asked(process, task), PATIENCE)
        except (TimeoutError, OSError, ValueError):
            self._end(process)
            process, told = None, {}
        except asyncio.CancelledError:
            self._end(process)
            process = None
            raise
        finally:
            self._free.put_nowait(process)
        return told.get("option")

    async def _begin(self) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "cardwright.apps.table.serving.thinking", str(self._file),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LINE,
        )  # fmt: skip
        self._all.add(process)
        return process

    def _end(self, process: asyncio.subprocess.Process | None) -> None:
        """End a process that does not answer."""
        if process is not None:
            self._all.discard(process)
            with suppress(ProcessLookupError):
                process.kill()

    async def close(self) -> None:
        """End all processes."""
        for process in tuple(self._all):
            self._end(process)
            await process.wait()


async def _asked(process: asyncio.subprocess.Process, task: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a process says to a task.

    Raises:
        OSError, ValueError: It says nothing, or nonsense.
    """
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(json.dumps(task).encode() + b"\n")
    await process.stdin.drain()
    line = await process.stdout.readline()
    found: dict[str, Any] = json.loads(line)
    return found


MOST_KEPT: Final = 32
_ENDLESS: Final = 1 << 40


class Thinker:
    """Keeps the last matches that it was asked about, so that only news has to be played."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._shelf = Shelf(self._rules)
        self._matches: OrderedDict[int, Match] = OrderedDict()
        self._random = Random()

    def _rules(self, digest: str) -> bytes | None:
        connection = sqlite3.connect(f"{self._file.resolve().as_uri()}?mode=ro", uri=True)
        try:
            query = "SELECT texts FROM rules WHERE digest = ?"
            found = connection.execute(query, (digest,)).fetchone()
        finally:
            connection.close()
        return found[0] if found else None

    def choose(self, task: Mapping[str, Any]) -> int:
        """Return the index of an option of a match's open decision."""
        game = self._shelf.game(task["digest"], task["options"])
        match = caught_up(self._matches.pop(task["match"], None), game, task)
        self._matches[task["match"]] = match
        if len(self._matches) > MOST_KEPT:
            self._matches.popitem(last=False)
        name = task["policy"]
        budget = Budget(iterations=_ENDLESS, seconds=task["seconds"], processes=processor_count())
        return policy_with(name, budget if name == THINKING else None)(match, self._random)


def main() -> None:
    """Process tasks until there are no more."""
    thinker = Thinker(Path(sys.argv[1]))
    for line in sys.stdin:
        try:
            told: dict[str, Any] = {"option": thinker.choose(json.loads(line))}
        except Exception as error:  # whatever rules lead a policy to, the next task is another's
            told = {"error": type(error).__name__}
        try:
            print(json.dumps(told), flush=True)
        except BrokenPipeError:  # the server is gone; its last words would go to the same place
            os._exit(1)


if __name__ == "__main__":
    with_room(main)
