"""Let other processes choose for the seats of policies."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

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
            sys.executable, "-m", "cardwright.apps.table.serving.thinker", str(self._file),
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
